import { and, eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { decimal } from '#kernel/money.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { paymentById } from '#payments/service/start.ts'
import { receipts } from '../../receipts/tables.ts'
import type { Outcome } from '../../rules/giving-pages.ts'
import { funds, giftLines, gifts } from '../../tables.ts'
import { giftRequests } from '../tables.ts'
import { purposeOfGift } from './confirmation.ts'

/** The form again with what was given, monthly; without the fee, which the form adds anew. */
async function monthlyLink(ctx: Ctx, gift: typeof gifts.$inferSelect, path: string): Promise<string | null> {
  const [asked] = await ctx.db.select().from(giftRequests).where(eq(giftRequests.giftId, gift.id))
  if (gift.recurringId || asked?.recurring) return null
  const [line] = await ctx.db
    .select({ code: funds.code })
    .from(giftLines)
    .innerJoin(funds, eq(funds.id, giftLines.fundId))
    .where(eq(giftLines.giftId, gift.id))
    .orderBy(giftLines.position)
  const amount = decimal(gift.total - gift.coveredFee, gift.currency)
  return `${path}?${new URLSearchParams({ amount, every: 'monthly', fund: line?.code ?? '' })}`
}

/** What its giver is told when they are back; undefined where it is no payment of a gift. */
export const outcomeOf = (ctx: Ctx, paymentId: string, path: string): Promise<Outcome | undefined> =>
  withEveryRight(ctx, 'checkout', async all => {
    const [gift] = await all.db.select().from(gifts).where(eq(gifts.paymentId, paymentId))
    if (!gift) return undefined
    const { state, amount } = await paymentById(all, paymentId)
    const [receipt] = await all.db
      .select({ number: receipts.number })
      .from(receipts)
      .where(and(eq(receipts.giftId, gift.id), eq(receipts.status, 'issued')))
    const [account] = await all.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
    return {
      kind: state === 'succeeded' ? 'thanks' : state === 'pending' || state === 'unknown' ? 'pending' : 'failed',
      amount,
      purpose: await purposeOfGift(all, gift.id),
      receipt: receipt?.number ?? null,
      monthly: await monthlyLink(all, gift, path),
      portal: `/my/${encodeURIComponent(account!.slug)}`,
    }
  })
