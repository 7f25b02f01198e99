import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { dice } from '#people/rules/seeded-random.ts'
import * as batchService from './batches/service.ts'
import { NewCampaign } from './campaigns/contract.ts'
import { create as createCampaign } from './campaigns/service.ts'
import { NewGift } from './contract.ts'
import { create as createFund, defaultFund } from './funds/service.ts'
import { create as createPledge } from './pledges/service.ts'
import { publishSums } from './published/service.ts'
import { notesAndCoins } from './rules/count-sheet.ts'
import { postDeposit } from './service/ledger-entries.ts'
import { record } from './service.ts'
import { batches } from './tables.ts'

type Roll = ReturnType<typeof dice>
interface Place {
  today: DateTime
  general: string
  missions: string
  campaigns: string[]
  donors: string[]
  roll: Roll
}

const WEEKS = 47
const amounts = [2_000, 2_500, 4_000, 5_000, 5_000, 7_500, 10_000, 15_000, 25_000]
const dayOf = (at: DateTime) => at.toISODate()!

async function prepare(ctx: Ctx, { personIds }: Demo): Promise<Place> {
  const today = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  const general = (await defaultFund(ctx)).id
  const missions = (await createFund(ctx, { name: 'Missions', code: 'missions', deductible: true })).id
  const building = (await createFund(ctx, { name: 'Building', code: 'building', deductible: true })).id
  const of = (name: string, goal: number, more: object) =>
    createCampaign(ctx, NewCampaign.parse({ name, goal, startDate: dayOf(today.minus({ weeks: WEEKS })), ...more }))
  const roof = await of('New roof', 2_500_000, {
    description: 'The roof over the hall is sixty years old and leaks in two places.',
    fundId: building,
    suggested: [5_000, 10_000, 25_000],
  })
  const trip = await of('Missions trip', 600_000, { fundId: missions, endDate: dayOf(today.plus({ weeks: 12 })) })
  const pantry = await of('Food pantry', 1_200_000, { isRecurring: true, frequency: 'monthly' })
  const campaigns = [roof.id, trip.id, pantry.id]
  return { today, general, missions, campaigns, donors: personIds.slice(0, 46), roll: dice(14) }
}

const gift = (ctx: Ctx, more: object) => record(ctx, NewGift.parse({ key: randomUUID(), confirmed: true, ...more }))

/** The plate of one Sunday: checks by name, and loose cash of nobody known. */
async function plate(ctx: Ctx, place: Place, [first, second]: string[], weeksAgo: number): Promise<void> {
  const { today, roll, donors, general, missions } = place
  const sunday = today.minus({ days: today.weekday % 7, weeks: weeksAgo })
  const receivedOn = dayOf(sunday)
  const batch = await batchService.create(ctx, {
    name: `Sunday, ${sunday.setLocale(ctx.client.locale).toLocaleString({ month: 'long', day: 'numeric' })}`,
    day: receivedOn,
    controlTotal: null,
  })
  let checks = 0
  for (let i = 0; i < 4; i++) {
    const amount = amounts[roll.below(amounts.length)]!
    const personId = donors[roll.below(donors.length)]!
    const fundId = roll.below(5) === 0 ? missions : general
    const checkNumber = String(1_000 + roll.below(4_000))
    await gift(ctx, {
      personId,
      receivedOn,
      method: 'check',
      checkNumber,
      batchId: batch.id,
      lines: [{ amount, fundId }],
    })
    checks += amount
  }
  const cash = 100 * (80 + roll.below(200))
  await gift(ctx, {
    receivedOn,
    method: 'cash',
    batchId: batch.id,
    lines: [{ amount: cash, fundId: general }],
    note: 'Loose cash',
  })
  if (weeksAgo > 0) await close(ctx, { id: batch.id, sunday, cash, checks, by: [first, second] })
}

interface Closed {
  id: string
  sunday: DateTime
  cash: number
  checks: number
  by: (string | undefined)[]
}
/** Counted by two after the service, and at the bank on Monday. */
async function close(ctx: Ctx, { id, sunday, cash, checks, by: [first, second] }: Closed): Promise<void> {
  let left = cash
  const denominations = notesAndCoins(ctx.client.currency).flatMap(value => {
    const count = Math.floor(left / value)
    left -= count * value
    return count > 0 ? [{ value, count }] : []
  })
  const at = sunday.set({ hour: 13 }).toJSDate()
  const depositedOn = dayOf(sunday.plus({ days: 1 }))
  await postDeposit(ctx, { id, currency: ctx.client.currency }, checks + cash, depositedOn)
  await ctx.db
    .update(batches)
    .set({
      status: 'deposited',
      denominations,
      checksTotal: checks,
      depositedOn,
      countedBy: first ?? null,
      countedAt: at,
      confirmedBy: second ?? null,
      confirmedAt: at,
      depositedBy: first ?? null,
    })
    .where(eq(batches.id, id))
}

/** Bank transfers of every month, gifts to campaigns, some of them anonymous, and a piano. */
async function others(ctx: Ctx, place: Place): Promise<void> {
  const { today, roll, donors, general, campaigns } = place
  for (let month = 0; month < 11; month++)
    for (const personId of donors.slice(0, 8)) {
      const receivedOn = dayOf(today.minus({ months: month }).set({ day: 1 }))
      const amount = amounts[(donors.indexOf(personId) + 3) % amounts.length]!
      await gift(ctx, { personId, receivedOn, method: 'bank', lines: [{ amount, fundId: general }] })
    }
  for (let i = 0; i < 60; i++) {
    const receivedOn = dayOf(today.minus({ days: 3 + roll.below(WEEKS * 7 - 10) }))
    const campaignId = campaigns[roll.below(campaigns.length)]!
    const amount = 4 * amounts[roll.below(amounts.length)]!
    const method = i % 3 === 0 ? 'card' : 'check'
    const personId = donors[roll.below(donors.length)]!
    const checkNumber = method === 'check' ? String(6_000 + i) : ''
    await gift(ctx, {
      personId,
      receivedOn,
      method,
      checkNumber,
      lines: [{ amount, campaignId }],
      anonymousPublic: i % 9 === 0,
    })
  }
  const personId = donors[3]!
  await gift(ctx, {
    personId,
    receivedOn: dayOf(today.minus({ weeks: 9 })),
    method: 'in-kind',
    lines: [{ amount: 0, fundId: general }],
    description: 'An upright piano',
  })
}

/** A church's year: plates of every Sunday, transfers, campaigns and pledges. */
export async function seedDonations(ctx: Ctx, demo: Demo): Promise<void> {
  const place = await prepare(ctx, demo)
  for (let week = WEEKS - 1; week >= 0; week--) await plate(ctx, place, demo.userIds, week)
  await others(ctx, place)
  const startDate = dayOf(place.today.minus({ months: 9 }))
  for (const [i, personId] of place.donors.slice(0, 6).entries()) {
    const paid = dayOf(place.today.minus({ months: 2 + i }))
    const lines = [{ amount: (6 - (i % 3)) * amounts[i + 2]!, campaignId: place.campaigns[0]! }]
    await gift(ctx, { personId, receivedOn: paid, method: 'bank', lines })
    await createPledge(ctx, {
      personId,
      householdId: null,
      fundId: null,
      campaignId: place.campaigns[0]!,
      note: '',
      amount: amounts[i + 2]!,
      frequency: 'monthly',
      startDate,
      endDate: dayOf(place.today.plus({ months: 3 })),
    })
  }
  // The demo shows what a church sees the day after.
  await publishSums(ctx, new Date(clock.ms() + 1))
}
