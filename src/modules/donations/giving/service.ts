import { eq, inArray } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { split } from '#ledger/rules/accounts.ts'
import { post } from '#ledger/service.ts'
import { recordGoal } from '#links/goals/service.ts'
import { visitorOf } from '#links/service/visitors.ts'
import { withFeeCovered } from '#payments/rules/fees.ts'
import type { PayMethod } from '#payments/rules/gateways.ts'
import { kept } from '#payments/rules/states.ts'
import { postingDay } from '#payments/service/ledger-postings.ts'
import { refundPayment } from '#payments/service/refunds.ts'
import { chargeSaved, offers, type Payment, paymentById, startPayment } from '#payments/service/start.ts'
import { intakePerson } from '#people/service/intake.ts'
import type { Gift as GiftDetails } from '../contract.ts'
import { giftChanged, giftRecorded } from '../events.ts'
import { list as listFunds, listGivingFunds } from '../funds/service.ts'
import { declareOnline } from '../gift-aid/service.ts'
import { publishedCampaign } from '../published/service.ts'
import { createRecurringGift } from '../recurring/service/creation.ts'
import type { GivingOffer, GivingRequest } from '../rules/giving-form.ts'
import { collectable } from '../rules/progress.ts'
import { type DonorIds, findHouseholdId } from '../service/donor.ts'
import { get } from '../service/gift-queries.ts'
import { dueToGiving, MODULE, postGift } from '../service/ledger-entries.ts'
import { campaigns, funds, giftLines, gifts } from '../tables.ts'
import { recordTextGiftPayment } from '../text-to-give/service/links.ts'
import { giftRequests, type WantedSchedule } from './tables.ts'

type Gift = typeof gifts.$inferSelect
type Campaign = typeof campaigns.$inferSelect

export async function campaignBySlug(ctx: Ctx, slug: string): Promise<Campaign | undefined> {
  const [row] = await ctx.db.select().from(campaigns).where(eq(campaigns.slug, slug))
  return row && row.visibility !== 'private' ? row : undefined
}

/** Where a page of the church may lead for giving; undefined while that takes no gifts, or is not public. */
export async function givingPageOf(ctx: Ctx, campaignId: string | null) {
  const [row] = campaignId ? await ctx.db.select().from(campaigns).where(eq(campaigns.id, campaignId)) : []
  if (campaignId && row?.visibility !== 'public') return
  const { reason, offer } = await readGivingOffer(ctx, row)
  if (reason) return
  const raised = row ? ((await publishedCampaign(ctx, row.id))?.raised ?? null) : 0
  return { path: row ? `/${row.slug}` : '', currency: offer.currency, raised, goal: row?.goal ?? 0 }
}

/** Gateways charge at most eight digits at once. */
const MOST_CHARGED = 99_999_999
const usualAmounts = [2_500, 5_000, 10_000, 25_000, 50_000]

/** What a page offers now, of a campaign or of the church; `reason`: why it takes nothing. */
export async function readGivingOffer(
  ctx: Ctx,
  campaign?: Campaign,
): Promise<{
  offer: GivingOffer
  reason: string | null
  fee: { basisPoints: number; fixed: number }
  sandbox: boolean
}> {
  const ways = await offers(ctx)
  const today = localDay(clock.now(), ctx.client.timeZone)
  const unavailable = ways.reason && 'Online giving is not available right now. Please contact the church.'
  const reason = campaign ? collectable({ ...campaign, unavailable }, today).reason : unavailable
  const offered = campaign
    ? (await listFunds(ctx, {})).items.filter(({ id }) => id === campaign.fundId)
    : await listGivingFunds(ctx)
  const currency = campaign?.currency ?? ways.currency
  return {
    offer: {
      currency,
      locale: ctx.client.locale,
      country: ctx.client.country,
      methods: ways.methods,
      funds: offered.map(({ id, name, code }) => ({ id, name, code })),
      suggested: campaign?.suggested.length ? campaign.suggested : usualAmounts,
      min: Math.max(campaign?.minAmount ?? 0, ways.least),
      max: Math.min(campaign?.maxAmount ?? MOST_CHARGED, MOST_CHARGED),
      allowAnonymous: campaign?.allowAnonymous ?? true,
      allowTribute: campaign?.allowTribute ?? false,
      coverable: true,
      recurs: ways.keeps,
      today,
    },
    reason: reason || null,
    fee: ways.fee,
    sandbox: ways.mode === 'sandbox',
  }
}

interface Begun {
  request: GivingRequest
  campaign: Campaign | undefined
  fee: { basisPoints: number; fixed: number }
  currency: string
  /** Of the page: sent twice, it is one gift. */
  key: string
  path: string
  description: string
  /** The text that the page was opened from, and whether its number keeps the card. */
  text?: { id: string; keepsCard: boolean }
}

/**
 * Stores the pending gift before anyone is sent to pay. It belongs to no one yet: a person is found or made
 * once it is paid.
 * @returns the payment
 */
export async function startGift(ctx: Ctx, begun: Begun): Promise<string> {
  const { request, fee, currency, key, path, description, text } = begun
  return withEveryRight(ctx, 'checkout', async all => {
    const [before] = await all.db.select().from(gifts).where(eq(gifts.key, key))
    if (before?.paymentId) return before.paymentId
    const total = request.cover ? withFeeCovered(request.amount, fee) : request.amount
    const giftId = await addPending(all, {
      ...request,
      total,
      currency,
      key,
      campaignId: begun.campaign?.id ?? null,
      source: text ? 'text' : path.endsWith('?kiosk=1') ? 'kiosk' : 'online',
      anonymousPublic: request.anonymous,
    })
    if (text) await recordTextGiftPayment(all, text.id, giftId, text.keepsCard)
    const { firstName, lastName, email, phone, address, giftAid } = request
    const recurring = scheduleOf(begun)
    const asked = { firstName, lastName, email, phone, address, path, giftAid, recurring, visitor: visitorOf(ctx) }
    await all.db.insert(giftRequests).values({ giftId, ...asked })
    const payment = await startPayment(all, {
      module: MODULE,
      refId: giftId,
      amount: total,
      currency,
      description,
      key: giftId,
      returnPath: path,
      payer: { name: `${firstName} ${lastName}`, email },
      save: recurring !== null || (text?.keepsCard ?? false),
      ...(request.method && { method: request.method as PayMethod }),
    })
    await all.db.update(gifts).set({ paymentId: payment.id }).where(eq(gifts.id, giftId))
    return payment.id
  })
}

const scheduleOf = ({ request: { recurring, cover, lines }, campaign }: Begun): WantedSchedule | null =>
  recurring && { ...recurring, cover, lines: lines.map(line => ({ ...line, campaignId: campaign?.id ?? null })) }

interface PendingGift {
  key: string
  source: 'online' | 'text' | 'kiosk'
  lines: readonly { fundId: string; amount: number; campaignId?: string | null }[]
  /** More than the lines where a fee is covered: it is spread over them. */
  total: number
  currency: string
  campaignId?: string | null
  personId?: string | null
  recurringId?: string
  anonymousPublic?: boolean
  tribute?: Gift['tribute']
  tributeName?: string
  note?: string
}

/** A gift with its lines, of which nothing is booked yet. @returns its id */
async function addPending(ctx: Ctx, { lines, campaignId = null, personId = null, ...gift }: PendingGift) {
  const { key, source, total, currency, anonymousPublic, tribute, tributeName, note, recurringId } = gift
  const parts = split(
    total,
    lines.map(line => line.amount),
  )
  const ids = lines.map(line => line.fundId)
  const known = await ctx.db.select().from(funds).where(inArray(funds.id, ids))
  const deductible = new Map(known.map(fund => [fund.id, fund.deductible]))
  const [row] = await ctx.db
    .insert(gifts)
    .values({
      key,
      source,
      currency,
      total,
      anonymousPublic,
      tribute,
      tributeName,
      note,
      personId,
      recurringId,
      method: 'online',
      status: 'pending',
      householdId: personId && (await findHouseholdId(ctx, personId)),
      coveredFee: total - lines.reduce((sum, line) => sum + line.amount, 0),
      receivedOn: localDay(clock.now(), ctx.client.timeZone),
      createdAt: clock.now(),
    })
    .returning({ id: gifts.id })
  const giftId = row!.id
  await ctx.db.insert(giftLines).values(
    lines.map(({ fundId, campaignId: own }, position) => {
      const amount = parts[position]!
      return {
        giftId,
        position,
        fundId,
        campaignId: own ?? campaignId,
        amount,
        deductible: deductible.get(fundId) ? amount : 0,
      }
    }),
  )
  return giftId
}

/** The same once for each key. */
export async function createPendingGift(ctx: Ctx, gift: PendingGift): Promise<string> {
  const [before] = await ctx.db.select({ id: gifts.id }).from(gifts).where(eq(gifts.key, gift.key))
  return before?.id ?? addPending(ctx, gift)
}

/** A gift from a kept card, while nobody is there: pending, until its payment says how it went. */
export async function chargeGift(
  ctx: Ctx,
  wanted: Omit<PendingGift, 'total'> & {
    amount: number
    savedId: string
    description: string
    payer: { name: string; email: string }
  },
): Promise<string> {
  const { amount, savedId, description, payer, ...gift } = wanted
  return withEveryRight(ctx, 'checkout', async all => {
    const [before] = await all.db.select({ id: gifts.id }).from(gifts).where(eq(gifts.key, gift.key))
    if (before) return before.id
    const giftId = await addPending(all, { ...gift, total: amount })
    const { id } = await chargeSaved(all, {
      module: MODULE,
      refId: giftId,
      amount,
      currency: gift.currency,
      description,
      payer,
      savedId,
      key: giftId,
    })
    await all.db.update(gifts).set({ paymentId: id }).where(eq(gifts.id, giftId))
    return giftId
  })
}

const isDisputed = ({ dispute }: Payment) => dispute === 'open' || dispute === 'lost'

/** What a payment makes of its gift. */
function statusOf(payment: Payment): Gift['status'] {
  if (payment.state === 'succeeded') {
    if (isDisputed(payment)) return 'disputed'
    if (payment.refunded >= payment.amount) return 'refunded'
    return payment.refunded > 0 ? 'partially_refunded' : 'succeeded'
  }
  return payment.state === 'failed' || payment.state === 'canceled' || payment.state === 'expired'
    ? 'failed'
    : 'pending'
}

/**
 * Makes a gift what its payment is: told again, in any order, it is the same. The giver becomes a person, the gift is
 * booked on the day that the gateway names, and announced once.
 */
export async function onGiftPaymentChanged(ctx: Ctx, paymentId: string, giftId: string): Promise<void> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId)).for('update')
  if (!gift || gift.status === 'reversed') return
  const payment = await paymentById(ctx, paymentId)
  const status = statusOf(payment)
  const isNew = payment.state === 'succeeded' && gift.entryId === null
  if (isNew) await receive(ctx, gift, payment)
  // Refunded or disputed before we heard of it at all: that follows at once.
  if (isNew || gift.entryId) await postRefunds(ctx, gift.id, payment)
  await ctx.db.update(gifts).set({ status, fee: payment.fee }).where(eq(gifts.id, giftId))
  for (const topic of ['gifts', 'giving']) announce(ctx, topic, giftId)
  if (isNew) {
    const [row] = await ctx.db.select({ personId: gifts.personId }).from(gifts).where(eq(gifts.id, giftId))
    // Its handler thanks the giver, with a receipt where the church issues one.
    await emit(ctx, giftRecorded, { giftId, personId: row!.personId, at: clock.now() })
    return
  }
  if ((status !== gift.status || payment.refunded !== gift.refunded) && gift.status !== 'pending')
    await emit(ctx, giftChanged, { giftId, personId: gift.personId, at: clock.now() })
}

const linesOf = (ctx: Ctx, giftId: string) =>
  ctx.db.select().from(giftLines).where(eq(giftLines.giftId, giftId)).orderBy(giftLines.position)

/** Someone known by name and address, who gains what was missing, or a new person. */
async function giverOf(ctx: Ctx, asked: typeof giftRequests.$inferSelect): Promise<DonorIds> {
  const { firstName, lastName, email, phone, address } = asked
  const points = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: phone },
  ]
  const { personId } = await intakePerson(ctx, { firstName, lastName, points, address, source: 'giving' })
  return { personId, householdId: await findHouseholdId(ctx, personId) }
}

async function receive(ctx: Ctx, gift: Gift, payment: Payment): Promise<void> {
  const [asked] = await ctx.db.select().from(giftRequests).where(eq(giftRequests.giftId, gift.id))
  const donor = asked ? await giverOf(ctx, asked) : { personId: gift.personId, householdId: gift.householdId }
  if (asked?.giftAid && donor.personId) await declareOnline(ctx, donor.personId, asked)
  const receivedOn = await postingDay(ctx, payment.paidAt ?? clock.now())
  const entryId = await postGift(ctx, { ...gift, receivedOn }, await linesOf(ctx, gift.id))
  await ctx.db
    .update(gifts)
    .set({ ...donor, receivedOn, entryId, booked: gift.total })
    .where(eq(gifts.id, gift.id))
  if (asked?.recurring && payment.savedId && donor.personId)
    await createRecurringGift(ctx, { ...gift, personId: donor.personId }, asked.recurring, payment.savedId)
  const lines = await linesOf(ctx, gift.id)
  await recordGoal(ctx, {
    kind: 'gift',
    refId: gift.id,
    personId: donor.personId,
    subjectId: lines[0]?.campaignId ?? lines[0]!.fundId,
    visitor: asked?.visitor ?? null,
  })
}

/**
 * Refunds, disputes and returned debits. What funds hold of the gift is in its row, so that every way to what the payment
 * is now ends at the same balances; each line has its share.
 */
async function postRefunds(ctx: Ctx, giftId: string, payment: Payment): Promise<void> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId))
  const lines = await linesOf(ctx, giftId)
  const shares = (amount: number) =>
    split(
      amount,
      lines.map(line => line.amount),
    )
  if (payment.refunded !== gift!.refunded) {
    for (const [i, refunded] of shares(payment.refunded).entries())
      await ctx.db.update(giftLines).set({ refunded }).where(eq(giftLines.id, lines[i]!.id))
    await ctx.db.update(gifts).set({ refunded: payment.refunded }).where(eq(gifts.id, giftId))
  }
  const now = kept(payment)
  if (now === gift!.booked) return
  const [before, after] = [shares(gift!.booked), shares(now)]
  const posting = gift!.posting + 1
  const moved = lines.map(({ fundId }, i) => ({ fundId, amount: before[i]! - after[i]! }))
  await moveToDue(ctx, { ...gift!, posting }, moved)
  await ctx.db.update(gifts).set({ booked: now, posting }).where(eq(gifts.id, giftId))
}

async function moveToDue(ctx: Ctx, gift: Gift, lines: { fundId: string; amount: number }[]): Promise<void> {
  const total = lines.reduce((sum, one) => sum + one.amount, 0)
  const byFund = Map.groupBy(lines, line => line.fundId)
  const names = new Map((await ctx.db.select().from(funds)).map(fund => [fund.id, fund.name]))
  const sides = [...byFund].map(([fundId, own]) => ({
    account: { key: `fund:${fundId}`, kind: 'income' as const, name: names.get(fundId) ?? '' },
    amount: own.reduce((sum, one) => sum + one.amount, 0),
  }))
  await post(ctx, {
    key: `gift:${gift.id}:${gift.posting}`,
    currency: gift.currency,
    source: { module: MODULE, id: gift.id },
    day: await postingDay(ctx, clock.now()),
    sides: [...sides.filter(({ amount }) => amount !== 0), { account: dueToGiving, amount: -total }],
  })
}

/** Asks the gateway for a part or all of what was paid; the gift follows once the money is on its way. */
export async function refundGift(
  ctx: Ctx,
  { id, amount, reason }: { id: string; amount: number; reason: string },
): Promise<GiftDetails> {
  const [row] = await ctx.db.select({ paymentId: gifts.paymentId }).from(gifts).where(eq(gifts.id, id))
  const { paymentId } = found(row, 'Gift')
  if (!paymentId) throw new Failure('NOT_PAID', 'This gift was not paid online. Void it instead.')
  await refundPayment(ctx, { paymentId, amount, reason })
  return get(ctx, { id })
}
