import { and, eq, inArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import type { Item } from '../contract.ts'
import { drop } from '../drafts/service.ts'
import { appendItem, itemById } from '../items/service/stored-items.ts'
import { presenceNews } from '../rules/presence.ts'
import { selectConversation } from '../service.ts'
import { conversationItems } from '../tables.ts'

interface NewNote {
  id: string
  text: string
  key: string
  mentions: string[]
}

/** Among colleagues: it stands in the thread and never leaves. Its key is made by the screen, so that a double click writes it once. */
export async function addNote(ctx: Ctx, { id, text, key, mentions }: NewNote): Promise<Item> {
  const conversation = await selectConversation(ctx, id)
  await drop(ctx, id)
  const known = await byKey(ctx, id, key)
  if (known) return known
  await mayRead(ctx, mentions, conversation.confidential)
  const userId = userOf(ctx)
  const itemId = await appendItem(ctx, id, { key, kind: 'note', body: text, direction: 'out', userId, mentions })
  if (!itemId) return found(await byKey(ctx, id, key), 'Note')
  const [me] = await ctx.db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userOf(ctx)!))
  await notify(ctx, mentions, {
    type: 'mention',
    title: `${me?.name || 'A colleague'} mentions you`,
    // What is confidential does not travel by mail.
    body: conversation.confidential ? 'In a confidential conversation' : `${conversation.name}: ${text.slice(0, 200)}`,
    href: `/conversations?c=${id}`,
    dedupeKey: `mention:${key}`,
  })
  return itemById(ctx, itemId)
}

async function byKey(ctx: Ctx, conversationId: string, key: string): Promise<Item | undefined> {
  const [row] = await ctx.db
    .select({ id: conversationItems.id })
    .from(conversationItems)
    .where(and(eq(conversationItems.conversationId, conversationId), eq(conversationItems.key, key)))
  return row && itemById(ctx, row.id)
}

/** Nobody is called to a conversation that they may not open. */
async function mayRead(ctx: Ctx, userIds: string[], confidential: boolean): Promise<void> {
  if (userIds.length === 0) return
  const rows = await ctx.db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(and(inArray(members.userId, userIds), activeMember))
  const readers = rows.filter(
    ({ role }) => may(role, 'conversations.read') && (!confidential || may(role, 'pastoral.read')),
  )
  if (readers.length !== new Set(userIds).size)
    throw invalid('mentions', 'Please mention colleagues who can read this conversation')
}

/** Tells other screens who is writing; the database keeps nothing of it. */
export async function announcePresence(ctx: Ctx, { id, on }: { id: string; on: boolean }) {
  await selectConversation(ctx, id)
  announce(ctx, 'presence', presenceNews({ conversationId: id, userId: userOf(ctx)!, on }))
  return {}
}
