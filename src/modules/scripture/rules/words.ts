/** Marks in a stored verse: a paragraph or stanza begins, and a line of poetry ends. */
const PARAGRAPH = '¶'

/** A stored verse as running text. */
export const plain = (body: string): string =>
  body
    .replace(/\s*[¶\n]\s*/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Whether a paragraph begins with this verse. */
export const opens = (body: string): boolean => body.startsWith(PARAGRAPH)

/** The lines of a verse as they are printed; prose is one line. */
export const linesOf = (body: string): string[] =>
  body
    .split(/[¶\n]/)
    .map(line => line.trim())
    .filter(Boolean)

export interface Word {
  /** In the form in which words are compared. */
  key: string
  start: number
  end: number
}

/** The words of a text; case, accents, quotation marks and the form of an apostrophe make no difference. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+(?:[’'ʼ][\p{L}\p{N}]+)*/gu)].map(({ 0: found, index }) => ({
    key: found.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’'ʼ]/g, '').toLowerCase(),
    start: index,
    end: index + found.length,
  }))

export type DiffPart = { kind: 'same' | 'added' | 'missing'; text: string }

interface Match {
  /** 0 to 1: the share of words that both have, in order. */
  similarity: number
  /** Words of the source that the quotation covers. */
  from: number
  to: number
}

/** The stretch of the source that is most like the quotation; the quotation may leave out what stands around it. */
export function bestMatch(quoted: readonly string[], source: readonly string[]): Match {
  // Edit distance in which leaving out the beginning and the end of the source costs nothing.
  let row = source.map((_, j) => ({ cost: 0, from: j })).concat({ cost: 0, from: source.length })
  for (let i = 1; i <= quoted.length; i++) {
    const next = [{ cost: i, from: 0 }]
    for (let j = 1; j <= source.length; j++) {
      const change = quoted[i - 1] === source[j - 1] ? 0 : 1
      const [a, b, c] = [row[j - 1]!, row[j]!, next[j - 1]!]
      const least = Math.min(a.cost + change, b.cost + 1, c.cost + 1)
      next.push({ cost: least, from: (least === a.cost + change ? a : least === b.cost + 1 ? b : c).from })
    }
    row = next
  }
  // Of equals, the stretch that is nearest in length: a changed word belongs to what is replaced.
  const rank = (j: number) => row[j]!.cost * 10_000 + Math.abs(j - row[j]!.from - quoted.length)
  let to = 0
  for (let j = 0; j <= source.length; j++) if (rank(j) < rank(to)) to = j
  const { cost, from } = row[to]!
  return { similarity: 1 - cost / Math.max(quoted.length, to - from, 1), from, to }
}

/** What a quotation adds to the source and what it leaves out, word by word, in the words of both. */
export function differences(quotation: string, source: string): DiffPart[] {
  const [a, b] = [wordsOf(quotation), wordsOf(source)]
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i]!.key === b[j]!.key ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const parts: DiffPart[] = []
  const push = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += ` ${text}`
    else parts.push({ kind, text })
  }
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i]!.key === b[j]!.key) {
      push('same', textOf(source, b[j++]!))
      i++
    } else if (j < b.length && (i === a.length || lengths[i]![j + 1]! >= lengths[i + 1]![j]!))
      push('missing', textOf(source, b[j++]!))
    else push('added', textOf(quotation, a[i++]!))
  }
  return parts
}

const textOf = (text: string, { start, end }: Word) => text.slice(start, end)
