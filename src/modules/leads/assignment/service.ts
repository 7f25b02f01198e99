import { sql } from 'drizzle-orm'
import { read as readChurch } from '#clients/service.ts'
import { members } from '#clients/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { reach, roles } from '#kernel/permissions.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { usualHours } from '#messaging/carrier/rules.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { leads } from '../tables.ts'
import { withinOfficeHours } from './rules.ts'

const assignable = roles.filter(role => reach(role, 'leads.write') === 'all')

/**
 * Who gets the next new lead: of the members whom the church chose, or of all who work with leads, the one whose last lead is
 * the oldest (round robin). Null where the church assigns by hand.
 */
export async function nextOwner(ctx: Ctx): Promise<string | null> {
  const { leadAssignment } = await readChurch(ctx)
  return leadAssignment === 'manual' ? null : nextInRotation(ctx)
}

/** The same whatever the church chose for new leads. */
export async function nextInRotation(ctx: Ctx): Promise<string | null> {
  const { leadOwnerIds } = await readChurch(ctx)
  // Two leads at once would both find the same member first.
  await advisoryLock(ctx.db, `${ctx.client.id} next owner`)
  const { rows } = await ctx.db.execute<{ user_id: string }>(sql`
    select m.user_id from ${members} m
    where m.removed_at is null and m.role = any(${sql.param(assignable)}::text[])
      and (${leadOwnerIds.length === 0} or m.user_id = any(${sql.param(leadOwnerIds)}::uuid[]))
    order by (select l.id from ${leads} l where l.client_id = m.client_id and l.assigned_to = m.user_id
      order by l.id desc limit 1) nulls first, m.id
    limit 1`)
  return rows[0]?.user_id ?? null
}

/** When a new lead's follow-up is due: after the church's hours, while its office is open. */
export async function firstFollowUp(ctx: Ctx): Promise<Date> {
  const { followUpHours } = await readChurch(ctx)
  const officeHours = (await accountRow(ctx))?.officeHours ?? usualHours
  return withinOfficeHours(new Date(clock.ms() + hours(followUpHours)), officeHours, ctx.client.timeZone)
}
