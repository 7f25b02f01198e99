import { expect, test } from 'vitest'
import { heldText } from './held.ts'

const formats = { time: () => '8:00 AM', dateTime: () => 'Nov 24, 2026, 8:00 AM', timeZone: 'America/Chicago' }
const at = (time: string) => new Date(`2026-11-${time}Z`)

test('what waits for the end of quiet hours says until when', () => {
  const held = (until: Date | null) => heldText(until, at('22T03:00:00').getTime(), formats)
  expect(held(at('22T14:00:00'))).toBe('Held until 8:00 AM (quiet hours)')
  expect(held(at('24T14:00:00'))).toBe('Held until Nov 24, 2026, 8:00 AM (quiet hours)')
  expect(heldText(at('22T18:00:00'), at('22T15:00:00').getTime(), { ...formats, time: () => '12:00 PM' })).toBe(
    'Held until 12:00 PM (Sunday morning)',
  )
  expect(held(at('22T02:00:00'))).toBeUndefined()
  expect(held(null)).toBeUndefined()
})
