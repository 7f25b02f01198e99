import { expect, test } from 'vitest'
import { readFileText } from './file-text.ts'
import { readTable } from './table.ts'

const columns = { id: /^id$/, day: [/^received$/, /^date.*$/], fund: /^fund$/ } as const
const read = (text: string) => readTable(text, columns, places => places.has('day'))!

test('a header is found under titles and the separator in the file; known columns are preferred in their order', () => {
  const table = read('sep=;\nGifts of 2025;;\n\nDate made;ID;Fund(s);Received\n2025-01-01;="007";Roof;2025-01-02\n')
  expect(table.rows.map(({ row, cell }) => [row, cell('id'), cell('day'), cell('fund')])).toEqual([
    [5, '007', '2025-01-02', 'Roof'],
  ])
  expect(table.unread).toEqual(['Date made'])
  expect(readTable('a,b\n1,2\n', columns, places => places.has('day'))).toBeNull()
})

test('rows that came apart say so, and the rows around them are read', () => {
  const { rows } = read('ID,Date,Fund\n1,2025-01-01,"Roof\n2,2025-01-01,Roof,more\n3,2025-01-01,Roof\n')
  expect(rows.map(({ row, problem }) => [row, problem?.slice(0, 20) ?? null])).toEqual([
    [2, 'A quotation mark in '],
    [3, 'This row has more va'],
    [4, null],
  ])
})

test.each([
  ['utf-8', Buffer.from('\uFEFFMisi\u00f3n,Jos\u00e9\n', 'utf8'), 0],
  ['windows-1252', Buffer.from('Misi\u00f3n,Jos\u00e9\n', 'latin1'), 1],
  ['utf-16le', Buffer.from('\uFEFFMisi\u00f3n,Jos\u00e9\n', 'utf16le'), 1],
])('a file in %s is the same text', (_, bytes, notes) => {
  const found = readFileText(new Uint8Array(bytes))
  expect(found).toMatchObject({ text: 'Misi\u00f3n,Jos\u00e9\n', refused: null })
  expect(found.notes).toHaveLength(notes)
})

test('a workbook is refused with what to do', () => {
  expect(readFileText(new Uint8Array(Buffer.from('PK\x03\x04rest'))).refused).toContain('CSV UTF-8')
})
