import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { clock, seconds } from '#kernel/clock.ts'
import type { aChurch } from './church.ts'
import { atNoon } from './flock.ts'
import { hiddenIn, pageOf } from './forms.ts'
import { aServer } from './web.ts'

export type Church = Awaited<ReturnType<typeof aChurch>>
export const ZONE = 'America/Chicago'

/** Noon of a weekday in Chicago, and the church's hosts by the member's id. */
export async function aCalendar(church: Church) {
  await atNoon(church)
  const { items } = await church.owner.calendarResources.list({ kind: ['host'] })
  const hostOf = (role: keyof Church['people']) => items.find(one => one.userId === church.people[role].id)!
  return { hostOf }
}

/** A weekday's clock time, so many working days from now: `at(1, '10:00')`. */
export function at(days: number, time: string): Date {
  let day = DateTime.fromMillis(clock.ms(), { zone: ZONE })
  for (let left = days; left > 0; ) {
    day = day.plus({ days: 1 })
    if (day.weekday < 6) left--
  }
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return day.set({ hour, minute, second: 0, millisecond: 0 }).toJSDate()
}

type Types = Church['owner']['calendarTypes']
export async function aType(church: Church, change: Partial<Parameters<Types['create']>[0]> = {}) {
  const { hostOf } = await aCalendar(church)
  const hosts = [{ resourceId: hostOf('pastor').id, weight: 1, priority: 0 }]
  return church.owner.calendarTypes.create({ name: 'Coffee with the pastor', noticeMinutes: 0, hosts, ...change })
}

export const newGuest = () => ({ name: 'Maria Lopez', email: `${randomUUID()}@example.org`, phone: '' })
export const pathOf = (type: { page: string }) => new URL(type.page).pathname

export async function post(path: string, fields: Record<string, string>, agent = 'test') {
  const { send } = await aServer()
  return send(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
  })
}

/** As a guest without JavaScript, each with a device of their own: a time, the form, the button. */
export async function bookOnline(
  type: { page: string },
  start: Date,
  guest: Record<string, string> = newGuest(),
  { next, agent = randomUUID() }: { next?: string; agent?: string } = {},
) {
  const path = pathOf(type)
  const held = await post(`${path}/hold`, { at: start.toISOString(), ...(next && { next }) }, agent)
  if (held.status !== 303) return { response: held, fields: {}, link: '' }
  const html = await pageOf(held.headers.get('location')!)
  clock.advance(seconds(20))
  const hold = held.headers.get('location')!.includes('hold=') ? ['hold'] : []
  const names = ['at', 'key', ...hold, '_opened', 'duration', 'zone', ...(next ? ['next'] : [])]
  const hidden = names.map(name => [name, hiddenIn(html, name)] as const)
  const fields = { ...Object.fromEntries(hidden), ...guest }
  const response = await post(path, fields, agent)
  return { response, fields, link: response.headers.get('location') ?? '' }
}
