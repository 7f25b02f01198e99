import { and, asc, eq, inArray } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { activeMember, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import type { NewShift, Settings, Shift } from '../contract.ts'
import { ESCALATE_MINUTES } from '../rules/options.ts'
import { pagedIn } from '../rules/shifts.ts'
import { crisisSettings, crisisShifts } from '../tables.ts'

const columns = {
  id: crisisShifts.id,
  userId: crisisShifts.userId,
  name: users.name,
  weekdays: crisisShifts.weekdays,
  fromMinute: crisisShifts.fromMinute,
  untilMinute: crisisShifts.untilMinute,
  phone: crisisShifts.phone,
}

/** Of those who are still members. */
export const shiftsOf = (ctx: Ctx): Promise<Shift[]> =>
  ctx.db
    .select(columns)
    .from(crisisShifts)
    .innerJoin(members, and(eq(members.userId, crisisShifts.userId), activeMember))
    .innerJoin(users, eq(users.id, crisisShifts.userId))
    .orderBy(asc(crisisShifts.fromMinute), asc(crisisShifts.id))

export async function escalateMinutes(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.select({ minutes: crisisSettings.escalateMinutes }).from(crisisSettings)
  return row?.minutes ?? ESCALATE_MINUTES.usual
}

async function ownersOf(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.role, 'owner'), activeMember))
  return rows.map(({ userId }) => userId)
}

export async function rota(ctx: Ctx) {
  const shifts = await shiftsOf(ctx)
  const owners = await ownersOf(ctx)
  const paged = pagedIn(0, shifts, { pastors: [], owners }, clock.now(), ctx.client.timeZone)
  const named = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, paged))
  const now = paged.flatMap(id => named.filter(one => one.id === id).map(one => one.name || one.email))
  return { shifts, settings: { escalateMinutes: await escalateMinutes(ctx) }, now, isEmpty: shifts.length === 0 }
}

export async function addShift(ctx: Ctx, { phone: typed, ...shift }: NewShift): Promise<Shift> {
  await requireMember(ctx, shift.userId, 'userId')
  const phone = typed ? normalisePhone(typed, ctx.client.country) : null
  if (typed && !phone) throw invalid('phone', 'Please enter a phone number with its area code')
  const weekdays = [...new Set(shift.weekdays)].sort()
  await ctx.db
    .insert(crisisShifts)
    .values({ ...shift, weekdays, phone })
    .onConflictDoNothing()
  announce(ctx, 'crisis')
  return found(
    (await shiftsOf(ctx)).find(({ id }) => id === shift.id),
    'Shift',
  )
}

export async function removeShift(ctx: Ctx, { id }: { id: string }) {
  const gone = await ctx.db.delete(crisisShifts).where(eq(crisisShifts.id, id)).returning({ id: crisisShifts.id })
  found(gone[0], 'Shift')
  announce(ctx, 'crisis')
  return {}
}

export async function saveSettings(ctx: Ctx, settings: Settings): Promise<Settings> {
  await ctx.db
    .insert(crisisSettings)
    .values(settings)
    .onConflictDoUpdate({ target: crisisSettings.clientId, set: settings })
  announce(ctx, 'crisis')
  return settings
}
