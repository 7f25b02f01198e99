import { inArray } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { parsePartialDate } from '#people/rules/birthday.ts'
import { intakePerson } from '#people/service/intake.ts'
import { people } from '#people/tables.ts'
import type { NewAttendee } from '../contract.ts'
import { attendees } from '../tables.ts'

export interface Guest {
  personId: string | null
  name: string
  email: string | null
  phone: string | null
  timeZone: string | null
  birthDate: string | null
}

const guestOf = (row: typeof people.$inferSelect): Guest => ({
  personId: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  timeZone: row.timeZone,
  birthDate: row.birthDate,
})

const peopleOf = async (ctx: Ctx, ids: string[]) => {
  const rows = ids.length === 0 ? [] : await ctx.db.select().from(people).where(inArray(people.id, ids))
  return new Map(rows.filter(row => !row.deletedAt).map(row => [row.id, guestOf(row)]))
}

/** Turns each attendee into a person of the church, matching people who are known already. */
export async function guestsFrom(ctx: Ctx, given: readonly NewAttendee[]): Promise<Guest[]> {
  const ids: string[] = []
  for (const one of given) ids.push(one.personId ?? (await arrived(ctx, one)))
  const known = await peopleOf(ctx, [...new Set(ids)])
  return [...new Set(ids)].map(id => {
    const guest = known.get(id)
    if (!guest) throw invalid('attendees', 'One of these people no longer exists')
    const typed = given[ids.indexOf(id)]
    // What was typed for this appointment is where its messages go, also where a person has other addresses.
    return typed && !typed.personId
      ? { ...guest, email: typed.email ?? guest.email, phone: typed.phone ?? guest.phone }
      : guest
  })
}

async function arrived(ctx: Ctx, { name = '', email, phone }: NewAttendee): Promise<string> {
  const [firstName = '', ...rest] = (name || (email ?? '').split('@')[0] || '').split(/\s+/)
  const points = [
    email ? { kind: 'email' as const, value: email } : null,
    phone ? { kind: 'phone' as const, value: phone } : null,
  ].filter(point => point !== null)
  const { personId } = await intakePerson(ctx, { firstName, lastName: rest.join(' '), points, source: 'Calendar' })
  return personId
}

/** Under 18 on the day, as far as a birth date is known. */
export function isMinor({ birthDate }: Pick<Guest, 'birthDate'>, on: Date, timeZone: string): boolean {
  const date = birthDate ? parsePartialDate(birthDate) : null
  if (!date?.year) return false
  const day = DateTime.fromJSDate(on, { zone: timeZone })
  return day.diff(DateTime.local(date.year, date.month, date.day, { zone: timeZone }), 'years').years < 18
}

/** Writes those who come, once each. */
export async function addAttendees(ctx: Ctx, appointmentId: string, guests: readonly Guest[]) {
  if (guests.length === 0) return []
  return ctx.db
    .insert(attendees)
    .values(guests.map(({ birthDate: _, ...guest }) => ({ ...guest, appointmentId })))
    .returning({ id: attendees.id })
}
