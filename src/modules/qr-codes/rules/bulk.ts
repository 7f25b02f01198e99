import { type Content, WebAddress } from './content.ts'

export const MOST_ROWS = 1_000

export interface BulkRow {
  name: string
  folder: string
  content: Content
}
export interface BulkFile {
  rows: BulkRow[]
  /** Of the file's rows, the header being row 1. */
  problems: { row: number; message: string }[]
}

/** Lines of a CSV file: name, address and folder; a header is known by its words. */
export function readBulk(lines: readonly (readonly string[])[]): BulkFile {
  const filled = lines.filter(cells => cells.some(cell => cell.trim() !== ''))
  const hasHeader = filled[0]?.some(cell => /^(name|url|address|web address|folder)$/i.test(cell.trim())) ?? false
  const header = hasHeader ? filled[0]!.map(cell => cell.trim().toLowerCase()) : ['name', 'url', 'folder']
  const at = (names: RegExp) => header.findIndex(cell => names.test(cell))
  const [name, url, folder] = [at(/^name$/), at(/url|address/), at(/^folder$/)]
  const found: BulkFile = { rows: [], problems: [] }
  for (const [i, cells] of filled.slice(hasHeader ? 1 : 0).entries()) {
    const row = i + (hasHeader ? 2 : 1)
    if (found.rows.length >= MOST_ROWS) {
      found.problems.push({ row, message: `A file holds at most ${MOST_ROWS.toLocaleString('en-US')} rows` })
      break
    }
    const address = WebAddress.safeParse(cells[url] ?? '')
    if (!address.success) found.problems.push({ row, message: address.error.issues[0]!.message })
    else
      found.rows.push({
        name: (cells[name] ?? '').trim().slice(0, 120),
        folder: (cells[folder] ?? '').trim().slice(0, 60),
        content: { type: 'url', url: address.data },
      })
  }
  return found
}
