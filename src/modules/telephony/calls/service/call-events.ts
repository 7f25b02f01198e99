import { and, eq, isNull } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { contactPoints, people } from '#people/tables.ts'
import { callEnded } from '../../events.ts'
import { type CallState, callStates, isOver, type Stage } from '../../rules/states.ts'
import { calls } from '../../tables.ts'

type Fields = Record<string, string>
type Call = typeof calls.$inferSelect

/** Who has that number, where it is one person alone. */
export async function findPersonByNumber(ctx: Ctx, number: string): Promise<string | null> {
  const rows = await ctx.db
    .selectDistinct({ id: people.id })
    .from(contactPoints)
    .innerJoin(
      people,
      and(eq(people.clientId, contactPoints.clientId), eq(people.id, contactPoints.personId), isNull(people.deletedAt)),
    )
    .where(eq(contactPoints.valueNorm, number))
    .limit(2)
  return rows.length === 1 ? rows[0]!.id : null
}

/** Someone calls us; heard twice, or after what follows from it, it is one call. */
export async function recordIncomingCall(ctx: Ctx, { CallSid = '', From = '', To = '' }: Fields): Promise<Call> {
  const provider = (await accountRow(ctx))?.accountSid ? 'twilio' : 'sandbox'
  const [made] = await ctx.db
    .insert(calls)
    .values({
      direction: 'in',
      ours: To,
      theirs: From,
      sid: CallSid,
      provider,
      state: 'ringing',
      stage: 'voicemail',
      personId: await findPersonByNumber(ctx, From),
      heardAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: calls.id })
  if (made) announce(ctx, 'calls', made.id)
  return (await bySid(ctx, CallSid))!
}

async function bySid(ctx: Ctx, sid: string): Promise<Call | undefined> {
  const [row] = await ctx.db.select().from(calls).where(eq(calls.sid, sid)).for('update')
  return row
}

async function byId(ctx: Ctx, id: string | undefined): Promise<Call | undefined> {
  if (!id) return
  const [row] = await ctx.db.select().from(calls).where(eq(calls.id, id)).for('update')
  return row
}

interface News {
  state: CallState
  duration: number | null
  price: number | null
  currency: string | null
}

/** What the carrier says of a call or of one of its legs, in whatever order. */
export async function recordCallStatus(ctx: Ctx, payload: Fields, query: Fields): Promise<void> {
  const { CallSid = '', ParentCallSid, CallStatus = '', CallDuration, Price, PriceUnit, From = '', To = '' } = payload
  const state =
    CallStatus === 'initiated'
      ? 'queued'
      : (callStates as readonly string[]).includes(CallStatus)
        ? (CallStatus as CallState)
        : null
  if (!state) return
  const ofLeg = query.leg !== undefined
  let call = (await byId(ctx, query.c)) ?? (await bySid(ctx, ofLeg ? (ParentCallSid ?? '') : CallSid))
  // The end of a call may be told before its beginning.
  if (!call && !ofLeg && payload.Direction === 'inbound' && !isBrowserClient(From))
    call = await recordIncomingCall(ctx, { CallSid, From, To })
  if (!call) return
  if (!ofLeg && !call.sid && call.direction === 'out')
    await ctx.db.update(calls).set({ sid: CallSid }).where(eq(calls.id, call.id))
  const price = Price ? Math.round(Math.abs(Number(Price)) * 1_000_000) : null
  // Who of us picked up in the browser.
  if (
    query.leg === 'forward' &&
    query.u &&
    (state === 'in-progress' || (state === 'completed' && Number(CallDuration)))
  )
    await ctx.db.update(calls).set({ userId: query.u }).where(eq(calls.id, call.id))
  await advanceCall(ctx, call, query.leg ?? '', {
    state,
    duration: CallDuration ? Number(CallDuration) : null,
    price,
    currency: PriceUnit || null,
  })
}

/** A browser of ours, not someone who calls us. */
export const isBrowserClient = (from: string): boolean => from.startsWith('client:')

/** Takes a call on by what was heard of one of its legs: never back, and never on from its end. */
export async function advanceCall(ctx: Ctx, call: Call, leg: string, news: News): Promise<void> {
  const change = call.direction === 'in' ? inward(call, leg, news) : outward(call, leg, news)
  // Each leg is paid for.
  const price = news.price ? { price: (call.price ?? 0) + news.price, currency: news.currency } : {}
  await ctx.db
    .update(calls)
    .set({ ...change, ...price, heardAt: clock.now() })
    .where(eq(calls.id, call.id))
  announce(ctx, 'calls', call.id)
  if (change.endedAt) await emit(ctx, callEnded, { id: call.id })
}

type Change = Partial<Pick<Call, 'state' | 'stage' | 'answeredAt' | 'endedAt' | 'duration' | 'problem' | 'missed'>>
const order: CallState[] = ['queued', 'ringing', 'in-progress']
const place = ({ stage, state }: { stage: Stage; state: CallState }) =>
  (stage === 'agent' ? 0 : 10) + order.indexOf(state)
const onward = (call: Call, stage: Stage, state: CallState): Change =>
  place({ stage, state }) > place(call) ? { stage, state } : {}

/** Since when they spoke, if it is known by its length alone. */
const spoken = (call: Call, duration: number | null): Change => ({
  duration: duration ?? call.duration,
  ...(duration && !call.answeredAt && { answeredAt: new Date(clock.ms() - seconds(duration)) }),
})

/** Ours rings first, then theirs; what theirs does is what became of the call. */
function outward(call: Call, leg: string, { state, duration }: News): Change {
  if (call.endedAt) {
    if (leg !== 'target' || !isOver(state)) return {}
    // What was known of ours alone gives way to what theirs did.
    if (call.stage === 'agent')
      return { state, stage: 'target', problem: null, ...(state === 'completed' && spoken(call, duration)) }
    return call.duration === null ? spoken(call, duration) : {}
  }
  if (leg === 'target') {
    if (isOver(state))
      return { state, stage: 'target', endedAt: clock.now(), ...(state === 'completed' && spoken(call, duration)) }
    const at = onward(call, 'target', state === 'queued' ? 'ringing' : state)
    return at.state === 'in-progress' ? { ...at, answeredAt: clock.now() } : at
  }
  if (!isOver(state)) return state === 'in-progress' ? onward(call, 'target', 'queued') : onward(call, 'agent', state)
  const end = { stage: 'agent' as const, endedAt: clock.now() }
  // Ours hung up: while they spoke it is over, before it came to nothing.
  if (call.answeredAt)
    return { ...end, state: 'completed', duration: Math.round((clock.ms() - call.answeredAt.getTime()) / 1_000) }
  if (state === 'completed') return { ...end, state: 'canceled' }
  return { ...end, state, ...(state !== 'canceled' && { problem: 'Your phone was not answered.' }) }
}

function inward(call: Call, leg: string, { state, duration }: News): Change {
  if (leg === 'forward') {
    if (state === 'in-progress' || (state === 'completed' && duration))
      return {
        ...(!call.endedAt && { state: 'in-progress' as const }),
        stage: 'forward',
        missed: false,
        answeredAt: call.answeredAt ?? clock.now(),
      }
    return state === 'ringing' || state === 'queued' ? (call.endedAt ? {} : { stage: 'forward' }) : {}
  }
  if (call.endedAt) return call.duration === null ? { duration } : {}
  if (!isOver(state)) return state === 'in-progress' && call.state !== 'in-progress' ? { state } : {}
  const told = call.stage === 'told'
  const answered = told || (call.stage === 'forward' && call.answeredAt !== null)
  return {
    state: answered || state !== 'completed' ? state : 'no-answer',
    missed: !answered,
    endedAt: clock.now(),
    duration,
  }
}
