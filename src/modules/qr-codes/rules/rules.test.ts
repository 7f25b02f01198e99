import { expect, test } from 'vitest'
import { Week } from '../contract.ts'
import { readBulk } from './bulk.ts'
import { Content, warningsOf } from './content.ts'
import { fileNameOf, nameOf } from './states.ts'
import { weeksAsInstants } from './weeks.ts'

test('a file of codes is read by its header, and wrong rows are named', () => {
  const { rows, problems } = readBulk([
    ['URL', 'Name'],
    ['example.org/a', 'A'],
    ['javascript:alert(1)', 'B'],
    ['', ''],
    ['https://example.org/c', 'C'],
  ])
  expect(rows.map(({ name, content }) => [name, content])).toEqual([
    ['A', { type: 'url', url: 'https://example.org/a' }],
    ['C', { type: 'url', url: 'https://example.org/c' }],
  ])
  expect(problems).toEqual([{ row: 3, message: 'An address must start with https:// or http://' }])
})

test('a file holds at most a thousand rows', () => {
  const { rows, problems } = readBulk(Array.from({ length: 1_002 }, (_, i) => ['Row', `example.org/${i}`]))
  expect(rows).toHaveLength(1_000)
  expect(problems).toMatchObject([{ row: 1_001 }])
})

test.each([
  ['WPA', '1234567', false],
  ['WPA', '12345678', true],
  ['WPA', 'x'.repeat(64), false],
  ['WPA', 'a1'.repeat(32), true],
  ['WEP', 'abcde', true],
  ['WEP', '0123456789', true],
  ['WEP', 'abcdef', false],
  ['nopass', '', true],
])('a Wi-Fi password of %s is checked: %s', (security, password, isGood) => {
  expect(Content.safeParse({ type: 'wifi', ssid: 'Guests', security, password }).success).toBe(isGood)
})

const none = ['hello', 'not an address', 'office@grace.example', 'mailto:office@grace.example', 'ftp://grace.example']

test.each(none)('%s is no web address in any place that takes one', address => {
  expect(Content.safeParse({ type: 'url', url: address }).success).toBe(false)
  expect(Content.safeParse({ type: 'vcard', firstName: 'Ann', website: address }).success).toBe(false)
  expect(Week.safeParse({ from: '2026-11-01', target: address }).success).toBe(false)
  const { rows, problems } = readBulk([
    ['name', 'url'],
    ['Picnic', address],
  ])
  expect([rows.length, problems.length]).toEqual([0, 1])
})

test('addresses get their scheme, and private ones a warning', () => {
  expect(Content.parse({ type: 'url', url: 'example.org:8080/x' })).toMatchObject({ url: 'https://example.org:8080/x' })
  for (const host of ['localhost', '10.0.0.8', '172.20.1.1', '[::1]', 'printer.local'])
    expect(warningsOf({ type: 'url', url: `https://${host}/` }).join()).toContain('private network')
  expect(warningsOf({ type: 'url', url: 'https://10.example.org/' })).toEqual([])
})

test('names of codes and of their files', () => {
  expect(nameOf('url', 'https://www.example.org/give')).toBe('URL – example.org')
  const at = new Date('2026-11-22T15:30:05Z')
  expect(fileNameOf('Sitzplatz Überall!', at, 'America/Chicago', 'png')).toBe(
    'qr-sitzplatz-uberall-20261122-093005.png',
  )
})

test('a week begins with its day on clocks of the church, also when they change', () => {
  const weeks = ['2026-10-25', '2026-11-01'].map(from => ({ from, target: 'https://grace.example/' }))
  expect(weeksAsInstants(weeks, 'America/Chicago').map(week => week.from)).toEqual([
    '2026-10-25T05:00:00Z',
    '2026-11-01T05:00:00Z',
  ])
})

test('an address is in parts or in one line, never in both', () => {
  const ann = { type: 'vcard', firstName: 'Ann' }
  expect(Content.safeParse({ ...ann, street: '12 Oak St', city: 'Austin' }).success).toBe(true)
  expect(Content.safeParse({ ...ann, address: '12 Oak St, Austin' }).success).toBe(true)
  const both = Content.safeParse({ ...ann, city: 'Austin', address: '12 Oak St, Austin' })
  expect(both.error?.issues[0]).toMatchObject({ path: ['address'], message: expect.stringContaining('not both') })
})
