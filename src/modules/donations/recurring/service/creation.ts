import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { recurringBegan } from '../../events.ts'
import type { WantedSchedule } from '../../giving/tables.ts'
import { gifts } from '../../tables.ts'
import { recurringGifts, recurringLines } from '../tables.ts'

/** The schedule of a giver whose first gift is paid and whose card is kept; once for each first gift. */
export async function createRecurringGift(
  ctx: Ctx,
  gift: { id: string; personId: string; currency: string },
  { frequency, anchor, nextOn, cover, lines }: WantedSchedule,
  savedId: string,
): Promise<void> {
  const [row] = await ctx.db
    .insert(recurringGifts)
    .values({
      personId: gift.personId,
      currency: gift.currency,
      frequency,
      savedId,
      coverFees: cover,
      anchor,
      nextOn,
      tryOn: nextOn,
      firstGiftId: gift.id,
      lastGiftId: gift.id,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: recurringGifts.id })
  if (!row) return
  await ctx.db
    .insert(recurringLines)
    .values(lines.map((line, position) => ({ ...line, position, recurringId: row.id })))
  await ctx.db.update(gifts).set({ recurringId: row.id }).where(eq(gifts.id, gift.id))
  await emit(ctx, recurringBegan, { recurringId: row.id, personId: gift.personId, at: clock.now() })
  announce(ctx, 'gifts', row.id)
}
