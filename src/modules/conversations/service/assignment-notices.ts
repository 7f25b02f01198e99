import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import { people } from '#people/tables.ts'
import { conversations } from '../tables.ts'

interface Given {
  id: string
  assignedTo: string
  /** Of the conversation, once it was given. */
  version: number
}

/** A member who is assigned a conversation, by hand or by a campaign, is told: by bell, and by email if they wish. */
export async function notifyAssignee(ctx: Ctx, { id, assignedTo, version }: Given): Promise<void> {
  if (assignedTo === userOf(ctx)) return
  const [row] = await ctx.db
    .select({
      name: sql<string>`coalesce(${people.name}, nullif(${conversations.label}, ''), ${conversations.address})`,
    })
    .from(conversations)
    .leftJoin(people, and(eq(people.clientId, conversations.clientId), eq(people.id, conversations.personId)))
    .where(eq(conversations.id, id))
  await notify(ctx, [assignedTo], {
    type: 'assigned',
    title: `${row?.name ?? 'A conversation'} was assigned to you`,
    href: `/conversations?c=${id}`,
    dedupeKey: `conversation-assigned:${id}:${version}`,
  })
}

/** Several at once are one piece of news; `given` says how they stood before. */
export async function notifyAssigneeOfMany(ctx: Ctx, assignedTo: string, given: { id: string; version: number }[]) {
  const [first, ...more] = given
  if (!first || assignedTo === userOf(ctx)) return
  if (more.length === 0) return notifyAssignee(ctx, { id: first.id, assignedTo, version: first.version + 1 })
  await notify(ctx, [assignedTo], {
    type: 'assigned',
    title: `${given.length} conversations were assigned to you`,
    href: '/conversations?mine=true',
    dedupeKey: `conversation-assigned:${first.id}:${first.version + 1}:${given.length}`,
  })
}
