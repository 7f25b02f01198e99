import { and, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { selectLeads, toLead } from '../service.ts'
import { leads } from '../tables.ts'

const untold = (now: Date) =>
  and(
    isNull(leads.deletedAt),
    ne(leads.status, 'closed'),
    lt(leads.followUpAt, now),
    sql`${leads.overdueToldFor} is distinct from ${leads.followUpAt}`,
  )

export const accountsWithNewOverdue = (now: Date) => sql`select ${leads.clientId} from ${leads} where ${untold(now)}`

/** Leads whose follow-up has become overdue since the last look, with whom to tell. Each date is taken once. */
export async function claimOverdue(ctx: Ctx) {
  const taken = await ctx.db
    .update(leads)
    .set({ overdueToldFor: sql`${leads.followUpAt}` })
    .where(untold(clock.now()))
    .returning({ id: leads.id })
  if (taken.length === 0) return []
  const rows = await selectLeads(ctx).where(
    inArray(
      leads.id,
      taken.map(row => row.id),
    ),
  )
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const admins = team.filter(({ role }) => role === 'owner' || role === 'admin').map(({ userId }) => userId)
  // Someone who has left the team hears nothing: their leads are the admins' until they are given away.
  const present = new Set(team.map(({ userId }) => userId))
  return rows.map(row => ({
    lead: toLead(row),
    userIds: row.assignedTo && present.has(row.assignedTo) ? [row.assignedTo] : admins,
  }))
}
