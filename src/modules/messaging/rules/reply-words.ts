import { type About, readOptOut } from './opt-out.ts'

const starts = new Set(['start', 'unstop'])
const helps = new Set(['help', 'info', 'ayuda', 'aide'])

/**
 * stop: an opt-out. fuzzy_stop: taken for one, and flagged for a look. review: left alone, and flagged. start: opted in
 * again. help: asks who we are. null: a message like any other. The names are stored.
 */
export type ReplyWord = 'stop' | 'fuzzy_stop' | 'review' | 'start' | 'help'
const stored = { stop: 'stop', doubt: 'fuzzy_stop', flag: 'review' } as const

/** The line that a phone puts under a text by itself, and the one that divides a signature. What follows them is read too. */
const signature =
  /\n\s*(?:--|—|(?:sent (?:from|via|by)|get outlook|enviado desde|envoye de|enviado do|gesendet von)\b[^\n.!?]{0,60})[ \t]*(?=\n|$)/g

/** Lower case, without accents, invisible characters and device lines. */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Cf}|\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(signature, '\n')
    .replace(/[‘’ʼ´`]/g, "'")

/** A typing error of "stop", where it stands alone. */
const misspelt =
  /^(s+t+o+p+|[ds]t[0oip]p|sotp|stpo|tsop|ztop|stp|stob|stoppp*|stopo|stopl|atop|sto|satop|stope|stopt)$/u

const spelt = ['stop', 'stopall', 'unsubscribe', 'unsub', 'optout', 'stopp', 'alto', 'arret']

/** At most two letters are wrong, missing or too many. */
function isNear(word: string, meant: string): boolean {
  let row = Array.from({ length: meant.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...word].entries()) {
    const before = row
    row = [i + 1]
    for (const [j, other] of [...meant].entries())
      row.push(Math.min(row[j]! + 1, before[j + 1]! + 1, before[j]! + Number(letter !== other)))
  }
  return row.at(-1)! <= 2
}

/** Words of a clause that are read at once, and letters of a word: what grows faster than the text stays small. */
const MOST_WORDS = 60
const MOST_LETTERS = 60

function inPieces(clause: string): string[] {
  const words = clause.split(' ').map(word => word.slice(0, MOST_LETTERS))
  const count = Math.ceil(words.length / MOST_WORDS)
  return Array.from({ length: count }, (_, i) => words.slice(i * MOST_WORDS, (i + 1) * MOST_WORDS).join(' '))
}

/** Each clause as words with one space between; letters spelled out one by one are a word again. */
export function clausesOf(text: string): string[] {
  const signs = /🛑|🚫|⛔|✋/u.test(text) && !/\p{L}/u.test(text) ? 'stop' : text
  return plainText(signs)
    .replace(/\b((?:\p{L}\.){2,}\p{L}?)/gu, letters => letters.replaceAll('.', ''))
    .split(/[.!?,;:\n()[\]{}"“”„«»<>|/*_…¡¿]+|\s[-–—~]+\s?|[-–—]\s|[^\p{L}\p{N}\p{M}\s'#-]+/u)
    .map(clause =>
      clause
        .replace(/(^|\s)(?:['-]+|#(?=\p{L}))|['-]+(\s|$)/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(clause => clause !== '')
    .flatMap(inPieces)
    .map(clause =>
      clause.replace(/(?<= |^)un[\p{L}-]{6,12}(?= |$)/gu, word => (isNear(word, 'unsubscribe') ? 'unsubscribe' : word)),
    )
    .map(clause => {
      const letters = clause.replace(/[^\p{L}\p{N}]/gu, '')
      return spelt.includes(letters) || misspelt.test(letters) ? (misspelt.test(letters) ? 'stop' : letters) : clause
    })
}

interface Reading {
  /** This address has opted out before: "yes" opts in again. */
  stopped?: boolean
  about?: About
}

/** Reads a reply before anything else sees it. */
export function replyWord(text: string, { stopped = false, about = 'texts' }: Reading = {}): ReplyWord | null {
  const clauses = clausesOf(text)
  const said = clauses.join(' ')
  if (starts.has(said) || (stopped && said === 'yes')) return 'start'
  if (helps.has(said)) return 'help'
  const read = readOptOut(clauses, about)
  return read && stored[read]
}
