import type { EditionId } from './editions.ts'
import { wordsOf } from './words.ts'

/** A quotation of a text, and the stored words that belong in its place. */
export interface Replacement {
  text: string
  replacement: string
  edition: EditionId
}

/**
 * A text with the stored words in place of a quotation, found by its words, whatever marks and lines are between them.
 * @param isWhole whether the text is nothing but the quotation, as in the block of a verse
 * @returns null where the text doesn't have the quotation
 */
export function replaceQuotation(
  text: string,
  { text: quoted, replacement }: Omit<Replacement, 'edition'>,
  isWhole = false,
): string | null {
  const [words, wanted] = [wordsOf(text), wordsOf(quoted).map(({ key }) => key)]
  const at = words.findIndex((_, from) => wanted.every((key, i) => words[from + i]?.key === key))
  if (wanted.length === 0 || at < 0) return null
  if (isWhole) return words.length === wanted.length ? replacement : null
  const [first, last] = [words[at]!, words[at + wanted.length - 1]!]
  const [lead, rest] = [/[[(…. ]*$/.exec(text.slice(0, first.start))![0], text.slice(last.end)]
  // What the quotation itself began and ended with goes with it: an ellipsis, a bracket, its full stop.
  const begin = first.start - (/^[[(….]/.test(quoted) ? lead.trimStart().length : 0)
  const tail = /[^\p{L}\p{N}]*$/u.exec(quoted)![0].trimEnd()
  const end = last.end + (rest.startsWith(tail) ? tail.length : 0)
  return text.slice(0, begin) + inside(replacement, tail) + text.slice(end)
}

/** Speech within a quotation has single marks; a part that went on keeps no full stop of its own. */
function inside(replacement: string, tail: string): string {
  const marked = replacement.replaceAll('“', '‘').replaceAll('”', '’')
  return tail === '' ? marked.replace(/[.,;:]+$/, '') : marked
}
