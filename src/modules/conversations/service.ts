import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { listSuppressionsOf } from '#consent/service.ts'
import { users } from '#identity/tables.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { containing } from '#kernel/sql.ts'
import { messageFiles } from '#messaging/attachments/tables.ts'
import { messages } from '#messaging/tables.ts'
import { personById } from '#people/service.ts'
import { contactPoints, householdMembers, people } from '#people/tables.ts'
import type { Conversation, ConversationChange, Thread } from './contract.ts'
import type { AnswerChannel } from './rules/states.ts'
import { notifyAssignee } from './service/assignment-notices.ts'
import { sendersFor } from './service/senders.ts'
import { visitorOf } from './service/visitors.ts'
import { conversationDrafts, conversationItems, conversationReads, conversations, scheduledReplies } from './tables.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
/** Unread messages of a thread are counted as far as this. */
const MANY = 100

/** How far the caller has read. */
export const readTo = (ctx: Ctx) => sql`coalesce((select r.last_read_id from ${conversationReads} r
  where r.client_id = ${conversations.clientId} and r.conversation_id = ${conversations.id} and r.user_id = ${userOf(ctx)}), ${nobody}::uuid)`

const unread = (ctx: Ctx) => sql<number>`case when ${conversations.lastInId} > ${readTo(ctx)} then
  (select count(*)::int from (select from ${conversationItems} i where i.client_id = ${conversations.clientId}
    and i.conversation_id = ${conversations.id} and i.direction = 'in' and i.id > ${readTo(ctx)} limit ${MANY}) n) else 0 end`

/** The words around what was searched for, of the newest message that holds it. */
const match = (words?: string) =>
  words
    ? sql<string | null>`(select substr(i.search, greatest(1, position(lower(${words}) in lower(i.search)) - 40), 140)
        from ${conversationItems} i where i.client_id = ${conversations.clientId}
        and i.conversation_id = ${conversations.id} and i.search ilike ${containing(words)} order by i.id desc limit 1)`
    : sql<string | null>`null`

export const selectConversations = (ctx: Ctx, words?: string) =>
  ctx.db
    .select({
      id: conversations.id,
      personId: conversations.personId,
      name: sql<string>`coalesce(${people.name}, nullif(${conversations.label}, ''), ${conversations.address})`,
      address: conversations.address,
      status: conversations.status,
      assignedTo: conversations.assignedTo,
      assigneeName: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      assigneeAvatarUrl: users.avatarUrl,
      snoozedUntil: conversations.snoozedUntil,
      waitingSince: conversations.waitingSince,
      review: conversations.review,
      confidential: conversations.confidential,
      lastAt: conversations.lastAt,
      channel: conversations.lastChannel,
      direction: conversationItems.direction,
      preview: sql<string>`left(coalesce(case ${conversationItems.kind} when 'chat' then coalesce(nullif(${conversationItems.body}, ''), 'A file') end, nullif(${messages.bodyText}, ''), ${messages.subject}, ${conversationItems.body}, ''), 140)`,
      match: match(words),
      files: sql<boolean>`exists (select from ${messageFiles} f where f.client_id = ${messages.clientId}
        and f.message_id = ${messages.id})`,
      unread: unread(ctx),
      version: conversations.version,
    })
    .from(conversations)
    .leftJoin(people, and(eq(people.clientId, conversations.clientId), eq(people.id, conversations.personId)))
    .leftJoin(users, eq(users.id, conversations.assignedTo))
    .leftJoin(
      conversationItems,
      and(eq(conversationItems.clientId, conversations.clientId), eq(conversationItems.id, conversations.lastItemId)),
    )
    .leftJoin(
      messages,
      and(eq(messages.clientId, conversations.clientId), eq(messages.id, conversationItems.messageId)),
    )

export async function selectConversation(ctx: Ctx, id: string): Promise<Conversation> {
  const [row] = await selectConversations(ctx).where(and(eq(conversations.id, id), isNull(people.deletedAt)))
  return found(row, 'Conversation')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Thread> {
  const conversation = await selectConversation(ctx, id)
  const channels = await channelsOf(ctx, conversation)
  const family = await householdOf(ctx, conversation)
  const senders = await sendersFor(ctx, conversation.id)
  const visitor = await visitorOf(ctx, conversation)
  const candidates = await candidatesOf(ctx, conversation, visitor?.email)
  return { ...conversation, channels, senders, visitor, family, candidates }
}

/** Threads of the households that a person is part of, where there is more than their own. */
export async function householdOf(ctx: Ctx, { personId }: Pick<Conversation, 'personId'>) {
  if (!personId) return []
  const rows = await ctx.db
    .selectDistinct({ conversationId: conversations.id, name: people.name })
    .from(conversations)
    .innerJoin(
      people,
      and(eq(people.clientId, conversations.clientId), eq(people.id, conversations.personId), isNull(people.deletedAt)),
    )
    .where(
      and(
        sql`${conversations.personId} in (select theirs.person_id from ${householdMembers} mine join ${householdMembers} theirs
          on theirs.client_id = mine.client_id and theirs.household_id = mine.household_id where mine.person_id = ${personId})`,
      ),
    )
    .orderBy(people.name)
    .limit(50)
  return rows.length > 1 ? rows : []
}

/** Where they can be answered, their first number and address; and what stands against it. */
export async function channelsOf(
  ctx: Ctx,
  { id, personId, address }: Pick<Conversation, 'id' | 'personId' | 'address'>,
) {
  const [chat] = await ctx.db
    .select({ value: sql<string>`${conversationItems.chatId}::text` })
    .from(conversationItems)
    .where(and(eq(conversationItems.conversationId, id), isNotNull(conversationItems.chatId)))
    .limit(1)
  const points = personId
    ? await ctx.db
        .select({ kind: contactPoints.kind, value: contactPoints.valueNorm })
        .from(contactPoints)
        .where(eq(contactPoints.personId, personId))
        .orderBy(desc(contactPoints.isPrimary), contactPoints.id)
    : address.startsWith('chat:')
      ? await leftAddress(ctx, id)
      : [{ kind: address.includes('@') ? ('email' as const) : ('phone' as const), value: address }]
  const found: { channel: AnswerChannel; value: string }[] = chat ? [{ channel: 'chat', value: chat.value }] : []
  for (const { kind, value } of points) {
    const channel = kind === 'email' ? 'email' : 'sms'
    if (!found.some(one => one.channel === channel)) found.push({ channel, value })
  }
  return Promise.all(
    found.map(async ({ channel, value }) => {
      const one = { channel, value }
      if (one.channel === 'chat') return { ...one, stopped: null }
      const standing = await listSuppressionsOf(ctx, [one.value], { channel: one.channel, topic: '' })
      const stopped = standing.get(one.value)?.find(reason => reason !== 'unsubscribed') ?? null
      return { ...one, stopped }
    }),
  )
}

/** What a visitor of a chat left, so that they can be written to by mail. */
const leftAddress = async (ctx: Ctx, id: string) => {
  const email = (await visitorOf(ctx, { id }))?.email
  return email ? [{ kind: 'email' as const, value: email }] : []
}

/** A family shares one number: nobody is chosen by guessing. */
async function candidatesOf(ctx: Ctx, { personId, address }: Conversation, said?: string | null) {
  return personId ? [] : peopleAt(ctx, said ?? address)
}

/** Everyone who has that address or number. */
export const peopleAt = (ctx: Ctx, value: string) =>
  ctx.db
    .selectDistinct({ id: people.id, name: people.name })
    .from(contactPoints)
    .innerJoin(
      people,
      and(eq(people.clientId, contactPoints.clientId), eq(people.id, contactPoints.personId), isNull(people.deletedAt)),
    )
    .where(eq(contactPoints.valueNorm, value))
    .orderBy(people.name)
    .limit(20)

export async function startConversation(ctx: Ctx, { personId }: { personId: string }): Promise<Thread> {
  const person = await personById(ctx, personId)
  return get(ctx, { id: await threadOf(ctx, { personId: person.id }) })
}

/** The thread of a person or of an unknown address, also one that the caller may not read; two at once make one. */
export const threadOf = (ctx: Ctx, whose: { personId: string } | { address: string }): Promise<string> =>
  withEveryRight(ctx, 'filing', () => findOrOpen(ctx, whose))

async function findOrOpen(ctx: Ctx, whose: { personId: string } | { address: string }): Promise<string> {
  const person = 'personId' in whose
  const [row] = await ctx.db
    .insert(conversations)
    .values(whose)
    .onConflictDoUpdate({
      ...(person
        ? { target: [conversations.clientId, conversations.personId], targetWhere: sql`person_id is not null` }
        : { target: [conversations.clientId, conversations.address], targetWhere: sql`person_id is null` }),
      set: { address: sql`${conversations.address}` },
    })
    .returning({ id: conversations.id })
  return row!.id
}

export async function update(ctx: Ctx, { id, version, ...changes }: ConversationChange): Promise<Thread> {
  if (changes.assignedTo) await requireMember(ctx, changes.assignedTo, 'assignedTo')
  if (changes.status === 'snoozed' && !changes.snoozedUntil) throw invalid('snoozedUntil', 'Please choose until when')
  const before = await selectConversation(ctx, id)
  const [row] = await ctx.db
    .update(conversations)
    .set({ ...changes, ...(changes.status && changes.status !== 'snoozed' && { snoozedUntil: null }) })
    .where(and(eq(conversations.id, id), eq(conversations.version, version)))
    .returning({ version: conversations.version })
  if (!row) throw new Failure('CONFLICT')
  const { assignedTo } = changes
  if (assignedTo && assignedTo !== before.assignedTo)
    await notifyAssignee(ctx, { id, assignedTo, version: row.version })
  if (changes.status === 'closed') await stopScheduled(ctx, id)
  announce(ctx, 'conversations', id)
  return get(ctx, { id })
}

/** A closed conversation is done: nothing leaves it afterwards by itself. */
export const stopScheduled = (ctx: Ctx, conversationId: string) =>
  ctx.db
    .update(scheduledReplies)
    .set({ state: 'stopped', problem: 'The conversation was closed first.' })
    .where(and(eq(scheduledReplies.conversationId, conversationId), eq(scheduledReplies.state, 'waiting')))

export async function markRead(ctx: Ctx, { id, itemId }: { id: string; itemId: string }) {
  await selectConversation(ctx, id)
  const userId = userOf(ctx)!
  await ctx.db
    .insert(conversationReads)
    .values({ conversationId: id, userId, lastReadId: itemId })
    .onConflictDoUpdate({
      target: [conversationReads.clientId, conversationReads.conversationId, conversationReads.userId],
      set: { lastReadId: itemId },
      // Two tabs: the one that has seen more is right.
      setWhere: or(isNull(conversationReads.lastReadId), lt(conversationReads.lastReadId, itemId)),
    })
  announce(ctx, 'conversations', id)
  return {}
}

/** As if the newest message to us had not been seen. */
export async function markUnread(ctx: Ctx, { id }: { id: string }) {
  await selectConversation(ctx, id)
  const inbound = await ctx.db
    .select({ id: conversationItems.id })
    .from(conversationItems)
    .where(and(eq(conversationItems.conversationId, id), eq(conversationItems.direction, 'in')))
    .orderBy(desc(conversationItems.id))
    .limit(2)
  await ctx.db
    .update(conversationReads)
    .set({ lastReadId: inbound[1]?.id ?? null })
    .where(and(eq(conversationReads.conversationId, id), eq(conversationReads.userId, userOf(ctx)!)))
  announce(ctx, 'conversations', id)
  return {}
}

/** The person's own thread takes in what stood under the address, and reads on as one. */
export async function assignPerson(ctx: Ctx, { id, personId }: { id: string; personId: string }): Promise<Thread> {
  // What is being filed under the address right now is waited for; what comes later finds no such thread, and is filed anew.
  await ctx.db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, id)).for('update')
  const unknown = await selectConversation(ctx, id)
  if (unknown.personId) throw new Failure('CONFLICT', 'Someone has already chosen the person.')
  const person = await personById(ctx, personId)
  const target = await threadOf(ctx, { personId: person.id })
  await ctx.db.update(conversationItems).set({ conversationId: target }).where(eq(conversationItems.conversationId, id))
  await ctx.db.update(scheduledReplies).set({ conversationId: target }).where(eq(scheduledReplies.conversationId, id))
  const [newest] = await ctx.db
    .select({ id: conversationItems.id, at: conversationItems.createdAt })
    .from(conversationItems)
    .where(eq(conversationItems.conversationId, target))
    .orderBy(desc(conversationItems.id))
    .limit(1)
  const { waitingSince, review } = unknown
  await ctx.db
    .update(conversations)
    .set({
      status: 'open',
      snoozedUntil: null,
      lastItemId: newest?.id ?? null,
      ...(newest && { lastAt: newest.at }),
      lastChannel: sql`case when ${conversations.lastAt} > ${unknown.lastAt.toISOString()}::timestamptz
        then ${conversations.lastChannel} else ${unknown.channel} end`,
      lastInId: sql`(select max(i.id::text)::uuid from ${conversationItems} i where i.client_id = ${conversations.clientId}
        and i.conversation_id = ${conversations.id} and i.direction = 'in')`,
      waitingSince: sql`least(${conversations.waitingSince}, ${waitingSince})`,
      review: sql`coalesce(${conversations.review}, ${review})`,
      confidential: sql`${conversations.confidential} or ${unknown.confidential}`,
    })
    .where(eq(conversations.id, target))
  // A member who began a draft in both keeps the one in the thread that stays.
  await ctx.db.execute(sql`update ${conversationDrafts} d set conversation_id = ${target} where d.conversation_id = ${id}
    and not exists (select from ${conversationDrafts} k where k.conversation_id = ${target} and k.user_id = d.user_id)`)
  await ctx.db.delete(conversations).where(eq(conversations.id, id))
  announce(ctx, 'conversations', target)
  return get(ctx, { id: target })
}
