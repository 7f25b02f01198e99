import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { suppressions } from '#consent/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { contactPoints, people, personTags } from '#people/tables.ts'
import type { BulkChange, Conversation, ConversationFilter } from '../contract.ts'
import { markUnread, readTo, selectConversations, stopScheduled } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'
import { notifyAssigneeOfMany } from './assignment-notices.ts'

/** A search looks at so many hits of an index, and it and the unread at so many of the newest where they are everywhere or nowhere. */
const [HITS, RECENT] = [2_000, 20_000]
/** "99+" */
const MANY = 100

const known = sql`not exists (select from ${people} gone where gone.client_id = ${conversations.clientId}
  and gone.id = ${conversations.personId} and gone.deleted_at is not null)`

/** Threads whose person, number or words fit: each part is bounded and by an index of its own. */
function found(words: string, inMessages: boolean): SQL {
  const pattern = containing(words)
  const people_ = sql`(select c.id from ${people} p join ${conversations} c on c.client_id = p.client_id and c.person_id = p.id
    where p.search ilike ${pattern} and p.deleted_at is null limit ${HITS})`
  const unknown = sql`(select c.id from ${conversations} c where c.person_id is null and c.address ilike ${pattern} limit ${HITS}) union all
    (select c.id from ${conversations} c where c.label <> '' and c.label ilike ${pattern} limit ${HITS})`
  if (!inMessages) return sql`${conversations.id} in (${people_} union all ${unknown})`
  const recent = sql`(select i.conversation_id from (select n.conversation_id, n.search from ${conversationItems} n
    order by n.client_id desc, n.id desc limit ${RECENT}) i where i.search ilike ${pattern})`
  // A trigram needs three characters; fewer are looked for among the newest alone.
  const older = sql`(select i.conversation_id from ${conversationItems} i where i.search <> '' and i.search ilike ${pattern} limit ${HITS})`
  return words.length < 3
    ? sql`${conversations.id} in (${people_} union all ${unknown} union all ${recent})`
    : sql`${conversations.id} in (${people_} union all ${unknown} union all ${recent} union all ${older})`
}

const optedOut = sql`(${conversations.personId} in (select p.person_id from ${suppressions} s join ${contactPoints} p
    on p.client_id = s.client_id and p.value_norm = s.value where s.lifted_at is null)
  or (${conversations.personId} is null and ${conversations.address} in
    (select s.value from ${suppressions} s where s.lifted_at is null)))`

type Filter = Omit<ConversationFilter, 'cursor' | 'limit'>

function matching(ctx: Ctx, filter: Filter): SQL | undefined {
  const { search, inMessages = false, status, mine, channel, assignedTo, tagId, waiting, sort } = filter
  const words = search?.trim()
  return and(
    known,
    status === 'all' ? undefined : eq(conversations.status, status),
    mine ? eq(conversations.assignedTo, userOf(ctx)!) : undefined,
    assignedTo === 'nobody' ? isNull(conversations.assignedTo) : undefined,
    assignedTo && assignedTo !== 'nobody' ? eq(conversations.assignedTo, assignedTo) : undefined,
    channel ? eq(conversations.lastChannel, channel) : undefined,
    waiting ? lt(conversations.waitingSince, new Date(clock.ms() - days(1))) : undefined,
    sort === 'waiting' ? isNotNull(conversations.waitingSince) : undefined,
    filter.optedOut ? optedOut : undefined,
    // They have an inbox of their own.
    eq(conversations.confidential, filter.confidential ?? false),
    tagId
      ? sql`${conversations.personId} in (select t.person_id from ${personTags} t where t.tag_id = ${tagId})`
      : undefined,
    words ? found(words, inMessages) : undefined,
  )
}

/** First which, by an index and bounded; then all that is shown of those. The cursor is the place of the last row. */
export async function list(ctx: Ctx, { cursor, limit, ...filter }: ConversationFilter) {
  const waiting = filter.sort === 'waiting'
  const at = waiting ? conversations.waitingSince : conversations.lastAt
  const [when, id] = cursor?.split('|') ?? []
  const beyond = waiting ? sql`>` : sql`<`
  const after = when && id ? sql`(${at}, ${conversations.id}) ${beyond} (${when}::timestamptz, ${id}::uuid)` : undefined
  const order = waiting ? asc : desc
  const fitting = and(matching(ctx, filter), after)
  const places = sql.join([order(at), order(conversations.id)], sql`, `)
  // Where nearly all is read, looking at everything for a page of the rest would take its time.
  const unread = sql`(select * from ${conversations} where ${fitting} order by ${places} limit ${RECENT}) ${conversations}`
  const page = await ctx.db
    .select({ id: sql<string>`${conversations.id}`, at: sql<string>`${at}::text` })
    .from(filter.unread ? unread : conversations)
    .where(filter.unread ? sql`${conversations.lastInId} > ${readTo(ctx)}` : fitting)
    .orderBy(places)
    .limit(limit)
  const rows = await shown(
    ctx,
    page.map(row => row.id),
    filter.inMessages ? filter.search?.trim() : undefined,
  )
  const last = page.at(-1)
  return { items: rows, nextCursor: page.length === limit && last ? `${last.at}|${last.id}` : null }
}

async function shown(ctx: Ctx, ids: string[], words?: string): Promise<Conversation[]> {
  if (ids.length === 0) return []
  const rows = await selectConversations(ctx, words).where(inArray(conversations.id, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** Open ones, and of the newest of them the unread ones as far as "99+". */
export async function counts(ctx: Ctx) {
  const open = and(eq(conversations.status, 'open'), eq(conversations.confidential, false))
  const [row] = await ctx.db
    .select({
      open: sql<number>`(select count(*)::int from ${conversations} where ${open})`,
      unread: sql<number>`(select count(*)::int from (select from (select * from ${conversations} where ${open}
        order by ${conversations.lastAt} desc limit ${RECENT}) ${conversations}
        where ${conversations.lastInId} > ${readTo(ctx)} limit ${MANY}) n)`,
      waiting: sql<number>`(select count(*)::int from (select from ${conversations} where ${open}
        and ${conversations.waitingSince} is not null limit ${MANY}) n)`,
    })
    .from(sql`(select 1) one`)
  return row!
}

/** Those that are still there and may be seen; the others are left out. */
export async function bulk(ctx: Ctx, { ids, unread, ...changes }: BulkChange) {
  if (changes.assignedTo) await requireMember(ctx, changes.assignedTo, 'assignedTo')
  if (changes.status === 'snoozed' && (!changes.snoozedUntil || changes.snoozedUntil.getTime() <= clock.ms()))
    throw invalid('snoozedUntil', 'Please choose a time in the future')
  const which = and(inArray(conversations.id, ids), known)
  const { assignedTo } = changes
  const given = assignedTo
    ? await ctx.db
        .select({ id: conversations.id, version: conversations.version })
        .from(conversations)
        .where(and(which, sql`${conversations.assignedTo} is distinct from ${assignedTo}`))
    : []
  const rows =
    Object.keys(changes).length > 0
      ? await ctx.db
          .update(conversations)
          .set({ ...changes, ...(changes.status && changes.status !== 'snoozed' && { snoozedUntil: null }) })
          .where(which)
          .returning({ id: conversations.id })
      : await ctx.db.select({ id: conversations.id }).from(conversations).where(which)
  for (const { id } of rows) {
    if (unread) await markUnread(ctx, { id })
    if (changes.status === 'closed') await stopScheduled(ctx, id)
    announce(ctx, 'conversations', id)
  }
  if (assignedTo) await notifyAssigneeOfMany(ctx, assignedTo, given)
  return { changed: rows.length }
}
