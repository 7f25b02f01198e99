import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { asActor } from '#kernel/run.ts'
import { accountRow, signersOf } from '#messaging/carrier/service.ts'
import { announcementCalls } from '#messaging/service/announcements.ts'
import { receiveMessage as receiveText } from '#messaging/service/inbound.ts'
import { recordStatus } from '#messaging/sms-status/service.ts'
import { messages } from '#messaging/tables.ts'
import { isSigned, type Params } from '#providers/telephony/index.ts'
import { recordCallStatus, recordIncomingCall } from '../calls/service/call-events.ts'
import { recordRecordingStatus } from '../calls/service/recordings.ts'
import { recordTranscript } from '../calls/service/transcripts.ts'
import { webhookStored } from '../events.ts'
import { voiceResponse } from '../ivr/service/twiml.ts'
import type { EventRoute } from '../rules/states.ts'
import { nothing } from '../rules/twiml.ts'
import { inboundEvents } from '../tables.ts'
import { fetchMediaLater } from '../tasks.ts'
import type { CarrierNotice, NoticeFilter } from './contract.ts'

export interface WebhookPost {
  route: EventRoute
  /** As it is published: over this it is signed. */
  url: string
  /** What the signature covers beside the address, and what was posted. */
  signed: Params
  params: Params
  signature: string
  requestId: string
}

type Fields = Record<string, string>
const fieldsOf = (params: Params): Fields => Object.fromEntries(params)

/**
 * Proves a notice, records it and says what the carrier wants to hear at once; a job does what it means.
 * @returns undefined where it is not proven
 */
export async function storeWebhook({
  route,
  url,
  signed,
  params,
  signature,
  requestId,
}: WebhookPost): Promise<string | undefined> {
  const payload = fieldsOf(params)
  const query = Object.fromEntries(new URL(url).searchParams)
  const numbers = [payload.To, payload.From, payload.Called].filter(one => one !== undefined)
  const owner = await signersOf({ accountSid: payload.AccountSid ?? '', t: query.t ?? '', numbers })
  if (!owner || !isSigned(owner.tokens, url, signed, signature)) return
  return asActor(owner.clientId, { type: 'webhook', name: 'twilio' }, requestId, async ctx => {
    await store(ctx, { route, query, payload })
    return route === 'voice' ? voiceResponse(ctx, payload, query) : nothing
  })
}

async function store(ctx: Ctx, notice: { route: EventRoute; query: Fields; payload: Fields }): Promise<void> {
  const [row] = await ctx.db
    .insert(inboundEvents)
    .values({ ...notice, provider: 'twilio', eventId: nameOf(notice.route, notice.payload, notice.query) })
    .onConflictDoUpdate({
      target: [inboundEvents.clientId, inboundEvents.provider, inboundEvents.eventId],
      set: { copies: sql`${inboundEvents.copies} + 1` },
    })
    .returning({ id: inboundEvents.id, copies: inboundEvents.copies })
  if (row!.copies === 0) await emit(ctx, webhookStored, { id: row!.id })
}

/** The same thing told again has the same name, whatever else stands beside it. */
function nameOf(route: EventRoute, { MessageSid, CallSid, RecordingSid, ...rest }: Fields, query: Fields): string {
  if (route === 'sms' && MessageSid) return `sms ${MessageSid}`
  if (route === 'voice' && CallSid) return ['voice', CallSid, query.step ?? '', query.turn].join(' ').trimEnd()
  if (rest.TranscriptionSid) return `transcript ${rest.TranscriptionSid} ${rest.TranscriptionStatus ?? ''}`
  if (RecordingSid) return `recording ${RecordingSid} ${rest.RecordingStatus ?? ''}`
  if (MessageSid) return `text ${MessageSid} ${rest.MessageStatus ?? ''}`
  if (CallSid) return `call ${CallSid} ${rest.CallStatus ?? ''}`
  return `other ${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`
}

const TRIES = 6

/** Does what a notice means, once. What goes wrong is kept with it, and tried again later. */
export async function handleWebhook(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [row] = await ctx.db.select().from(inboundEvents).where(eq(inboundEvents.id, id)).for('update')
  if (!row || row.processedAt) return
  const attempts = row.attempts + 1
  await ctx.db.execute(sql`savepoint notice`)
  try {
    await processEvent(ctx, row)
    await ctx.db
      .update(inboundEvents)
      .set({ processedAt: clock.now(), error: null, attempts })
      .where(eq(inboundEvents.id, id))
  } catch (error) {
    log.error({ err: error, notice: id }, 'a notice of the carrier could not be handled')
    await ctx.db.execute(sql`rollback to savepoint notice`)
    const words = String(error instanceof Error ? error.message : error).slice(0, 300)
    await ctx.db.update(inboundEvents).set({ error: words, attempts }).where(eq(inboundEvents.id, id))
  }
}

const failedEvents = (now: Date) =>
  and(
    isNull(inboundEvents.processedAt),
    lt(inboundEvents.attempts, TRIES),
    gt(inboundEvents.attempts, 0),
    gt(inboundEvents.createdAt, new Date(now.getTime() - days(3))),
  )

export const accountsWithFailedWebhooks = (now: Date) =>
  sql`select ${inboundEvents.clientId} from ${inboundEvents} where ${failedEvents(now)}`

/** What could not be handled yet. */
export async function retryFailedWebhooks(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db
    .select({ id: inboundEvents.id })
    .from(inboundEvents)
    .where(failedEvents(clock.now()))
    .limit(100)
  for (const one of waiting) await emit(ctx, webhookStored, one)
}

type Row = typeof inboundEvents.$inferSelect

async function processEvent(ctx: Ctx, { route, payload, query }: Row): Promise<void> {
  if (route === 'sms') return incoming(ctx, payload)
  if (route === 'voice') return void (query.step ? undefined : await recordIncomingCall(ctx, payload))
  if (payload.TranscriptionSid) return recordTranscript(ctx, payload)
  if (payload.RecordingSid) return recordRecordingStatus(ctx, payload, query)
  if (payload.MessageSid) return textMoved(ctx, payload, query)
  if (query.step === 'announcement') return announcementCalls().record(ctx, payload, query)
  if (payload.CallSid) return recordCallStatus(ctx, payload, query)
}

const words = { STOP: 'stop', START: 'start', HELP: 'help' } as const

async function incoming(ctx: Ctx, payload: Fields): Promise<void> {
  const { From = '', To = '', Body = '', MessageSid = '', OptOutType } = payload
  const word = OptOutType && OptOutType in words ? words[OptOutType as keyof typeof words] : undefined
  const id = await receiveText(ctx, {
    channel: 'sms',
    from: From,
    to: To,
    text: Body,
    provider: 'twilio',
    providerId: MessageSid,
    // The carrier has answered them itself.
    ...(word && { word, answered: true }),
  })
  const urls = Array.from({ length: Number(payload.NumMedia) || 0 }, (_, i) => payload[`MediaUrl${i}`]).filter(
    url => url !== undefined,
  )
  if (id && urls.length > 0) await enqueue(ctx, fetchMediaLater, { messageId: id, urls: urls.slice(0, 10) })
}

const states = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
} as const

async function textMoved(ctx: Ctx, payload: Fields, query: Fields): Promise<void> {
  const state = states[payload.MessageStatus as keyof typeof states]
  if (!state) return
  const messageId = query.m ?? (await messageOf(ctx, payload.MessageSid!))
  if (!messageId) return
  await recordStatus(ctx, {
    messageId,
    state,
    provider: await providerOf(ctx),
    providerId: payload.MessageSid!,
    errorCode: payload.ErrorCode || null,
    price: payload.Price ? Math.round(Math.abs(Number(payload.Price)) * 1_000_000) : null,
    currency: payload.PriceUnit ?? null,
  })
}

const providerOf = async (ctx: Ctx) => ((await accountRow(ctx))?.accountSid ? 'twilio' : 'sandbox')

async function messageOf(ctx: Ctx, sid: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.providerId, sid), eq(messages.channel, 'sms')))
  return row?.id
}

const shown = ({
  createdAt,
  processedAt,
  eventId,
  id,
  route,
  payload,
  error,
  attempts,
  copies,
}: Row): CarrierNotice => ({
  id,
  route,
  payload,
  processedAt,
  error,
  attempts,
  copies,
  about: eventId.replace(/^(\w+) \S+ ?/, (_, kind: string) => `${kind} `).trim(),
  receivedAt: createdAt,
})

export async function list(ctx: Ctx, { route, failed, cursor, limit }: NoticeFilter) {
  const rows = await ctx.db
    .select()
    .from(inboundEvents)
    .where(
      and(
        route ? eq(inboundEvents.route, route) : undefined,
        failed ? isNull(inboundEvents.processedAt) : undefined,
        cursor ? lt(inboundEvents.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(inboundEvents.id))
    .limit(limit)
  return { items: rows.map(shown), nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}

export async function replay(ctx: Ctx, { id }: { id: string }): Promise<CarrierNotice> {
  const [known] = await ctx.db
    .update(inboundEvents)
    .set({ processedAt: null })
    .where(eq(inboundEvents.id, id))
    .returning({ id: inboundEvents.id })
  found(known, 'Notice')
  await handleWebhook(ctx, { id })
  const [row] = await ctx.db.select().from(inboundEvents).where(eq(inboundEvents.id, id))
  return shown(row!)
}
