import { and, desc, eq, gt } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { suppressEverything, unsubscribe } from '#consent/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { usualHours } from '#messaging/carrier/rules.ts'
import { accessOf, accountRow, sidOf } from '#messaging/carrier/service.ts'
import { callUrl } from '#messaging/delivery/service/calls.ts'
import type { AnnouncementCalls, CallMessage, CallPlan } from '#messaging/service/announcements.ts'
import { callerNumber } from '#telephony/calls/service.ts'
import { isOpen } from '#telephony/rules/hours.ts'
import { dial, gatherWhile, hangup, response, say } from '#telephony/rules/twiml.ts'
import { attemptOfKey, campaignOfKey, purposeOfKind, TEST_KIND, testedScript } from '../rules/keys.ts'
import { speechText } from '../rules/speech.ts'
import { robocallAttempts, robocallCampaigns, robocallRecipients } from '../tables.ts'
import { noteCallback } from './callbacks.ts'
import { knownCalls, toProof } from './facts.ts'
import { judgeCalls } from './gate.ts'
import { recordCall, settleCall } from './results.ts'
import { played, speechOf } from './spoken.ts'

type Attempt = typeof robocallAttempts.$inferSelect
type Fields = Record<string, string>

/** Long enough to reach the phone, short enough to be gone before most machines. */
const RING_SECONDS = 28
/** Nobody listens longer. */
const LIMIT_SECONDS = 300
/** A key is waited for so long after the last word. */
const KEY_SECONDS = 4

async function begin(ctx: Ctx, message: CallMessage): Promise<CallPlan> {
  const { id: messageId, recipient: number, dedupeKey } = message
  const campaignId = campaignOfKey(dedupeKey) ?? null
  const [campaign] = campaignId
    ? await ctx.db.select().from(robocallCampaigns).where(eq(robocallCampaigns.id, campaignId))
    : []
  const [recipient] = campaignId
    ? await ctx.db
        .select()
        .from(robocallRecipients)
        .where(and(eq(robocallRecipients.campaignId, campaignId), eq(robocallRecipients.address, number)))
    : []
  const access = accessOf(ctx.client.id, await accountRow(ctx))
  const from = await callerNumber(ctx, sidOf(access), campaign?.callerNumber || undefined).catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })
  const purpose = purposeOfKind(message.kind) ?? 'informational'
  const known = await knownCalls(ctx, { purpose, topic: message.topic }, [number])
  const row = {
    messageId,
    campaignId,
    isTest: message.kind === TEST_KIND,
    recipientId: recipient?.id ?? null,
    scriptId: campaign?.scriptId ?? testedScript(dedupeKey) ?? null,
    personId: recipient?.personId ?? message.personId,
    number,
    callerNumber: from ?? '',
    attempt: attemptOfKey(dedupeKey),
    startedAt: clock.now(),
    proof: toProof(purpose, known, number),
  }
  const target = [robocallAttempts.clientId, robocallAttempts.messageId]
  await ctx.db.insert(robocallAttempts).values(row).onConflictDoUpdate({ target, set: row })
  return { from, timeout: RING_SECONDS, timeLimit: LIMIT_SECONDS }
}

const attemptOf = async (ctx: Ctx, messageId: string | undefined): Promise<Attempt | undefined> => {
  if (!messageId) return
  const [row] = await ctx.db
    .select()
    .from(robocallAttempts)
    .where(eq(robocallAttempts.messageId, messageId))
    .for('update')
  return row
}

async function placed(ctx: Ctx, messageId: string, outcome: { sid: string } | { refused: string }): Promise<void> {
  if ('sid' in outcome) {
    await ctx.db.update(robocallAttempts).set({ callSid: outcome.sid }).where(eq(robocallAttempts.messageId, messageId))
    return
  }
  // Refused for the moment: there was no call, so there is nothing to prove.
  if (!outcome.refused) {
    await ctx.db.delete(robocallAttempts).where(eq(robocallAttempts.messageId, messageId))
    return
  }
  const call = await attemptOf(ctx, messageId)
  if (call && !call.endedAt) await settleCall(ctx, call, { carrierState: 'failed' })
}

const answeredByMachine = (answeredBy: string) => answeredBy.startsWith('machine')

/** Asked again, it says the same: carriers repeat what they ask. */
async function answer(ctx: Ctx, payload: Fields, query: Fields): Promise<string> {
  const call = await attemptOf(ctx, query.m)
  if (!call) return response(hangup)
  if (query.step === 'announcement-key') return pressKey(ctx, call, payload, Number(query.turn) || 1)
  const answeredBy = payload.AnsweredBy || 'unknown'
  const toMachine = answeredByMachine(answeredBy)
  const spoken = answeredBy === 'fax' ? undefined : await speechOf(ctx, call, toMachine)
  await recordCall(ctx, call, {
    callSid: payload.CallSid,
    answeredBy,
    said: spoken ? speechText(spoken.speech) : null,
  })
  if (!spoken) return response(hangup)
  if (toMachine) return response(played(spoken.speech, spoken.spoken), hangup)
  return askForKey(ctx, call, played(spoken.speech, spoken.spoken), 1)
}

const keyUrl = (ctx: Ctx, { messageId }: Attempt, turn: number) =>
  `${callUrl(ctx.client.id, 'voice', messageId, 'announcement-key')}&turn=${turn}`

const askForKey = (ctx: Ctx, call: Attempt, verbs: string, turn: number) =>
  response(gatherWhile(verbs, { actionUrl: keyUrl(ctx, call, turn), timeout: KEY_SECONDS }), say('Goodbye.'), hangup)

/** Times that the message can be heard again in one call. */
const MOST_TURNS = 5

async function pressKey(ctx: Ctx, call: Attempt, { Digits = '' }: Fields, turn: number): Promise<string> {
  // A key of the same turn told twice is one key.
  if (/^[0-9*#]$/.test(Digits) && call.keys.length < turn)
    await ctx.db
      .update(robocallAttempts)
      .set({ keys: call.keys + Digits })
      .where(eq(robocallAttempts.id, call.id))
  if (Digits === '9') {
    await stopCalls(ctx, call)
    return response(say('You have been removed. Goodbye.'), hangup)
  }
  const spoken = await speechOf(ctx, call, false)
  if (!spoken || turn >= MOST_TURNS) return response(say('Goodbye.'), hangup)
  if (Digits === '1') return askForKey(ctx, call, played(spoken.speech, spoken.spoken), turn + 1)
  if (Digits === '2') return connect(ctx, call, spoken.spoken.connectTo)
  const again = say(
    'Sorry, that key does nothing here. To hear the message again, press 1. To stop these calls, press 9.',
  )
  return askForKey(ctx, call, again, turn + 1)
}

/** From this moment, on every kind of recorded call; said twice it stands once. A test takes nobody off. */
async function stopCalls(ctx: Ctx, call: Attempt): Promise<void> {
  if (call.isTest) return
  const evidence = { key: '9', callSid: call.callSid, campaignId: call.campaignId, at: clock.now().toISOString() }
  await unsubscribe(ctx, call.number, { topic: '', channel: 'voice', source: 'call', evidence })
  await suppressEverything(ctx, { value: call.number, channel: 'voice', source: 'call', evidence })
  if (call.recipientId)
    await ctx.db.update(robocallRecipients).set({ optedOut: true }).where(eq(robocallRecipients.id, call.recipientId))
}

/** To the office while someone is there; else a callback is noted for the team. */
async function connect(ctx: Ctx, call: Attempt, connectTo: string): Promise<string> {
  if (call.recipientId)
    await ctx.db.update(robocallRecipients).set({ connected: true }).where(eq(robocallRecipients.id, call.recipientId))
  const hours = (await accountRow(ctx))?.officeHours ?? usualHours
  const here = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  if (connectTo && isOpen(hours, here.weekday, here.toFormat('HH:mm'))) {
    const statusUrl = callUrl(ctx.client.id, 'status', call.messageId, 'announcement-leg')
    return response(
      say('One moment, we are connecting you.'),
      dial({ to: connectTo, callerId: call.callerNumber, timeout: 25, statusUrl }),
      hangup,
    )
  }
  await noteCallback(ctx, call)
  return response(say('Nobody can answer right now. We will call you back. Goodbye.'), hangup)
}

async function record(ctx: Ctx, payload: Fields, query: Fields): Promise<void> {
  const call = await attemptOf(ctx, query.m)
  if (!call) return
  const { CallStatus, CallDuration, Price, PriceUnit, AnsweredBy, CallSid } = payload
  await recordCall(ctx, call, {
    callSid: CallSid,
    carrierState: CallStatus,
    answeredBy: AnsweredBy || undefined,
    duration: CallDuration ? Number(CallDuration) : undefined,
    price: Price ? Math.round(Math.abs(Number(Price)) * 1_000_000) : undefined,
    currency: PriceUnit || undefined,
  })
}

/** So long someone who calls back hears what they were called for. */
const REPLAY_DAYS = 14

/** Someone calls a number from which a message was played to them: they hear it again, and can stop these calls. */
async function replay(ctx: Ctx, { From = '', To = '' }: Fields): Promise<string | null> {
  const [call] = await ctx.db
    .select()
    .from(robocallAttempts)
    .where(
      and(
        eq(robocallAttempts.number, From),
        eq(robocallAttempts.callerNumber, To),
        eq(robocallAttempts.isTest, false),
        gt(robocallAttempts.startedAt, new Date(clock.ms() - days(REPLAY_DAYS))),
      ),
    )
    .orderBy(desc(robocallAttempts.startedAt))
    .limit(1)
  const spoken = call && (await speechOf(ctx, call, false))
  if (!spoken) return null
  const actionUrl = keyUrl(ctx, call, call.keys.length + 1)
  return gatherWhile(played(spoken.speech, spoken.spoken), { actionUrl, timeout: KEY_SECONDS })
}

/** What `messaging` and `telephony` ask about calls that play a message. */
export const announcements: AnnouncementCalls = {
  judge: judgeCalls,
  begin,
  placed,
  answer,
  record,
  replay,
}
