import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { decimal } from '#kernel/money.ts'
import { newToken } from '#kernel/secrets.ts'
import { shorten, shortUrl } from '#links/service.ts'
import { offers } from '#payments/service/start.ts'
import { MODULE } from '../../service/ledger-entries.ts'
import type { TextFund, TextGift } from '../rules.ts'
import { textGifts } from '../tables.ts'

type Row = typeof textGifts.$inferSelect
type Wanted = Pick<Extract<TextGift, { kind: 'gift' }>, 'amount' | 'fundId' | 'frequency'>

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** A short link to the giving page, filled in; it is this number's own for a day. */
export async function createGivingLink(
  ctx: Ctx,
  row: { id: string },
  gift: Wanted | null,
  funds: readonly TextFund[],
): Promise<string> {
  const [client] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  const token = newToken()
  const expiresAt = new Date(clock.ms() + hours(24))
  await ctx.db
    .update(textGifts)
    .set({ state: 'linked', tokenHash: hashOf(token), expiresAt })
    .where(eq(textGifts.id, row.id))
  const { currency } = await offers(ctx)
  const query = new URLSearchParams({
    ...(gift && { amount: decimal(gift.amount, currency) }),
    ...(gift?.fundId && { fund: funds.find(({ id }) => id === gift.fundId)?.code ?? '' }),
    ...(gift?.frequency && { every: gift.frequency }),
    text: token,
  })
  const target = `${env.publicUrl}/give/${client!.slug}?${query}`
  const codes = await shorten(ctx, { module: MODULE, id: row.id }, [target], { expiresAt })
  return shortUrl(codes.get(target)!)
}

/** The text that a giving page was opened from, while its link is good. */
export async function findTextGift(ctx: Ctx, token: string): Promise<Row | undefined> {
  const [row] = await ctx.db
    .select()
    .from(textGifts)
    .where(and(eq(textGifts.tokenHash, hashOf(token)), gt(textGifts.expiresAt, clock.now())))
  return row
}

export const recordTextGiftPayment = (ctx: Ctx, id: string, giftId: string, keepsCard: boolean) =>
  ctx.db.update(textGifts).set({ giftId, keepsCard }).where(eq(textGifts.id, id))
