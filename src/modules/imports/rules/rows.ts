import { columnsNamed } from './card-columns.ts'
import { type CardReader, cardReader } from './cards.ts'
import { type Decoder, decoder } from './encoding.ts'
import type { FileFormat } from './parsing.ts'
import { type CsvRecord, csvReader, isBlank } from './records.ts'

/** What is left of a file's records when titles, header and blank lines are gone; `report` fills as they come. */
export interface Rows extends AsyncIterable<CsvRecord[]> {
  report: Decoder['report']
  /** Records read so far, blank lines included. */
  lines(): number
}

/** The rows of people in a file, in pieces as its bytes arrive. */
export function rowsOf(bytes: AsyncIterable<Uint8Array>, { cards, ...format }: FileFormat): Rows {
  return cards ? rowsOfCards(bytes, format, cardReader(columnsNamed(cards))) : rowsOfTable(bytes, format)
}

function rowsOfTable(bytes: AsyncIterable<Uint8Array>, { encoding, delimiter, skip, width }: FileFormat): Rows {
  const decode = decoder(encoding)
  const reader = csvReader({ delimiter, columns: width })
  let left = skip
  let lines = 0
  const people = (records: CsvRecord[]) => {
    lines += records.length
    const rest = records.slice(left)
    left = Math.max(0, left - records.length)
    return rest.filter(({ cells }) => !isBlank(cells))
  }
  async function* pieces() {
    for await (const chunk of bytes) yield people(reader.write(decode.write(chunk)))
    yield people([...reader.write(decode.end()), ...reader.end()])
  }
  return { report: decode.report, lines: () => lines, [Symbol.asyncIterator]: pieces }
}

/** A card without anything in it is a row, too: its number is said. */
function rowsOfCards(bytes: AsyncIterable<Uint8Array>, { encoding }: FileFormat, reader: CardReader): Rows {
  const decode = decoder(encoding)
  let lines = 0
  const counted = (records: CsvRecord[]) => {
    lines += records.length
    decode.report.photos = reader.photos()
    return records
  }
  async function* pieces() {
    for await (const chunk of bytes) yield counted(reader.write(decode.write(chunk)))
    yield counted([...reader.write(decode.end()), ...reader.end()])
  }
  return { report: decode.report, lines: () => lines, [Symbol.asyncIterator]: pieces }
}
