import { expect, test } from 'vitest'
import { eventFile, feed, invitation } from './icalendar.ts'

const long = '🌿 Frühstück, Gebet; 早餐 مريم '.repeat(12).trim()
const event = {
  uid: 'one@lampstand',
  sequence: 0,
  title: long,
  description: `${long}\n${long}`,
  location: long,
  startsAt: new Date('2026-11-24T15:00Z'),
  endsAt: new Date('2026-11-24T16:00Z'),
  stampedAt: new Date(0),
  status: 'CONFIRMED' as const,
}
const person = { name: long, email: 'ann@example.org' }

test.each([
  ['a feed', feed(long, [event])],
  ['an invitation', invitation('REQUEST', { ...event, organizer: person, attendee: person })],
  ['a file', eventFile(event)],
])('%s has lines of at most 75 octets, and no character is cut apart', (_what, text) => {
  const lines = text.split('\r\n')
  expect(lines.length).toBeGreaterThan(20)
  expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(lines.join('')).not.toContain('\ufffd')
  expect(lines.every(line => line.isWellFormed())).toBe(true)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${long.replace(/[,;]/g, '\\$&')}`)
})
