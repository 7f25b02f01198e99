/** Words that a text presents as someone else's, without their marks. */
export interface Quoted {
  text: string
  /** Of the words, and of everything up to the closing mark. */
  start: number
  end: number
  /** Where its opening mark stands. */
  open: number
}

/** A passage that is read aloud may be three chapters long. */
const LONGEST = 40_000
/** Straight and single marks are apostrophes and inches too, so that a missing one must not swallow a page. */
const LONGEST_PLAIN = 2_000
const SHORTEST = 3

/** Quotations in any usual marks, in block quotes, and in paragraphs that a line such as "— John 3:16" follows. */
export function quotationsIn(text: string): Quoted[] {
  const found: Quoted[] = []
  const blocks = [...blockQuotesIn(text), ...attributedIn(text)].sort((a, b) => a.open - b.open)
  for (let at = 0; at < text.length; ) {
    const block = blocks.find(one => one.open === at)
    const close = block ? undefined : closingOf(text, at)
    const next = block ?? (close === undefined ? undefined : trimmed(text, at, at + 1, close, close + 1))
    if (next && next.text.length >= SHORTEST) found.push(next)
    at = next ? Math.max(next.end, at + 1) : nextMark(text, at + 1, blocks)
  }
  return found
}

const MARK = /["“„«‘']/g
function nextMark(text: string, from: number, blocks: readonly Quoted[]): number {
  MARK.lastIndex = from
  const mark = MARK.exec(text)?.index ?? text.length
  return Math.min(mark, blocks.find(one => one.open >= from)?.open ?? text.length)
}

function trimmed(text: string, open: number, from: number, to: number, end: number): Quoted {
  const inner = text.slice(from, to)
  return { text: inner.trim(), start: from + (inner.length - inner.trimStart().length), end, open }
}

/** Where the quotation that a mark opens is closed; undefined where it opens none. */
function closingOf(text: string, at: number): number | undefined {
  const mark = text[at]!
  if (mark === '“') return balanced(text, at, '“', '”') ?? indexWithin(text, '”', at + 1, LONGEST)
  if (mark === '«') return balanced(text, at, '«', '»')
  if (mark === '„') return firstOf(text, /[“”]/g, at + 1, LONGEST)
  if (mark === '"') return opensWord(text, at) ? plainEnd(text, at, /"(?![\p{L}\p{N}])/gu) : undefined
  if (mark === '‘' || mark === "'") return opensWord(text, at) ? singleEnd(text, at) : undefined
  return undefined
}

/** A paragraph within a quotation opens it again without closing it. */
function balanced(text: string, at: number, open: string, close: string): number | undefined {
  let depth = 0
  for (let i = at; i < Math.min(text.length, at + LONGEST); i++) {
    if (text[i] === open && !(depth > 0 && /\n\s*$/.test(text.slice(Math.max(0, i - 4), i)))) depth++
    if (text[i] === close && --depth === 0) return i
  }
  return undefined
}

const indexWithin = (text: string, mark: string, from: number, most: number): number | undefined => {
  const at = text.indexOf(mark, from)
  return at < 0 || at - from > most ? undefined : at
}
function firstOf(text: string, pattern: RegExp, from: number, most: number): number | undefined {
  pattern.lastIndex = from
  const at = pattern.exec(text)?.index
  return at === undefined || at - from > most ? undefined : at
}
const opensWord = (text: string, at: number) =>
  /^$|[\s([{“„«"—–-]/.test(text.slice(Math.max(0, at - 1), at)) && /[\p{L}\p{N}[….‘']/u.test(text[at + 1] ?? '')

function plainEnd(text: string, at: number, pattern: RegExp): number | undefined {
  const end = firstOf(text, pattern, at + 1, LONGEST_PLAIN)
  return end === undefined || /\n\s*\n/.test(text.slice(at, end)) ? undefined : end
}

/** Of marks that may be an apostrophe ("the disciples’ feet"), the first that ends a clause. */
function singleEnd(text: string, at: number): number | undefined {
  const close = text[at] === "'" ? "'" : '’'
  const [clause, word] = [
    `(?<=[.,;:!?…])${close}(?!\\p{L})|${close}(?=\\s*(?:[(—–.,;:!?\\n]|$))`,
    `${close}(?![\\p{L}\\p{N}])`,
  ]
  return plainEnd(text, at, new RegExp(clause, 'gu')) ?? plainEnd(text, at, new RegExp(word, 'gu'))
}

/** Lines that begin with ">"; those with marks of their own are read by these. */
function blockQuotesIn(text: string): Quoted[] {
  return [...text.matchAll(/^>[^\n]*(?:\n>[^\n]*)*/gm)].flatMap(({ 0: found, index }) => {
    const lines = found.split('\n')
    const attribution = lines.length > 1 && /^>\s*[—–(~-]/.test(lines.at(-1)!) ? lines.pop()! : ''
    const words = lines
      .map(line => line.replace(/^>\s?/, ''))
      .join('\n')
      .trim()
    if (/^["“„«‘']/.test(words)) return []
    const end = index + found.length - (attribution ? attribution.length + 1 : 0)
    return [{ text: words, start: index + found.search(/[^>\s]/), end, open: index }]
  })
}

/** A paragraph without marks above a line that begins with a dash and a name with figures. */
const ATTRIBUTED =
  /(?:^|\n\n)((?:[^\n>][^\n]*\n){1,12})(?=[ \t]*(?:—|–|--?)[ \t]*(?:[1-3] ?)?\p{Lu}[\p{L}.]+(?: \p{L}+){0,2} \d)/gu
const attributedIn = (text: string): Quoted[] =>
  [...text.matchAll(ATTRIBUTED)].flatMap(({ 0: whole, 1: words = '', index }) => {
    const open = index + whole.length - words.length
    return /["“„«»”]|^\s*[‘'—–-]/.test(words)
      ? []
      : [trimmed(text, open, open, open + words.length, open + words.trimEnd().length)]
  })
