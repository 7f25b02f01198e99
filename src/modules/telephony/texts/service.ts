import { and, desc, eq, gt, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { containing } from '#kernel/sql.ts'
import { attachedTo } from '#messaging/attachments/service.ts'
import { errorWords, transient } from '#messaging/carrier/rules.ts'
import { carrierAccess, sendersOf } from '#messaging/carrier/service.ts'
import { forColleagues } from '#messaging/rules/personal.ts'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { quietUntil } from '#messaging/send-policy/service.ts'
import { send as sendMessages } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { personById } from '#people/service.ts'
import { textCreated } from '../events.ts'
import type { NewText, TextFilter, TextRecord } from './contract.ts'
import { conversationOf } from './service/threads.ts'

/** Written out: a query of one table leaves its name away, and inside another one it would mean that one's. */
const theirs = sql`case when messages.direction = 'in' then messages.sender else messages.recipient end`
/** Whose number it is, where it is one person's alone. */
const owner = (what: 'id' | 'name') =>
  sql<
    string | null
  >`(select case when count(*) = 1 then min(${what === 'id' ? sql`p.id::text` : sql`p.name`}) end from (
    select distinct p.id, p.name from contact_points c join people p on p.client_id = c.client_id and p.id = c.person_id and p.deleted_at is null
    where c.client_id = messages.client_id and c.value_norm = ${theirs}) p)`

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: messages.id,
      sid: messages.providerId,
      direction: messages.direction,
      from: messages.sender,
      to: messages.recipient,
      text: messages.bodyText,
      html: messages.bodyHtml,
      kind: messages.kind,
      status: messages.state,
      heldUntil: messages.heldUntil,
      skipReason: messages.skipReason,
      errorCode: messages.errorCode,
      problem: messages.problem,
      segments: messages.segments,
      createdAt: messages.createdAt,
      personId: owner('id'),
      // A family shares the number: whom it was meant for is known where we wrote.
      name: sql<
        string | null
      >`coalesce(${owner('name')}, nullif(case when messages.direction = 'in' then messages.sender_name else messages.recipient_name end, ''))`,
      conversationId: conversationOf(),
    })
    .from(messages)

type Found = Awaited<ReturnType<typeof select>>[number]

function shown(row: Found): TextRecord {
  const { text: body, kind: _, html: __, ...one } = forColleagues(row)
  const words = one.errorCode ? errorWords[one.errorCode] : undefined
  const skipped = one.skipReason && `Not sent: ${skipLabels[one.skipReason]}.`
  const failed = one.status === 'failed' || one.status === 'undelivered'
  return {
    ...one,
    body,
    problem: skipped ?? words?.what ?? one.problem,
    fix: words?.fix ?? null,
    mayRetry: failed && one.direction === 'out' && transient.has(one.errorCode ?? ''),
  }
}

const pending = ['queued', 'held', 'sending', 'sent'] as const
/** What waits for the end of quiet hours is queued until then; what a paused campaign keeps back is `held`. */
const held = () =>
  or(eq(messages.state, 'held'), and(eq(messages.state, 'queued'), gt(messages.heldUntil, clock.now())))
const statusSql = (status: TextFilter['status']) =>
  status === 'pending'
    ? inArray(messages.state, [...pending])
    : status === 'held'
      ? held()
      : status && eq(messages.state, status)
const dayStart = (ctx: Ctx, day: string, plus = 0) =>
  DateTime.fromISO(day, { zone: ctx.client.timeZone }).plus({ days: plus }).toJSDate()
type Wanted = Omit<TextFilter, 'cursor' | 'limit'>

function matching(ctx: Ctx, { search, direction, status, number, from, to }: Wanted): SQL | undefined {
  const digits = search?.replace(/\D/g, '') ?? ''
  const words = search && containing(search)
  const named = sql`exists (select from contact_points c join people p on p.client_id = c.client_id and p.id = c.person_id and p.deleted_at is null
    where c.client_id = messages.client_id and c.value_norm = ${theirs} and p.search ilike ${words})`
  return and(
    eq(messages.channel, 'sms'),
    direction && eq(messages.direction, direction),
    statusSql(status),
    number ? or(eq(messages.sender, number), eq(messages.recipient, number)) : undefined,
    from ? gte(messages.createdAt, dayStart(ctx, from)) : undefined,
    to ? lt(messages.createdAt, dayStart(ctx, to, 1)) : undefined,
    words
      ? or(ilike(messages.bodyText, words), named, ...(digits.length > 2 ? [sql`${theirs} like ${`%${digits}%`}`] : []))
      : undefined,
  )
}

/** More than these are not counted: nobody pages through them. */
const COUNTED = 10_000

/** Newest first. The cursor is the last row shown. */
export async function list(ctx: Ctx, { cursor, limit, ...wanted }: TextFilter) {
  const where = matching(ctx, wanted)
  const rows = await select(ctx)
    .where(and(where, cursor ? lt(messages.id, cursor) : undefined))
    .orderBy(desc(messages.id))
    .limit(limit)
  const some = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(where)
    .limit(COUNTED + 1)
    .as('some')
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(some)
  return {
    items: rows.map(shown),
    nextCursor: rows.length === limit ? rows.at(-1)!.id : null,
    ...(count!.total <= COUNTED && { total: count!.total }),
  }
}

export async function exportCsv(ctx: Ctx, wanted: Wanted) {
  const rows = await select(ctx).where(matching(ctx, wanted)).orderBy(desc(messages.id)).limit(20_000)
  const csv = csvFile(
    ['Time', 'Direction', 'From', 'To', 'Name', 'Text', 'Status', 'Error', 'Problem'],
    rows
      .map(shown)
      .map(one => [
        one.createdAt,
        one.direction,
        one.from,
        one.to,
        one.name,
        one.body,
        one.status,
        one.errorCode,
        one.problem,
      ]),
  )
  return { csv }
}

async function one(ctx: Ctx, id: string): Promise<TextRecord> {
  const [row] = await select(ctx).where(and(eq(messages.id, id), eq(messages.channel, 'sms')))
  return shown(found(row, 'Text'))
}

/** Validated, past the gate, then in the outbox: the row stands there at once. */
export async function send(ctx: Ctx, { key, personId, to, body, from, when }: NewText): Promise<TextRecord> {
  const dedupeKey = `twilio:${key}`
  const known = await byKey(ctx, dedupeKey)
  if (known) return known
  const person = personId ? await personById(ctx, personId) : undefined
  const number = person ? person.phone : normalisePhone(to ?? '', ctx.client.country)
  if (!number)
    throw invalid(
      'to',
      person ? 'They have no phone number yet' : 'Please enter the full phone number with its area code.',
    )
  if (from && !(await sendersOf(ctx, await carrierAccess(ctx))).some(sender => sender.number === from))
    throw invalid('from', 'You can’t send texts from that number right now. Check it under Twilio, Numbers.')
  // A family on the coast is asleep later than the church.
  const notBefore = (await quietUntil(ctx, [number])).get(number)
  if (notBefore && when === 'asked')
    throw new Failure('BAD_REQUEST', 'It may be night there. Send it in the morning, or now anyway?', {
      data: { night: true },
    })
  const [written] = await sendMessages(ctx, [
    {
      channel: 'sms',
      to: number,
      toName: person?.name,
      text: body,
      from,
      kind: 'text',
      purpose: 'conversational',
      dedupeKey,
      ...(notBefore && when === 'morning' && { notBefore, quiet: true }),
    },
  ])
  // Pressed twice at once: the first has written it.
  if (!written!.id) return found(await byKey(ctx, dedupeKey), 'Text')
  await emit(ctx, textCreated, { messageId: written!.id, userId: userOf(ctx) })
  return one(ctx, written!.id)
}

async function byKey(ctx: Ctx, dedupeKey: string): Promise<TextRecord | undefined> {
  const [row] = await select(ctx).where(eq(messages.dedupeKey, dedupeKey))
  return row && shown(row)
}

export async function retry(ctx: Ctx, { id }: { id: string }): Promise<TextRecord> {
  const failed = await one(ctx, id)
  if (!failed.mayRetry)
    throw new Failure(
      'CONFLICT',
      failed.problem ? `${failed.problem} Sending it again won’t help.` : 'This text can’t be sent again.',
    )
  const [row] = await ctx.db.select().from(messages).where(eq(messages.id, id)).for('update')
  const { recipient, recipientName, bodyText, purpose, topic, kind, media } = row!
  const again = {
    channel: 'sms' as const,
    to: recipient,
    toName: recipientName,
    text: bodyText,
    purpose,
    topic,
    kind,
    media,
    files: await attachedTo(ctx, id),
  }
  // One second try for each, however often it is pressed.
  const dedupeKey = `retry:${id}`
  const [written] = await sendMessages(ctx, [
    { ...again, from: failed.from.startsWith('+') ? failed.from : undefined, dedupeKey },
  ])
  if (!written!.id) return found(await byKey(ctx, dedupeKey), 'Text')
  await emit(ctx, textCreated, { messageId: written!.id, userId: userOf(ctx) })
  return one(ctx, written!.id)
}
