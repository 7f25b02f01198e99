import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { decimal } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { settingsOf } from '../receipts/service/settings.ts'
import { readDonor } from '../service/donor.ts'
import { gifts } from '../tables.ts'
import type { Declaration, NewDeclaration } from './contract.ts'
import {
  cancelableUntil,
  claimColumns,
  claimDay,
  coveredPeriod,
  declarationWording,
  houseNameOrNumber,
  isClaimable,
  isCovered,
  isSmallCash,
  postcodeOf,
} from './rules.ts'
import { giftAidClaimGifts as claimGifts, declarations, giftAidClaims } from './tables.ts'

type Row = typeof declarations.$inferSelect
type Period = { from: string; to: string }

const today = (ctx: Ctx) => localDay(clock.now(), ctx.client.timeZone)
function requireUk(ctx: Ctx): void {
  if (ctx.client.country !== 'GB') throw new Failure('BAD_REQUEST', 'Gift Aid is for charities in the United Kingdom.')
}

function toDeclaration(row: Row): Declaration {
  const { id, personId, address, postcode, coversFrom, coversTo, source, wording, madeOn, recordSentOn } = row
  return {
    id,
    personId,
    address,
    postcode,
    coversFrom,
    coversTo,
    source,
    wording,
    madeOn,
    recordSentOn,
    name: [row.title, row.firstName, row.lastName].filter(Boolean).join(' '),
    cancelableUntil: cancelableUntil(row),
    canceledOn: row.canceledOn,
  }
}

export async function list(ctx: Ctx, { personId }: { personId: string }) {
  const own = eq(declarations.personId, personId)
  const rows = await ctx.db.select().from(declarations).where(own).orderBy(desc(declarations.id))
  const { legalName } = await settingsOf(ctx)
  return { items: rows.map(toDeclaration), wording: declarationWording(legalName) }
}

export async function create(ctx: Ctx, { scope, ...input }: NewDeclaration): Promise<Declaration> {
  requireUk(ctx)
  const postcode = postcodeOf(input.postcode)
  if (!postcode) throw invalid('postcode', 'Please enter a UK postcode, such as SW1A 1AA')
  await readDonor(ctx, input.personId)
  const madeOn = today(ctx)
  const wording = declarationWording((await settingsOf(ctx)).legalName)
  const values = { ...input, postcode, wording, madeOn, ...coveredPeriod(scope, madeOn), createdBy: userOf(ctx) }
  const [row] = await ctx.db.insert(declarations).values(values).returning()
  announce(ctx, 'gifts', input.personId)
  return toDeclaration(row!)
}

async function write(ctx: Ctx, id: string, changes: Partial<Row>): Promise<Declaration> {
  const [row] = await ctx.db.update(declarations).set(changes).where(eq(declarations.id, id)).returning()
  const saved = found(row, 'Declaration')
  announce(ctx, 'gifts', saved.personId)
  return toDeclaration(saved)
}
export const cancel = (ctx: Ctx, { id }: { id: string }) => write(ctx, id, { canceledOn: today(ctx) })
export const recordSent = (ctx: Ctx, { id }: { id: string }) => write(ctx, id, { recordSentOn: today(ctx) })

/** Gifts of a period that no claim has, with what they can be claimed as. */
async function open(ctx: Ctx, { from, to }: Period) {
  requireUk(ctx)
  const rows = await ctx.db
    .select()
    .from(gifts)
    .where(
      and(
        sql`${gifts.receivedOn} between ${from} and ${to}`,
        sql`not exists (select from gift_aid_claim_gifts c where c.client_id = ${gifts.clientId} and c.gift_id = ${gifts.id})`,
      ),
    )
    .orderBy(asc(gifts.receivedOn), asc(gifts.id))
    // Of two claims at once the second finds what the first took.
    .for('update')
  const ids = [...new Set(rows.flatMap(row => row.personId ?? []))]
  const known = ids.length
    ? await ctx.db.select().from(declarations).where(inArray(declarations.personId, ids)).orderBy(declarations.id)
    : []
  const byPerson = Map.groupBy(known, row => row.personId)
  const now = today(ctx)
  return rows.flatMap(gift => {
    const one = { ...gift, net: gift.total - gift.refunded }
    if (!isClaimable(one)) return []
    const declared = (byPerson.get(gift.personId ?? '') ?? []).find(row => isCovered(row, gift.receivedOn, now))
    return [{ gift: one, declared, small: !declared && isSmallCash(one) }]
  })
}

const sums = (list: readonly { gift: { net: number } }[]) => ({
  gifts: list.length,
  amount: list.reduce((sum, { gift }) => sum + gift.net, 0),
})

/** What a claim of the period would hold, and small cash gifts as one sum. */
export async function claimable(ctx: Ctx, period: Period) {
  const all = await open(ctx, period)
  return { declared: sums(all.filter(one => one.declared)), smallCash: sums(all.filter(one => one.small)) }
}

type Claimed = typeof giftAidClaims.$inferSelect
const toClaim = ({ id, periodFrom, periodTo, total, createdAt }: Claimed) => ({
  id,
  periodFrom,
  periodTo,
  total,
  createdAt,
})

/** Marks the gifts of a period as claimed: each once. */
export async function claim(ctx: Ctx, period: Period) {
  const all = (await open(ctx, period)).filter(one => one.declared)
  if (all.length === 0) throw new Failure('BAD_REQUEST', 'There is nothing to claim in this period.')
  const values = { periodFrom: period.from, periodTo: period.to, total: sums(all).amount, createdBy: userOf(ctx) }
  const [row] = await ctx.db.insert(giftAidClaims).values(values).returning()
  const rows = all.map(({ gift, declared }) => ({
    claimId: row!.id,
    giftId: gift.id,
    declarationId: declared!.id,
    amount: gift.net,
    claimedAt: clock.now(),
  }))
  await ctx.db.insert(claimGifts).values(rows)
  announce(ctx, 'gifts', row!.id)
  return toClaim(row!)
}

export async function claims(ctx: Ctx) {
  const rows = await ctx.db.select().from(giftAidClaims).orderBy(desc(giftAidClaims.id)).limit(50)
  return { items: rows.map(toClaim) }
}

/** HMRC's columns, a row for each gift. */
export async function schedule(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db
    .select({ declared: declarations, day: gifts.receivedOn, amount: claimGifts.amount })
    .from(claimGifts)
    .innerJoin(declarations, eq(declarations.id, claimGifts.declarationId))
    .innerJoin(gifts, eq(gifts.id, claimGifts.giftId))
    .where(eq(claimGifts.claimId, id))
    .orderBy(asc(gifts.receivedOn), asc(gifts.id))
  if (rows.length === 0) throw new Failure('NOT_FOUND', 'Claim not found')
  const cells = rows.map(({ declared, day, amount }) => [
    declared.title,
    declared.firstName,
    declared.lastName,
    houseNameOrNumber(declared.address),
    declared.postcode,
    '',
    '',
    claimDay(day),
    decimal(amount, 'GBP'),
  ])
  return { csv: csvFile(claimColumns, cells) }
}

/** What a giver declared on the giving page, once their gift is paid; a declaration that goes on is enough. */
export async function declareOnline(
  ctx: Ctx,
  personId: string,
  { firstName, lastName, address }: { firstName: string; lastName: string; address: Record<string, string> },
): Promise<void> {
  const known = await ctx.db.select().from(declarations).where(eq(declarations.personId, personId))
  const postcode = postcodeOf(address.postalCode ?? '')
  if (!postcode || known.some(row => row.coversTo === null && row.canceledOn === null)) return
  const madeOn = today(ctx)
  const home = [address.street, address.city].filter(Boolean).join('\n')
  const wording = declarationWording((await settingsOf(ctx)).legalName)
  await ctx.db.insert(declarations).values({
    personId,
    firstName,
    lastName,
    address: home,
    postcode,
    wording,
    madeOn,
    source: 'online',
    ...coveredPeriod('all', madeOn),
  })
}
