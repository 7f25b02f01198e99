import { type SQL, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { notify } from '#notifications/service.ts'
import type { Work } from '../contract.ts'

/**
 * What is assigned to someone and still to be done, by table: whose it is, and which rows count. A closed lead and a
 * finished task stay with the person who saw to them. It is written here, by name and past the modules that own the rows,
 * because who belongs and whose work it is change together; a test holds the list against the database.
 */
const assigned: Record<keyof Work, { column: string; open: string }> = {
  leads: { column: 'assigned_to', open: `deleted_at is null and status <> 'closed'` },
  tasks: { column: 'assignee_id', open: 'deleted_at is null and done_at is null' },
  people: { column: 'assigned_to', open: 'deleted_at is null' },
  conversations: { column: 'assigned_to', open: `status <> 'closed'` },
  workflow_approvals: { column: 'assignee_id', open: `state = 'open'` },
  form_submissions: { column: 'assigned_to', open: `deleted_at is null and state in ('new', 'processed')` },
  prayer_requests: { column: 'assigned_to', open: `status in ('new', 'praying')` },
  reviews: { column: 'assigned_to', open: `state = 'open' and gone_at is null` },
}
const kinds = Object.keys(assigned) as (keyof Work)[]
const theirs = (kind: keyof Work, userId: string): SQL =>
  sql`${sql.identifier(assigned[kind].column)} = ${userId} and ${sql.raw(assigned[kind].open)}`

export const emptyWorkload: Work = {
  leads: 0,
  tasks: 0,
  people: 0,
  conversations: 0,
  workflow_approvals: 0,
  form_submissions: 0,
  prayer_requests: 0,
  reviews: 0,
}

/** Also of what the caller may not read: nothing stays with someone who has left. */
export const countWork = (ctx: Ctx, userId: string): Promise<Work> =>
  withEveryRight(ctx, 'reassignment', () => count(ctx, userId))

async function count(ctx: Ctx, userId: string): Promise<Work> {
  const work = { ...emptyWorkload }
  for (const kind of kinds) {
    const { rows } = await ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(kind)} where ${theirs(kind, userId)}`,
    )
    work[kind] = rows[0]!.count
  }
  return work
}

/** @returns how much of each changed hands */
export const reassignWork = (ctx: Ctx, from: string, to: string): Promise<Work> =>
  withEveryRight(ctx, 'reassignment', () => reassign(ctx, from, to))

async function reassign(ctx: Ctx, from: string, to: string): Promise<Work> {
  const work = { ...emptyWorkload }
  for (const kind of kinds) {
    const column = sql.identifier(assigned[kind].column)
    const { rows } = await ctx.db.execute<{ id: string }>(
      sql`update ${sql.identifier(kind)} set ${column} = ${to} where ${theirs(kind, from)} returning id`,
    )
    work[kind] = rows.length
    if (work[kind] > 0) announce(ctx, kind)
  }
  return work
}

interface HandedOver {
  /** The member who left. */
  id: string
  from: string
  to: string
  work: Work
}

/** One line for all of it, not one for each. */
export async function notifyOfReassignment(ctx: Ctx, { id, from, to, work }: HandedOver): Promise<void> {
  const parts = kinds.filter(kind => work[kind] > 0).map(kind => countOf(kind, work[kind]))
  if (parts.length === 0) return
  await notify(ctx, [to], {
    type: 'assigned',
    title: `You took over the work of ${from}`,
    body: `${parts.join(', ')}.`,
    href: '/leads',
    dedupeKey: `handover:${id}:${clock.ms()}`,
  })
}

const one: Record<keyof Work, string> = {
  leads: 'lead',
  tasks: 'task',
  people: 'person',
  conversations: 'conversation',
  workflow_approvals: 'workflow approval',
  form_submissions: 'form submission',
  prayer_requests: 'prayer request',
  reviews: 'review',
}
const countOf = (kind: keyof Work, count: number) => `${count} ${count === 1 ? one[kind] : kind.replace('_', ' ')}`
