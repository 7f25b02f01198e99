import { expect, test } from 'vitest'
import { nearestStart } from './nearest.ts'

test('latecomers are checked in at the first service, and those who come early at the second', () => {
  const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
  const events = [{ startsAt: at('09:00') }, { startsAt: at('10:30') }]
  const chosen = (time: string) => nearestStart(events, at(time))?.startsAt
  expect(chosen('08:30')).toEqual(at('09:00'))
  expect(chosen('09:40')).toEqual(at('09:00'))
  expect(chosen('09:50')).toEqual(at('10:30'))
  expect(nearestStart([], at('09:00'))).toBeUndefined()
})
