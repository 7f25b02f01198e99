import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { leads } from '#leads/tables.ts'
import { notify } from '#notifications/service.ts'
import { people, tasks } from '#people/tables.ts'
import type { Work } from '../contract.ts'

interface Assigned {
  table: PgTable
  /** Whose it is. */
  of: (userId: string) => SQL | undefined
  give: (ctx: Ctx, of: SQL | undefined, to: string) => Promise<unknown[]>
}

/**
 * What is assigned to somebody and still to be done; a closed lead and a finished task stay with whoever saw to them.
 * It is written here, past the modules that own the rows, because who belongs and whose work it is change together.
 */
const assigned: Record<keyof Work, Assigned> = {
  leads: {
    table: leads,
    of: userId => and(eq(leads.assignedTo, userId), isNull(leads.deletedAt), ne(leads.status, 'closed')),
    give: (ctx, of, to) => ctx.db.update(leads).set({ assignedTo: to }).where(of).returning({ id: leads.id }),
  },
  tasks: {
    table: tasks,
    of: userId => and(eq(tasks.assigneeId, userId), isNull(tasks.deletedAt), isNull(tasks.doneAt)),
    give: (ctx, of, to) => ctx.db.update(tasks).set({ assigneeId: to }).where(of).returning({ id: tasks.id }),
  },
  people: {
    table: people,
    of: userId => and(eq(people.assignedTo, userId), isNull(people.deletedAt)),
    give: (ctx, of, to) => ctx.db.update(people).set({ assignedTo: to }).where(of).returning({ id: people.id }),
  },
}
const kinds = Object.keys(assigned) as (keyof Work)[]

export async function countWork(ctx: Ctx, userId: string): Promise<Work> {
  const work: Work = { leads: 0, tasks: 0, people: 0 }
  for (const kind of kinds) {
    const { table, of } = assigned[kind]
    const [row] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(table).where(of(userId))
    work[kind] = row!.count
  }
  return work
}

/** @returns how much of each changed hands */
export async function handOver(ctx: Ctx, from: string, to: string): Promise<Work> {
  const work: Work = { leads: 0, tasks: 0, people: 0 }
  for (const kind of kinds) {
    const { of, give } = assigned[kind]
    work[kind] = (await give(ctx, of(from), to)).length
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
export async function tellOfWork(ctx: Ctx, { id, from, to, work }: HandedOver): Promise<void> {
  const parts = kinds.filter(kind => work[kind] > 0).map(kind => countOf(kind, work[kind]))
  if (parts.length === 0) return
  await notify(ctx, [to], {
    type: 'assigned',
    title: `What was ${from}’s is yours now`,
    body: `${parts.join(', ')}.`,
    href: '/leads',
    dedupeKey: `handover:${id}:${clock.ms()}`,
  })
}

const one: Record<keyof Work, string> = { leads: 'lead', tasks: 'task', people: 'person' }
const countOf = (kind: keyof Work, count: number) => `${count} ${count === 1 ? one[kind] : kind}`
