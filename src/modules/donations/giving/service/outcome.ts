import { and, eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { decimal } from '#kernel/money.ts'
import { split } from '#ledger/rules/accounts.ts'
import { paymentById } from '#payments/service/start.ts'
import { receipts } from '../../receipts/tables.ts'
import type { Outcome } from '../../rules/giving-pages.ts'
import { funds, giftLines, gifts } from '../../tables.ts'
import { giftRequests } from '../tables.ts'
import { readGiftPurpose } from './confirmation.ts'

/** The form again with what was given, monthly. Each part is without its share of the fee, which the form adds anew. */
async function monthlyLink(ctx: Ctx, gift: typeof gifts.$inferSelect, path: string): Promise<string | null> {
  const [asked] = await ctx.db.select().from(giftRequests).where(eq(giftRequests.giftId, gift.id))
  if (gift.recurringId || asked?.recurring) return null
  const lines = await ctx.db
    .select({ code: funds.code, fundId: giftLines.fundId, amount: giftLines.amount })
    .from(giftLines)
    .innerJoin(funds, eq(funds.id, giftLines.fundId))
    .where(eq(giftLines.giftId, gift.id))
    .orderBy(giftLines.position)
  const parts = split(
    gift.total - gift.coveredFee,
    lines.map(line => line.amount),
  )
  const filled = new URLSearchParams({ every: 'monthly' })
  if (gift.coveredFee > 0) filled.set('cover', 'yes')
  const text = (at: number) => decimal(parts[at]!, gift.currency)
  if (lines.length > 1) for (const [i, line] of lines.entries()) filled.set(`fund_${line.fundId}`, text(i))
  else {
    filled.set('amount', text(0))
    filled.set('fund', lines[0]?.code ?? '')
  }
  return `${path}?${filled}`
}

/** What its giver is told when they are back; undefined where it is no payment of a gift. Needs the right to see gifts. */
export async function readGiftOutcome(ctx: Ctx, paymentId: string, path: string): Promise<Outcome | undefined> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.paymentId, paymentId))
  if (!gift) return undefined
  const { state, amount } = await paymentById(ctx, paymentId)
  const [receipt] = await ctx.db
    .select({ number: receipts.number })
    .from(receipts)
    .where(and(eq(receipts.giftId, gift.id), eq(receipts.status, 'issued')))
  const [account] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  return {
    kind: state === 'succeeded' ? 'thanks' : state === 'pending' || state === 'unknown' ? 'pending' : 'failed',
    amount,
    purpose: await readGiftPurpose(ctx, gift.id),
    receipt: receipt?.number ?? null,
    monthly: await monthlyLink(ctx, gift, path),
    portal: `/my/${encodeURIComponent(account!.slug)}`,
  }
}
