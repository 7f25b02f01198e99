import { readCard } from './card.ts'
import type { CardColumn } from './card-columns.ts'
import type { CsvReader, CsvRecord } from './records.ts'

/** Whether a file is of cards and no table, by its first characters. */
export const isCards = (start: string): boolean => /^\uFEFF?\s*BEGIN:VCARD/i.test(start)

/** Characters of one card without its pictures, and of one line. */
const longest = 1_000_000

export interface CardReader extends CsvReader {
  /** Cards so far with a photo, which is left out. */
  photos(): number
}

interface Open {
  /** Properties that are whole. */
  lines: string[]
  /** The property that began last, by the lines it is written on: joined once, as a line may be folded a million times. */
  pieces: string[]
  /** Its start, up to the colon. */
  head: string
  size: number
  photo: boolean
  /** The property that began last is a picture, a sound or a key: lines that continue it go with it. */
  dropping: boolean
}

/**
 * Splits a file of vCards into rows, in pieces as its text arrives; `line` of a row counts the cards from 1. Reads 2.1, 3.0 and
 * 4.0, also mixed, with any line ending; a card that is never closed costs itself and no other.
 */
export function cardReader(columns: readonly CardColumn[]): CardReader {
  let [rest, cutting] = ['', false]
  let card: Open | null = null
  let [cards, photos] = [0, 0]

  function record(problem: CsvRecord['problem']): CsvRecord {
    finish(card!)
    const { lines, size, photo } = card!
    card = null
    if (photo) photos++
    const read = readCard(size > longest ? lines.slice(0, 50) : lines, columns)
    const reason = problem ?? (size > longest ? 'too_long' : read.isGroup ? 'group_card' : null)
    return { cells: read.cells, line: ++cards, problem: reason, skippedLines: read.skipped }
  }

  function take(line: string): CsvRecord[] {
    const edge = /^\s*(begin|end)\s*:\s*vcard\s*$/i.exec(line)?.[1]?.toLowerCase()
    const before = edge === 'begin' && card ? [record('open_card')] : []
    if (edge === 'begin') card = { lines: [], pieces: [], head: '', size: 0, photo: false, dropping: false }
    else if (edge === 'end') return card ? [record(null)] : []
    else if (card) add(card, line)
    return before
  }

  function lines(text: string, final: boolean): CsvRecord[] {
    const all = rest + text
    // A carriage return at the very end may be half of a line break.
    const until = final ? all.length : all.endsWith('\r') ? all.length - 1 : all.length
    const parts = all.slice(0, until).split(/\r\n|\n|\r/)
    rest = final ? '' : parts.pop()! + all.slice(until)
    if (cutting && parts.length > 0) {
      parts.shift()
      cutting = false
    }
    const records = parts.flatMap(take)
    if (rest.length > longest) {
      if (!cutting && card) add(card, rest)
      cutting = true
      rest = ''
    }
    return records
  }

  return {
    write: text => lines(text, false),
    end: () => [...lines('', true), ...(card ? [record('open_card')] : [])],
    photos: () => photos,
  }
}

const binary = /^(?:[\w-]+\.)?(photo|logo|sound|key)\s*[;:]/i
const quotedPrintable = /^[^:]*;\s*(?:encoding\s*=\s*)?quoted-printable\b[^:]*:/i

const longestHead = 1_000

function finish(card: Open): void {
  if (card.pieces.length > 0) card.lines.push(card.pieces.join(''))
  card.pieces = []
  card.head = ''
}

function keep(card: Open, piece: string): void {
  card.pieces.push(piece)
  if (card.head.length < longestHead && !card.head.includes(':')) card.head += piece.slice(0, longestHead)
}

function add(card: Open, line: string): void {
  const before = card.pieces.at(-1)
  const folded = /^[ \t]/.test(line)
  if (card.dropping && (folded || !line.includes(':'))) return
  // Too long already: nothing more of it is kept.
  if (card.size > longest) return
  if (before?.endsWith('=') && !card.dropping && quotedPrintable.test(card.head)) {
    card.pieces[card.pieces.length - 1] = before.slice(0, -1)
    keep(card, line)
  } else if (folded && before !== undefined) keep(card, line.slice(1))
  else {
    const kind = binary.exec(line)?.[1]?.toLowerCase()
    card.dropping = kind !== undefined
    if (kind === 'photo') card.photo = true
    if (kind === undefined) {
      finish(card)
      keep(card, line)
    }
  }
  if (!card.dropping) card.size += line.length
}
