import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { errorWords } from '#messaging/carrier/rules.ts'
import {
  adoptNumber,
  cancelReservation,
  changeNumber,
  listOwnedNumbers,
  recordOwnedNumber,
  recordReleasedNumber,
  recordWebhookUrls,
  renameNumber,
  reserveNumber,
} from '#messaging/carrier/service/numbers.ts'
import { accessOf, accountRow, carrierAccess } from '#messaging/carrier/service.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { type Carrier, CarrierRefused, CarrierSilent, carrier, type NumberFacts } from '#providers/telephony/index.ts'
import { usesOf } from '#public-page/service/uses.ts'
import { validateRoutes } from '../ivr/service.ts'
import { nearbyAreaCodes } from '../rules/dialling.ts'
import { driftOf } from '../rules/drift.ts'
import { setUpBrowsers } from '../softphone/service.ts'
import { webhookUrls } from '../webhooks/service/webhook-urls.ts'
import type { NumberChange, OfferQuery, PhoneNumber, Purchase } from './contract.ts'

type Row = typeof phoneNumbers.$inferSelect

const shown = (ctx: { client: { id: string } }, row: Row): PhoneNumber => {
  const { id, sid, number, friendlyName, kind, capabilities, active, isDefault, voiceRoute, forwardTo } = row
  const { verification, monthly, currency, perSecond, hooksCheckedAt, version } = row
  const { menuId, byHours, closedRoute, closedForwardTo, closedMenuId, missedText } = row
  return {
    id,
    sid,
    number,
    friendlyName,
    kind,
    capabilities,
    active,
    isDefault,
    voiceRoute,
    forwardTo,
    verification,
    monthly,
    currency,
    perSecond,
    hooksCheckedAt,
    version,
    menuId,
    byHours,
    closedRoute,
    closedForwardTo,
    closedMenuId,
    missedText,
    drift: hooksCheckedAt ? driftOf(row, webhookUrls(ctx)) : [],
  }
}

export const list = async (ctx: Ctx) => ({ items: (await listOwnedNumbers(ctx)).map(row => shown(ctx, row)) })

async function rowOf(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.id, id), eq(phoneNumbers.state, 'owned')))
  return found(row, 'Number')
}

/** The carrier's no, in words that say what to do. */
export async function asked<T>(work: () => Promise<T>, field?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CarrierSilent)
      throw new Failure('UNAVAILABLE', 'The carrier is not responding right now. Please try again in a moment.')
    if (!(error instanceof CarrierRefused)) throw error
    const words = errorWords[error.code]
    const sentence = words ? `${words.what} ${words.fix}` : `The carrier refused: ${error.message}`
    throw field ? invalid(field, sentence) : new Failure('BAD_REQUEST', sentence)
  }
}

const byCarrier = async (ctx: OuterCtx): Promise<Carrier> => carrier(await ctx.tx(carrierAccess))

export async function offers(ctx: OuterCtx, wanted: OfferQuery) {
  const by = await byCarrier(ctx)
  const items = await asked(() => by.offers(wanted), 'areaCode')
  if (items.length > 0 || !wanted.areaCode) return { items, instead: [] }
  const near = wanted.kind === 'toll_free' ? ['833', '844', '855'] : nearbyAreaCodes(wanted.areaCode)
  const instead: string[] = []
  for (const areaCode of near.filter(code => code !== wanted.areaCode).slice(0, 4))
    if ((await asked(() => by.offers({ ...wanted, contains: undefined, areaCode }))).length > 0) instead.push(areaCode)
  return { items, instead }
}

/** One purchase of a number at a time: its row stands here before the carrier is asked, and goes if it says no. */
export async function buy(ctx: OuterCtx, { number, name, kind, monthly, currency }: Purchase): Promise<PhoneNumber> {
  const { id, access } = await ctx.tx(async tx => {
    const access = accessOf(tx.client.id, await accountRow(tx))
    const id = await reserveNumber(tx, { number, kind, monthly, currency, friendlyName: name || number })
    return { id, access }
  })
  const by = await carrier(access)
  try {
    const bought = await asked(() => by.buy(number, name || number, webhookUrls(ctx)), 'number')
    return await ctx.tx(tx => own(tx, id, bought))
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE')
      throw new Failure(
        'UNAVAILABLE',
        'The carrier stopped responding. If the number was bought, it appears here in a minute. It is never bought twice.',
      )
    await ctx.tx(tx => cancelReservation(tx, id))
    throw error
  }
}

async function own(ctx: Ctx, id: string, facts: NumberFacts): Promise<PhoneNumber> {
  const row = await recordOwnedNumber(ctx, id, facts)
  announce(ctx, 'telephony', id)
  return shown(ctx, row)
}

export const accountsWithOpenPurchases = () =>
  sql`select ${phoneNumbers.clientId} from ${phoneNumbers} where ${phoneNumbers.state} = 'buying'`

/** Purchases of which nobody heard the end: what the carrier lists is ours, the rest was never bought. */
export async function finishPurchases(ctx: OuterCtx): Promise<void> {
  const { waiting, access } = await ctx.tx(async tx => ({
    waiting: await tx.db.select().from(phoneNumbers).where(eq(phoneNumbers.state, 'buying')),
    access: await carrierAccess(tx),
  }))
  const late = waiting.filter(one => clock.ms() - one.createdAt.getTime() > 60_000)
  if (late.length === 0) return
  const listed = await (await carrier(access)).numbers()
  await ctx.tx(async tx => {
    for (const { id, number } of late) {
      const bought = listed.find(one => one.number === number)
      if (bought) await own(tx, id, bought)
      else await cancelReservation(tx, id)
    }
  })
}

export async function rename(ctx: OuterCtx, { id, name }: { id: string; name: string }): Promise<PhoneNumber> {
  const row = await ctx.tx(tx => rowOf(tx, id))
  const by = await byCarrier(ctx)
  await asked(() => by.rename(row.sid!, name), 'name')
  return ctx.tx(async tx => {
    const now = await renameNumber(tx, id, name)
    announce(tx, 'telephony', id)
    return shown(tx, found(now, 'Number'))
  })
}

export async function update(ctx: Ctx, { id, version, ...changes }: NumberChange): Promise<PhoneNumber> {
  const row = await rowOf(ctx, id)
  const routes = await validateRoutes(ctx, row, changes)
  if (changes.isDefault && !row.capabilities.sms) throw invalid('isDefault', 'This number can’t send texts')
  if (changes.missedText && !row.capabilities.sms) throw invalid('missedText', 'This number can’t send texts')
  const now = await changeNumber(ctx, { id, version }, isNoChange(changes) ? {} : { ...changes, ...routes })
  announce(ctx, 'telephony', id)
  return shown(ctx, now)
}

/** What would miss the number, also of other modules: what they bring as `uses` of a `phone-number`. */
export async function uses(ctx: Ctx, { id }: { id: string }) {
  const { number, isDefault, voiceRoute, byHours, missedText } = await rowOf(ctx, id)
  const { rows } = await ctx.db.execute<Record<'people' | 'waiting', number>>(sql`
    select (select count(distinct sender)::int from messages where client_id = ${ctx.client.id} and channel = 'sms' and direction = 'in' and recipient = ${number}) as people,
      (select count(*)::int from messages where client_id = ${ctx.client.id} and channel = 'sms' and state in ('queued', 'held') and sender = ${number}) as waiting`)
  const { people, waiting } = rows[0]!
  const items = [
    ...(isDefault ? ['It is your default number for texts'] : []),
    ...(people ? [`${people === 1 ? 'One person has' : `${people} people have`} texted it`] : []),
    ...(waiting ? [`${waiting === 1 ? 'One text is' : `${waiting} texts are`} waiting to be sent from it`] : []),
    ...(await usesOf(ctx, 'phone-number', id)).map(use => use.label),
    ...(byHours ? ['Calls to it follow your office hours'] : []),
    ...(voiceRoute === 'voicemail' ? [] : [routeUses[voiceRoute]]),
    ...(missedText ? ['Missed callers get a text'] : []),
  ]
  return { items }
}

const routeUses = {
  forward: 'Calls to it are forwarded',
  menu: 'Calls to it go to a phone menu',
  browser: 'Calls to it ring in the browser',
}

export async function release(ctx: OuterCtx, { id, typed }: { id: string; typed: string }) {
  const row = await ctx.tx(tx => rowOf(tx, id))
  if (typed.replace(/[^\d+]/g, '') !== row.number) throw invalid('typed', `Please type ${row.number} to release it`)
  const by = await byCarrier(ctx)
  await asked(() => by.release(row.sid!))
  await ctx.tx(async tx => {
    await recordReleasedNumber(tx, row)
    announce(tx, 'telephony', id)
  })
  return {}
}

export async function check(ctx: OuterCtx) {
  const by = await byCarrier(ctx)
  const listed = await asked(() => by.numbers())
  return ctx.tx(tx => note(tx, listed))
}

/** What the carrier said of the numbers, kept beside them. */
async function note(ctx: Ctx, listed: NumberFacts[]) {
  await recordWebhookUrls(ctx, listed)
  announce(ctx, 'telephony')
  const known = await listOwnedNumbers(ctx)
  const here = new Set(known.map(one => one.number))
  const others = listed.filter(one => !here.has(one.number)).map(({ number, name }) => ({ number, name }))
  return { items: known.map(row => shown(ctx, row)), others }
}

export async function configure(ctx: OuterCtx, { ids }: { ids: string[] }) {
  const rows = await ctx.tx(tx =>
    tx.db
      .select()
      .from(phoneNumbers)
      .where(and(inArray(phoneNumbers.id, ids), eq(phoneNumbers.state, 'owned'))),
  )
  if (rows.length < new Set(ids).size) throw new Failure('NOT_FOUND', 'Number not found')
  const by = await byCarrier(ctx)
  for (const row of rows) await asked(() => by.setHooks(row.sid!, webhookUrls(ctx)))
  const access = await ctx.tx(carrierAccess)
  if (access.kind === 'twilio' && access.keySid) await asked(() => setUpBrowsers(ctx, access))
  // What was asked for is not what stands there: it is read again.
  return check(ctx)
}

export async function adopt(ctx: OuterCtx, { number }: { number: string }): Promise<PhoneNumber> {
  const access = await ctx.tx(carrierAccess)
  const by = await carrier(access)
  const facts = (await asked(() => by.numbers())).find(one => one.number === number)
  if (!facts) throw new Failure('NOT_FOUND', 'Number not found')
  return ctx.tx(async tx => {
    const row = await adoptNumber(tx, facts)
    announce(tx, 'telephony', row.id)
    return shown(tx, row)
  })
}

/** Whether the number is one of the account that is in use now. */
export const ownsNumber = async (ctx: Ctx, number: string): Promise<boolean> => {
  const [row] = await ctx.db
    .select({ id: phoneNumbers.id })
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.number, number), isNull(phoneNumbers.releasedAt), eq(phoneNumbers.active, true)))
  return row !== undefined
}
