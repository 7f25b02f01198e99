import { plainWord } from './keywords.ts'

export const pollStyles = ['letters', 'numbers'] as const
export const MOST_OPTIONS = 5

export interface Poll {
  options: string[]
  style: (typeof pollStyles)[number]
  /** Until it ends, counted from the start. */
  hours: number
  /** Sent to anyone who answers; empty: nothing. */
  thanks: string
}

export const signOf = (style: Poll['style'], option: number) =>
  style === 'letters' ? 'ABCDE'[option]! : `${option + 1}`

/** The text with its answers below, as everyone gets it. */
export function withPoll(body: string, poll: Poll | null): string {
  if (!poll) return body
  const lines = poll.options.map((option, i) => `${signOf(poll.style, i)} ${option}`)
  return [body, ...lines, `Answer ${poll.style === 'letters' ? 'with a letter' : 'with a number'}.`].join('\n')
}

/** The first answer that says the same as one before it. */
export function twin(options: string[]): number | undefined {
  const plain = options.map(plainWord)
  const at = plain.findIndex((option, i) => plain.indexOf(option) < i)
  return at === -1 ? undefined : at
}

const courtesy = new Set([
  'PLEASE',
  'PLS',
  'THANKS',
  'THANK',
  'YOU',
  'THX',
  'FOR',
  'ME',
  'US',
  'OPTION',
  'ANSWER',
  'AMEN',
])
const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .map(plainWord)
    .filter(word => word !== '')

/** One letter off is a slip of the thumb, in words long enough to tell. */
function near(said: string, meant: string): boolean {
  if (said === meant) return true
  if (meant.length < 4 || Math.abs(said.length - meant.length) > 1) return false
  let from = 0
  while (from < said.length && said[from] === meant[from]) from++
  let back = 0
  while (back < Math.min(said.length, meant.length) - from && said.at(-1 - back) === meant.at(-1 - back)) back++
  return Math.max(said.length, meant.length) - from - back <= 1
}

/**
 * Which answer someone chose, counted from 0: "b)", "B please", "Yes!", a whole answer with a slip. null where a person
 * has to read it: "A friend comes too" chooses nothing.
 */
export function voteOf(text: string, { options, style }: Poll): number | null {
  const words = wordsOf(text)
  const meant = words.filter(word => !courtesy.has(word))
  const signs = options.map((_, i) => signOf(style, i))
  const alone = meant.length === 1 ? signs.indexOf(meant[0]!) : -1
  if (alone >= 0) return alone
  const marked = /^\s*([a-z0-9])\s*[).:,!-]/i.exec(text)?.[1]?.toUpperCase()
  if (marked && signs.includes(marked)) return signs.indexOf(marked)
  const said = meant.join('')
  const whole = options.flatMap((option, i) => (said && near(said, plainWord(option)) ? [i] : []))
  if (whole.length === 1) return whole[0]!
  const first = options.flatMap((option, i) =>
    meant[0] && meant[0].length > 1 && near(meant[0], wordsOf(option)[0] ?? '') ? [i] : [],
  )
  return first.length === 1 ? first[0]! : null
}
