import type { VerseText } from './passage.ts'
import { nameOf } from './verses.ts'
import { wordsOf } from './words.ts'

const STOP = new Set(
  `about above after again against also among because been before being between both cannot could does doing down
  during each even ever every everyone from further have having here himself herself into itself like made make many more most much
  must myself nothing only other ourselves over said same says shall should some such than that their theirs them themselves then
  there therefore these they thing things this those through thus under until unto upon very want were what when where which while
  whom whose will with within without would your yours yourself yourselves come came give gave given take took went know
  knew known speak spoke called according concerning toward whether another away brought bring neither though certain great just
  still among saying answered behold hath thou thee thine shalt doth saith lest forth therein thereof`
    .split(/\s+/)
    .filter(Boolean),
)
const COMMANDS = new Set(
  `abide ask arise ask be bear beware bless bring carry cast cease celebrate cling come comfort commit confess consider continue
  draw encourage endure exhort fear feed fix flee follow forgive forget give go guard have hear hold honor hope humble keep know
  learn let lift listen live look love make meditate obey offer open praise pray preach present proclaim put receive rejoice remember
  remain repent rest return run say seek serve set show sing speak stand stay strengthen submit take taste teach tell think train
  trust turn wait wake walk wash watch weep work worship`.split(/\s+/),
)

export interface Point {
  text: string
  /** `Psalm 23:4` */
  at: string
}
export interface Features {
  /** Words that come back, the most frequent first. */
  repeated: { word: string; count: number }[]
  commands: Point[]
  promises: Point[]
  contrasts: Point[]
  reasons: Point[]
  questions: Point[]
  names: string[]
}

export const DIVINE = new Set([
  'god',
  'lord',
  'yahweh',
  'jesus',
  'christ',
  'spirit',
  'father',
  'son',
  'i',
  'amen',
  'holy',
  'almighty',
])

export const isContent = (word: string) => word.length > 3 && !STOP.has(word)

/** What stands out in a stretch of text, with the verse that each is in. */
export function featuresOf(verses: readonly VerseText[]): Features {
  const counts = new Map<string, number>()
  for (const { text } of verses)
    for (const { key } of wordsOf(text)) if (isContent(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const clauses = verses.flatMap(clausesOf)
  const having = (test: (text: string) => boolean) => clauses.filter(({ text }) => test(text))
  return {
    repeated: [...counts]
      .filter(([, count]) => count > 1)
      .map(([word, count]) => ({ word, count }))
      .sort((a, b) => b.count - a.count || b.word.length - a.word.length)
      .slice(0, 4),
    commands: having(text => isCommand(text)),
    promises: having(text => /\b(?:will|shall)\b/i.test(text) && !text.endsWith('?') && !isCommand(text)),
    contrasts: having(text => /^(?:but|yet|nevertheless|however|instead)\b/i.test(text)),
    reasons: having(text => /^(?:for|because|therefore|so that|since)\b/i.test(text)),
    questions: having(text => /\?[”’"']*$/.test(text)),
    names: namesIn(verses),
  }
}

function isCommand(text: string): boolean {
  const [first, second] = wordsOf(text).map(({ key }) => key)
  if (!first || text.endsWith('?')) return false
  if (first === 'dont' || (first === 'do' && second === 'not')) return true
  return COMMANDS.has(first) && !['have', 'be', 'know', 'make'].includes(first)
    ? second !== 'of'
    : first === 'be' && second !== 'it'
}

/** Sentences and their parts, as long as they can stand alone. */
function clausesOf({ text, id }: VerseText): Point[] {
  const at = nameOf({ from: id, to: id })
  return text
    .split(/(?<=[.!?;][”’"']?)\s+|(?<=[:,])\s+(?=(?:but|for|because|therefore|yet|so that)\b)/i)
    .map(part =>
      part
        .trim()
        .replace(/^[“‘"']+/, '')
        .replace(/[.,;:]+[”’"']*$/, ''),
    )
    .filter(part => wordsOf(part).length >= 3 && wordsOf(part).length <= 28)
    .map(part => ({ text: part.replace(/[“”]/g, ''), at }))
}

function namesIn(verses: readonly VerseText[]): string[] {
  const found = new Map<string, number>()
  for (const { text } of verses)
    for (const match of text.matchAll(/(?<=[\p{Ll},;]\s)(\p{Lu}[\p{Ll}’]{2,})/gu)) {
      const name = match[1]!.replace(/’s?$/, '')
      if (!DIVINE.has(name.toLowerCase())) found.set(name, (found.get(name) ?? 0) + 1)
    }
  return [...found]
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name)
    .slice(0, 6)
}

/** The words that carry a stretch of text best: a clause of three to eight words, the rarest. */
export function keyPhrase(verses: readonly VerseText[], taken: ReadonlySet<string>): Point | undefined {
  const clauses = verses.flatMap(({ text, id }) =>
    text
      .split(/[.!?;:,—]+/)
      .map(part => part.replace(/[“”‘"]/g, '').trim())
      .map(part => ({ text: part, at: nameOf({ from: id, to: id }) })),
  )
  const scored = clauses.flatMap(point => {
    const words = wordsOf(point.text).map(({ key }) => key)
    if (words.length < 3 || words.length > 8 || taken.has(point.text)) return []
    const content = words.filter(isContent)
    const opening =
      /^(?:and|but|for|that|which|who|whom|when|then|so|or|nor|as|if|with|in|of|to|from|by|because)\b/i.test(point.text)
    return [{ point, value: content.join('').length + content.length * 2 - (opening ? 8 : 0) }]
  })
  return scored.sort((a, b) => b.value - a.value)[0]?.point
}
