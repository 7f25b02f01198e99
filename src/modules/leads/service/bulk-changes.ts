import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import type { Selection } from '../contract.ts'
import { leadAssigned } from '../events.ts'
import { type Filters, get, selectLeads, where } from '../service.ts'
import { read as settingsOf } from '../settings/service.ts'
import { leads, stageHistory } from '../tables.ts'

/** Sources in use, most frequent first. */
export async function sources(ctx: Ctx) {
  const rows = await ctx.db
    .select({ source: leads.source })
    .from(leads)
    .where(and(isNull(leads.deletedAt), isNotNull(leads.source)))
    .groupBy(leads.source)
    .orderBy(sql`count(*) desc`)
    .limit(100)
  return { items: rows.map(row => row.source!) }
}

/** Changes of stage and outcome, newest first. */
export async function history(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  const items = await ctx.db
    .select({
      id: stageHistory.id,
      from: stageHistory.from,
      to: stageHistory.to,
      outcome: stageHistory.outcome,
      reason: stageHistory.reason,
      userName: users.name,
      createdAt: stageHistory.createdAt,
    })
    .from(stageHistory)
    .leftJoin(users, eq(users.id, stageHistory.userId))
    .where(eq(stageHistory.leadId, id))
    .orderBy(desc(stageHistory.id))
    .limit(200)
  return { items }
}

/** Gives all chosen leads an owner, or none. */
export async function assign(ctx: Ctx, { selection, assignedTo }: { selection: Selection; assignedTo: string | null }) {
  await requireMember(ctx, assignedTo, 'assignedTo')
  const filter: Filters = 'filter' in selection ? selection.filter : {}
  const chosen = ctx.db
    .select({ id: leads.id })
    .from(leads)
    .innerJoin(people, and(eq(people.clientId, leads.clientId), eq(people.id, leads.personId)))
    .where(and(where(ctx, filter), 'ids' in selection ? inArray(leads.id, selection.ids) : undefined))
  const changed = await ctx.db
    .update(leads)
    .set({ assignedTo })
    .where(and(inArray(leads.id, chosen), sql`${leads.assignedTo} is distinct from ${assignedTo}`))
    .returning({ leadId: leads.id, personId: leads.personId })
  // Each owner hears of each lead, but a bulk of hundreds is one piece of news.
  if (assignedTo && changed.length <= 20)
    for (const one of changed)
      await emit(ctx, leadAssigned, { ...one, userId: userOf(ctx), at: clock.now(), assignedTo })
  announce(ctx, 'leads')
  return { changed: changed.length }
}

const header = [
  'Name',
  'Email',
  'Phone',
  'Stage',
  'Outcome',
  'Reason',
  'Source',
  'Value',
  'Follow-up',
  'Notes',
  'Created',
]

/** What the filter finds as CSV, 50,000 rows at most. */
export async function exportCsv(ctx: Ctx, filter: Filters) {
  const names = await settingsOf(ctx)
  const rows = await selectLeads(ctx).where(where(ctx, filter)).orderBy(asc(leads.id)).limit(50_000)
  const lines = rows.map(lead => [
    lead.name,
    lead.email,
    lead.phone,
    names.stageTitles[lead.status],
    lead.outcome && names.outcomeTitles[lead.outcome],
    lead.reason,
    lead.source,
    lead.value === null ? '' : (lead.value / 100).toFixed(2),
    lead.followUpAt,
    lead.notes,
    lead.createdAt,
  ])
  return { csv: csvFile(header, lines) }
}
