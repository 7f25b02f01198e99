import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { accessOf, accountRow, recordCarrierFacts } from '#messaging/carrier/service.ts'
import { people } from '#people/tables.ts'
import { type Access, CarrierRefused, CarrierSilent, carrier } from '#providers/telephony/index.ts'
import { identityOf } from '../rules/identity.ts'
import { browsersHere, calls } from '../tables.ts'
import { browserWebhookUrls } from '../webhooks/service/webhook-urls.ts'
import type { Ringing } from './contract.ts'

type Fields = Record<string, string>
type Account = Awaited<ReturnType<typeof accountRow>>

/** Whether one can talk in the browser; Twilio wants an API key for it. */
export const speaksByBrowser = (account: Account): boolean =>
  !account?.accountSid || Boolean(account.keySid && account.sealedKeySecret)

export async function read(ctx: Ctx) {
  const account = await accountRow(ctx)
  if (!speaksByBrowser(account)) return { by: null }
  return { by: account?.accountSid ? ('twilio' as const) : ('sandbox' as const) }
}

/** Makes sure that calls from the browser ask our address; named after the account, since several may share one at the carrier. */
export async function setUpBrowsers(ctx: OuterCtx, access: Access): Promise<string> {
  const appSid = await (await carrier(access)).browserApp(`Lampstand ${ctx.client.id}`, browserWebhookUrls(ctx))
  await ctx.tx(tx => recordCarrierFacts(tx, { voiceAppSid: appSid }))
  return appSid
}

/** Asks for a token, and for the app behind it where there is none yet. */
export async function token(ctx: OuterCtx) {
  const { account, userId } = await ctx.tx(async tx => ({ account: await accountRow(tx), userId: userOf(tx)! }))
  if (!speaksByBrowser(account))
    throw new Failure('BAD_REQUEST', 'To talk in the browser, add an API key in Settings first.')
  const access = accessOf(ctx.client.id, account)
  const identity = identityOf(ctx.client.id, userId)
  try {
    const appSid = account?.voiceAppSid ?? (await setUpBrowsers(ctx, access))
    return { ...(await (await carrier(access)).browserToken({ identity, appSid })), identity }
  } catch (error) {
    if (error instanceof CarrierSilent || error instanceof CarrierRefused)
      throw new Failure('UNAVAILABLE', 'The carrier can’t connect right now. Please try again in a moment.')
    throw error
  }
}

export async function here(ctx: Ctx, { on }: { on: boolean }) {
  const userId = userOf(ctx)!
  if (on)
    await ctx.db
      .insert(browsersHere)
      .values({ userId, seenAt: clock.now() })
      .onConflictDoUpdate({ target: [browsersHere.clientId, browsersHere.userId], set: { seenAt: clock.now() } })
  else await ctx.db.delete(browsersHere).where(eq(browsersHere.userId, userId))
  return {}
}

/** A call rings no longer than this. */
const RINGS = minutes(2)

/** Calls that come in and that nobody has taken. */
export async function ringing(ctx: Ctx): Promise<{ items: Ringing[] }> {
  const items = await ctx.db
    .select({
      id: calls.id,
      theirs: calls.theirs,
      name: people.name,
      personId: calls.personId,
      here: sql<boolean>`${calls.via} = 'browser' and ${calls.stage} = 'forward'`,
    })
    .from(calls)
    .leftJoin(people, and(eq(people.clientId, calls.clientId), eq(people.id, calls.personId)))
    .where(
      and(
        eq(calls.direction, 'in'),
        isNull(calls.endedAt),
        isNull(calls.answeredAt),
        gt(calls.heardAt, new Date(clock.ms() - RINGS)),
      ),
    )
    .orderBy(desc(calls.id))
    .limit(5)
  return { items }
}

export async function pick(ctx: OuterCtx, { id, what }: { id: string; what: 'answer' | 'decline' }) {
  const { call, access, userId } = await ctx.tx(async tx => {
    const [call] = await tx.db.select().from(calls).where(eq(calls.id, id))
    return { call: found(call, 'Call'), access: accessOf(tx.client.id, await accountRow(tx)), userId: userOf(tx)! }
  })
  try {
    await (await carrier(access)).browserPicks(call.sid ?? '', identityOf(ctx.client.id, userId), what)
  } catch (error) {
    if (error instanceof CarrierRefused) throw new Failure('CONFLICT', 'Someone else answered, or the caller hung up.')
    throw error
  }
  return {}
}

/** The browser on the line says for which call: one that the same member began a moment ago, and that no other line took. */
export async function fromBrowser(ctx: Ctx, { CallSid = '', From = '', c = '' }: Fields) {
  if (!CallSid || !/^[0-9a-f-]{36}$/.test(c)) return
  const [call] = await ctx.db
    .update(calls)
    .set({ sid: CallSid, heardAt: clock.now(), stage: 'target' })
    .where(
      and(
        eq(calls.id, c),
        eq(calls.via, 'browser'),
        eq(calls.direction, 'out'),
        isNull(calls.endedAt),
        or(isNull(calls.sid), eq(calls.sid, CallSid)),
        gt(calls.createdAt, new Date(clock.ms() - RINGS)),
        sql`'client:' || ${identitySql(ctx)} = ${From}`,
      ),
    )
    .returning({ id: calls.id, theirs: calls.theirs, ours: calls.ours })
  if (call) announce(ctx, 'calls', call.id)
  return call
}

const identitySql = (ctx: Ctx) => sql`${identityOf(ctx.client.id, '')} || replace(${calls.userId}::text, '-', '')`
