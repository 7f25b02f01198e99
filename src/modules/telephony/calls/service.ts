import { and, desc, eq, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { listSuppressionsOf } from '#consent/service.ts'
import { users } from '#identity/tables.ts'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { errorWords } from '#messaging/carrier/rules.ts'
import { accessOf, accountRow, recordCarrierAnswer, sidOf } from '#messaging/carrier/service.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { people } from '#people/tables.ts'
import { CarrierRefused, carrier } from '#providers/telephony/index.ts'
import { callEnded, callStarted } from '../events.ts'
import { bridgeCall } from '../ivr/service/twiml.ts'
import { mustNotDial } from '../rules/dialling.ts'
import { identityOf } from '../rules/identity.ts'
import { callWords, minutesOf } from '../rules/states.ts'
import { speaksByBrowser } from '../softphone/service.ts'
import { callRecordings, callSteps, calls, ownPhones } from '../tables.ts'
import { browserWebhookUrls, webhookUrl } from '../webhooks/service/webhook-urls.ts'
import type { Call, CallFilter, NewCall } from './contract.ts'
import { advanceCall, findPersonByNumber } from './service/call-events.ts'
import { listSteps } from './service/call-log.ts'

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: calls.id,
      direction: calls.direction,
      theirs: calls.theirs,
      personId: calls.personId,
      name: people.name,
      from: sql<string>`case when ${calls.direction} = 'in' then ${calls.theirs} else ${calls.ours} end`,
      to: sql<string>`case when ${calls.direction} = 'in' then ${calls.ours} else ${calls.theirs} end`,
      userName: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      state: calls.state,
      stage: calls.stage,
      missed: calls.missed,
      duration: calls.duration,
      answeredAt: calls.answeredAt,
      endedAt: calls.endedAt,
      problem: calls.problem,
      recorded: calls.recorded,
      createdAt: calls.createdAt,
      via: calls.via,
      led: sql<boolean>`exists (select from ${callSteps} s where s.client_id = ${calls.clientId} and s.call_id = ${calls.id})`,
      transcript: sql<string | null>`(select r.transcript from ${callRecordings} r where r.client_id = ${calls.clientId}
        and r.call_id = ${calls.id} and r.transcript is not null order by r.id limit 1)`,
    })
    .from(calls)
    .leftJoin(people, and(eq(people.clientId, calls.clientId), eq(people.id, calls.personId)))
    .leftJoin(users, eq(users.id, calls.userId))

type Wanted = Omit<CallFilter, 'cursor' | 'limit'>
const dayStart = (ctx: Ctx, day: string, plus = 0) =>
  DateTime.fromISO(day, { zone: ctx.client.timeZone }).plus({ days: plus }).toJSDate()

function matching(
  ctx: Ctx,
  { search, direction, state, number, personId, recorded, from, to }: Wanted,
): SQL | undefined {
  const digits = search?.replace(/\D/g, '') ?? ''
  const words = search && containing(search)
  return and(
    direction && eq(calls.direction, direction),
    state === 'missed' ? eq(calls.missed, true) : state && eq(calls.state, state),
    number ? eq(calls.ours, number) : undefined,
    personId ? eq(calls.personId, personId) : undefined,
    recorded ? eq(calls.recorded, true) : undefined,
    from ? gte(calls.createdAt, dayStart(ctx, from)) : undefined,
    to ? lt(calls.createdAt, dayStart(ctx, to, 1)) : undefined,
    words
      ? or(
          ilike(people.search, words),
          digits.length > 2 ? ilike(calls.theirs, `%${digits}%`) : undefined,
          sql`exists (select from ${callRecordings} r where r.client_id = ${calls.clientId} and r.call_id = ${calls.id} and r.transcript ilike ${words})`,
        )
      : undefined,
  )
}

/** Newest first. The cursor is the last row shown. */
export async function list(ctx: Ctx, { cursor, limit, ...wanted }: CallFilter) {
  const where = matching(ctx, wanted)
  const items = await select(ctx)
    .where(and(where, cursor ? lt(calls.id, cursor) : undefined))
    .orderBy(desc(calls.id))
    .limit(limit)
  const [count] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(calls)
    .leftJoin(people, and(eq(people.clientId, calls.clientId), eq(people.id, calls.personId)))
    .where(where)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null, total: count!.total }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Call> {
  const [row] = await select(ctx).where(eq(calls.id, id))
  return found(row, 'Call')
}

export async function steps(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  return { items: await listSteps(ctx, id) }
}

export async function exportCsv(ctx: Ctx, wanted: Wanted) {
  const rows = await select(ctx).where(matching(ctx, wanted)).orderBy(desc(calls.id)).limit(20_000)
  const csv = csvFile(
    ['Time', 'Direction', 'From', 'To', 'Name', 'Status', 'Duration', 'By', 'Voicemail'],
    rows.map(one => [
      one.createdAt,
      one.direction,
      one.from,
      one.to,
      one.name,
      callWords(one),
      minutesOf(one.duration),
      one.userName,
      one.transcript,
    ]),
  )
  return { csv }
}

export async function myPhone(ctx: Ctx) {
  const [row] = await ctx.db
    .select({ number: ownPhones.number })
    .from(ownPhones)
    .where(eq(ownPhones.userId, userOf(ctx)!))
  return { number: row?.number ?? null }
}

const RING = 25

/** Rings our own phone, then theirs. What becomes of it is told by the carrier. */
export async function start(ctx: OuterCtx, wanted: NewCall): Promise<Call> {
  const ready = await ctx.tx(tx => prepare(tx, wanted))
  const { key: id } = wanted
  if (!ready.fresh) return ctx.tx(tx => get(tx, { id }))
  try {
    await begin(ctx, id, ready)
  } catch (error) {
    const refused = error instanceof CarrierRefused
    const said = refused
      ? (errorWords[error.code]?.what ?? error.message)
      : 'The carrier did not respond. Your phone may still ring.'
    await ctx.tx(async tx => {
      const change = refused ? { state: 'failed' as const, endedAt: clock.now() } : {}
      await tx.db
        .update(calls)
        .set({ ...change, problem: said.slice(0, 300) })
        .where(eq(calls.id, id))
      await recordCarrierAnswer(tx, said)
    })
  }
  return ctx.tx(tx => get(tx, { id }))
}

/** A phone rings, or a browser of ours is on the line. */
async function begin(ctx: OuterCtx, id: string, ready: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  const by = await carrier(ready.access)
  const { from, myPhone: to, twiml, identity } = ready
  if (identity) {
    await ctx.tx(tx => tx.db.update(calls).set({ provider: by.name }).where(eq(calls.id, id)))
    return by.browserCalls({ identity, params: { c: id }, ...browserWebhookUrls(ctx) })
  }
  const statusUrl = webhookUrl(ctx, 'status', { c: id, leg: 'agent' })
  const { sid } = await by.startCall({ from, to, twiml, timeout: RING, statusUrl })
  await ctx.tx(tx => tx.db.update(calls).set({ sid, provider: by.name }).where(eq(calls.id, id)))
}

/** Everything that is asked before a phone rings; the call stands here before the carrier hears of it. */
async function prepare(ctx: Ctx, { key: id, to, from, myPhone: mine, via, reason }: NewCall) {
  const { country } = ctx.client
  const theirs = normalisePhone(to, country)
  const never = mustNotDial(to, theirs)
  if (never) throw invalid('to', never)
  if (!theirs) throw invalid('to', 'Please enter the full phone number with its area code.')
  const phone = via === 'browser' ? '' : phoneOf(mine, theirs, country)
  const overridden = await mayCall(ctx, theirs, reason)
  const account = await accountRow(ctx)
  const access = accessOf(ctx.client.id, account)
  if (via === 'browser' && !speaksByBrowser(account))
    throw invalid('via', 'To talk in the browser, add an API key in Settings first.')
  const ours = await callerNumber(ctx, sidOf(access), from)
  const userId = userOf(ctx)
  const [row] = await ctx.db
    .insert(calls)
    .values({
      id,
      direction: 'out',
      ours,
      theirs,
      ourPhone: phone,
      via,
      userId,
      personId: await findPersonByNumber(ctx, theirs),
      overrideReason: overridden ? reason! : null,
    })
    .onConflictDoNothing()
    .returning({ id: calls.id })
  if (row) {
    if (phone) await keepPhone(ctx, userId!, phone)
    await emit(ctx, callStarted, { id })
    announce(ctx, 'calls', id)
  }
  return {
    fresh: row !== undefined,
    access,
    from: ours,
    myPhone: phone,
    identity: via === 'browser' ? identityOf(ctx.client.id, userId!) : null,
    twiml: await bridgeCall(ctx, { id, theirs, ours }),
  }
}

const keepPhone = (ctx: Ctx, userId: string, number: string) =>
  ctx.db
    .insert(ownPhones)
    .values({ userId, number })
    .onConflictDoUpdate({ target: [ownPhones.clientId, ownPhones.userId], set: { number } })

/** The phone of the member who calls, as it may be rung. */
function phoneOf(mine: string, theirs: string, country: string): string {
  if (!mine) throw invalid('myPhone', 'Please enter the phone that should ring first')
  const phone = normalisePhone(mine, country)
  const never = mustNotDial(mine, phone)
  if (!phone || never) throw invalid('myPhone', never ?? 'Please enter the full phone number with its area code.')
  if (phone === theirs) throw invalid('myPhone', 'This is the number you are calling. Please enter your own.')
  return phone
}

/** @returns whether someone who may has overruled a no */
async function mayCall(ctx: Ctx, theirs: string, reason: string | undefined): Promise<boolean> {
  const [stopped] = (await listSuppressionsOf(ctx, [theirs], { channel: 'voice', topic: '' })).get(theirs) ?? []
  if (!stopped) return false
  const role = ctx.actor.type === 'member' ? ctx.actor.role : null
  const mayOverrule = role === 'owner' || role === 'admin' || role === 'pastor'
  if (reason && mayOverrule) return true
  const more = mayOverrule ? 'Enter a reason to call anyway.' : 'A pastor or an admin can call anyway, with a reason.'
  throw new Failure('BAD_REQUEST', `They opted out of calls. ${more}`, {
    data: {
      stopped,
      mayOverrule,
      issues: [{ path: [mayOverrule ? 'reason' : 'to'], message: `They opted out of calls. ${more}` }],
    },
  })
}

/** @throws BAD_REQUEST where the account has no number for calls */
export async function callerNumber(ctx: Ctx, accountSid: string, from: string | undefined): Promise<string> {
  const [row] = await ctx.db
    .select({ number: phoneNumbers.number })
    .from(phoneNumbers)
    .where(
      and(
        eq(phoneNumbers.accountSid, accountSid),
        eq(phoneNumbers.state, 'owned'),
        eq(phoneNumbers.active, true),
        sql`(${phoneNumbers.capabilities} ->> 'voice')::boolean`,
        from ? eq(phoneNumbers.number, from) : undefined,
      ),
    )
    .orderBy(desc(phoneNumbers.isDefault), phoneNumbers.id)
    .limit(1)
  if (!row)
    throw invalid(
      'from',
      from ? 'You can’t call from this number right now.' : 'Buy a number first. Calls are made from it.',
    )
  return row.number
}

/** Hangs up. What comes of it is told by the carrier. */
export async function end(ctx: OuterCtx, { id }: { id: string }): Promise<Call> {
  const { row, access } = await ctx.tx(async tx => {
    const [row] = await tx.db.select().from(calls).where(eq(calls.id, id))
    return { row: found(row, 'Call'), access: accessOf(tx.client.id, await accountRow(tx)) }
  })
  // No line was opened for it: it is over at once.
  if (!row.endedAt && !row.sid && row.via === 'browser')
    await ctx.tx(async tx => {
      const over = { state: 'canceled' as const, endedAt: clock.now() }
      await tx.db
        .update(calls)
        .set(over)
        .where(and(eq(calls.id, id), isNull(calls.sid)))
      announce(tx, 'calls', id)
      await emit(tx, callEnded, { id })
    })
  if (!row.endedAt && row.sid) {
    const picked = row.stage !== 'agent' || row.state === 'in-progress'
    await (await carrier(access)).endCall(row.sid, picked).catch(error => {
      // Over already, at the carrier: its notice is on the way.
      if (!(error instanceof CarrierRefused)) throw error
    })
  }
  return ctx.tx(tx => get(tx, { id }))
}

/** So long nothing was heard: the carrier is asked once. */
export const SILENCE = seconds(90)

/** Asks the carrier how a call stands of which nothing was heard for a while. */
export async function poll(ctx: OuterCtx, id: string): Promise<void> {
  const { call, access } = await ctx.tx(async tx => {
    const [call] = await tx.db.select().from(calls).where(eq(calls.id, id))
    return { call, access: accessOf(tx.client.id, await accountRow(tx)) }
  })
  if (!call || call.endedAt || clock.ms() - (call.heardAt ?? call.createdAt).getTime() < SILENCE) return
  const facts = call.sid ? await (await carrier(access)).call(call.sid) : null
  await ctx.tx(async tx => {
    const none = { state: 'failed' as const, duration: null, price: null, currency: null }
    await advanceCall(tx, call, call.direction === 'out' ? 'agent' : '', facts ? { ...facts, price: null } : none)
  })
}

export const accountsWithOpenCalls = () => sql`select ${calls.clientId} from ${calls} where ${calls.endedAt} is null`

/** Calls that seem to go on, and of which nothing was heard for ten minutes. */
export const listSilentCalls = (ctx: Ctx): Promise<{ id: string }[]> =>
  ctx.db
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        isNull(calls.endedAt),
        lt(sql`coalesce(${calls.heardAt}, ${calls.createdAt})`, new Date(clock.ms() - minutes(10))),
      ),
    )
    .limit(100)
