/** Addresses that a program leaves behind are taken out of what visitors send. */
export const withoutLinks = (text: string): string =>
  text
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/[ \t]{2,}/g, ' ')
    .trim()

/** Lower case without accents, as it is searched. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const relations =
  'mother|mom|father|dad|wife|husband|son|daughter|brother|sister|friend|neighbor|boss|coworker|aunt|uncle|grandmother|grandfather|grandma|grandpa|cousin|nephew|niece|boyfriend|girlfriend|roommate|teacher|pastor'
const health =
  'cancer|surgery|tumor|depress\\w*|addict\\w*|rehab|overdos\\w*|pregnan\\w*|miscarr\\w*|divorc\\w*|affair|diagnos\\w*|hospital|chemo\\w*|dementia|hiv|std|bipolar|alcohol\\w*|jail|prison|arrest\\w*|suicid\\w*|abus\\w*|stroke|heart attack'

/** Whether a request may name someone else's troubles: a moderator looks twice before others read it. */
export function namesThirdPerson(text: string): boolean {
  const related = new RegExp(`\\bmy (?:\\w+ )?(?:${relations})\\b`, 'i').test(text)
  const named = /(?<=[a-z,] )[A-Z][a-z]{2,}(?: [A-Z][a-z]+)?(?= (?:has|is|was|needs|had|will|who|goes|just)\b)/.test(
    text,
  )
  return (related || named) && new RegExp(`\\b(?:${health})\\b`, 'i').test(text)
}

const wordsOf = (text: string) =>
  new Set(
    foldText(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word.length > 2),
  )
/** How many words two texts share, from 0 to 1. */
export function similarity(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.size === 0 || b.size === 0) return 0
  const shared = [...a].filter(word => b.has(word)).length
  return shared / (a.size + b.size - shared)
}
