import { and, eq, isNull, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { personById } from '#people/service.ts'
import type { MissingFilter } from '../contract.ts'
import { attendanceMissed } from '../events.ts'
import { REGULAR_OF, REGULAR_WEEKS, USUAL_MISSED } from '../rules/regulars.ts'
import { absences } from '../tables.ts'

interface Missed extends Record<string, unknown> {
  id: string
  name: string
  lastAttendedAt: Date
  lastAttendedOn: string
  missed: number
  attended: number
  handledAt: Date | null
}
interface Asked {
  missed: number
  handled?: boolean
  search?: string | undefined
  personId?: string
  limit: number
  offset?: number
}

/**
 * Weeks, Monday to Sunday by the church's clocks, count where anyone was checked in at a service of their weekend: a Sunday on which
 * nobody took attendance was missed by nobody. A check-in at any event of a week counts as having come.
 */
const churchWeeks = (ctx: Ctx, weeks: number) => sql`
  here as (
    select c.person_id, a.starts_at, date_trunc('week', a.starts_at at time zone ${ctx.client.timeZone}) as week,
      extract(isodow from a.starts_at at time zone ${ctx.client.timeZone}) in (6, 7) as on_weekend
    from attendance_check_ins c join appointments a on a.client_id = c.client_id and a.id = c.appointment_id
    where a.kind = 'event' and a.status <> 'cancelled' and not a.is_confidential
      and a.starts_at <= ${clock.now().toISOString()}::timestamptz
      and a.starts_at > ${new Date(clock.ms() - days(weeks * 7)).toISOString()}::timestamptz),
  weeks as (select week, row_number() over (order by week desc)::int as nth from (select distinct week from here where on_weekend) w)`

/** Half a year is looked at: who has been gone for longer is no news. */
const LOOK_BACK = 26

async function missedRows(
  ctx: Ctx,
  { missed, handled, search, personId, limit, offset = 0 }: Asked,
): Promise<Missed[]> {
  const needle = search ? containing(search) : null
  const { rows } = await ctx.db.execute<Missed>(sql`
    with ${churchWeeks(ctx, LOOK_BACK)},
    came as (select h.person_id, w.nth, max(h.starts_at) as starts_at from here h join weeks w using (week) group by 1, 2),
    gone as (
      select person_id, min(nth) - 1 as missed, max(starts_at) as last_at,
        count(*) filter (where nth <= first_nth + ${REGULAR_OF} - 1)::int as attended
      from (select *, min(nth) over (partition by person_id) as first_nth from came) c group by person_id
      having min(nth) > ${missed} and count(*) filter (where nth <= first_nth + ${REGULAR_OF} - 1) >= ${REGULAR_WEEKS})
    select p.id, p.name, g.last_at as "lastAttendedAt", g.missed::int as missed, g.attended,
      to_char(g.last_at at time zone ${ctx.client.timeZone}, 'YYYY-MM-DD') as "lastAttendedOn", s.handled_at as "handledAt"
    from gone g join people p on p.id = g.person_id and p.client_id = ${ctx.client.id}
    left join attendance_absences s on s.client_id = p.client_id and s.person_id = p.id
      and s.last_attended_on = (g.last_at at time zone ${ctx.client.timeZone})::date
    where p.deleted_at is null and not p.deceased
      and (${personId ?? null}::uuid is null or p.id = ${personId ?? null}::uuid)
      and (${handled ?? false} or s.handled_at is null) and (${needle}::text is null or p.name ilike ${needle})
    order by g.missed, g.attended desc, p.name, p.id limit ${limit} offset ${offset}`)
  return rows.map(row => ({
    ...row,
    lastAttendedAt: new Date(row.lastAttendedAt),
    handledAt: row.handledAt && new Date(row.handledAt),
  }))
}

/** Regulars who missed services, those who stopped last first. */
export async function listMissed(ctx: Ctx, { cursor, limit, ...asked }: MissingFilter) {
  const offset = pageStart(cursor, 10_000)
  const items = await missedRows(ctx, { ...asked, limit, offset })
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

export async function stats(ctx: Ctx): Promise<{ missed: number }> {
  return { missed: (await missedRows(ctx, { missed: USUAL_MISSED, limit: 1_000 })).length }
}

/** They are off the list until they come again and stop again. */
export async function followUp(ctx: Ctx, { personId, done }: { personId: string; done: boolean }) {
  await personById(ctx, personId)
  const [row] = await missedRows(ctx, { missed: 1, handled: true, personId, limit: 1 })
  const { lastAttendedOn } = found(row, 'Absence')
  const state = { handledAt: done ? clock.now() : null, handledBy: done ? userOf(ctx) : null }
  await ctx.db
    .insert(absences)
    .values({ personId, lastAttendedOn, ...state })
    .onConflictDoUpdate({ target: [absences.clientId, absences.personId, absences.lastAttendedOn], set: state })
  announce(ctx, 'attendance')
  return {}
}

/** Tells of everyone who missed three weeks since the last time; the unique index announces each absence once. */
export async function announceMissed(ctx: Ctx): Promise<void> {
  const rows = await missedRows(ctx, { missed: USUAL_MISSED, handled: true, limit: 1_000 })
  for (const { id: personId, lastAttendedOn } of rows) {
    await ctx.db.insert(absences).values({ personId, lastAttendedOn }).onConflictDoNothing()
    const [made] = await ctx.db
      .update(absences)
      .set({ announcedAt: clock.now() })
      .where(
        and(eq(absences.personId, personId), eq(absences.lastAttendedOn, lastAttendedOn), isNull(absences.announcedAt)),
      )
      .returning({ id: absences.id })
    if (made) await emit(ctx, attendanceMissed, { absenceId: made.id, personId, at: clock.now() })
  }
  if (rows.length > 0) announce(ctx, 'attendance')
}

/** Accounts that took attendance lately. */
export const whoTakeAttendance = (now: Date) =>
  sql`select distinct client_id from attendance_check_ins where created_at > ${new Date(now.getTime() - days(LOOK_BACK * 7)).toISOString()}::timestamptz`

const WEEKS_OF_PERSON = 12

/** How often someone came lately, and when last. */
export async function ofPerson(ctx: Ctx, { personId }: { personId: string }) {
  await personById(ctx, personId)
  const { rows: figures } = await ctx.db.execute<{ weeks: number; attended: number }>(sql`
    with ${churchWeeks(ctx, WEEKS_OF_PERSON)}
    select (select count(*)::int from weeks) as weeks,
      (select count(distinct h.week)::int from here h join weeks using (week) where h.person_id = ${personId}) as attended`)
  const { rows: recent } = await ctx.db.execute<{
    appointmentId: string
    title: string
    startsAt: string
    isFirst: boolean
  }>(sql`
    select a.id as "appointmentId", a.title, a.starts_at as "startsAt", c.is_first as "isFirst"
    from attendance_check_ins c join appointments a on a.client_id = c.client_id and a.id = c.appointment_id
    where c.person_id = ${personId} and not a.is_confidential order by a.starts_at desc limit 5`)
  const { rows: first } = await ctx.db.execute<{ at: string | null }>(sql`
    select min(a.starts_at) as at from attendance_check_ins c
    join appointments a on a.client_id = c.client_id and a.id = c.appointment_id where c.person_id = ${personId}`)
  return {
    ...figures[0]!,
    firstAt: first[0]?.at ? new Date(first[0].at) : null,
    recent: recent.map(row => ({ ...row, startsAt: new Date(row.startsAt) })),
  }
}
