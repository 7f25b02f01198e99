import { expect, test } from 'vitest'
import { usualHours } from '#messaging/carrier/rules.ts'
import { withinOfficeHours } from './rules.ts'

const due = (at: string, hours = usualHours) => withinOfficeHours(new Date(at), hours, 'America/Chicago').toISOString()

test.each([
  // Monday Nov 23, 2026: Chicago is six hours behind UTC.
  ['open: it stays', '2026-11-23T16:30:00.000Z', '2026-11-23T16:30:00.000Z'],
  ['before the office opens', '2026-11-23T11:00:00.000Z', '2026-11-23T15:00:00.000Z'],
  ['after it has closed: the next day', '2026-11-24T01:00:00.000Z', '2026-11-24T15:00:00.000Z'],
  ['on Saturday: Monday', '2026-11-21T18:00:00.000Z', '2026-11-23T15:00:00.000Z'],
  ['Friday night, and the clock goes back on Sunday', '2026-10-31T02:00:00.000Z', '2026-11-02T15:00:00.000Z'],
])('%s', (_, at, expected) => {
  expect(due(at)).toBe(expected)
})

test('an office that never opens leaves the hour as it is', () => {
  expect(due('2026-11-21T18:00:00.000Z', Array(7).fill(null))).toBe('2026-11-21T18:00:00.000Z')
})
