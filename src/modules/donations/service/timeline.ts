import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline, removeFromTimeline } from '#people/notes/service.ts'
import { countedStatuses } from '../rules/states.ts'
import { gifts } from '../tables.ts'

/**
 * "Gave a gift" on the timeline of the person, without an amount, for those with `giving.read` alone: beside a sum, the day would
 * tell the amount. Nothing of a gift that is anonymous, and nothing any more of one that was voided.
 */
export async function recordGiftOnTimeline(ctx: Ctx, { giftId }: { giftId: string }): Promise<void> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId)).for('share')
  if (!gift?.personId) return
  const { personId, receivedOn, createdBy, anonymousPublic, status } = gift
  const sourceKey = `gift:${giftId}`
  await removeFromTimeline(ctx, [personId], sourceKey)
  if (anonymousPublic || !countedStatuses.includes(status)) return
  const noon = DateTime.fromISO(`${receivedOn}T12:00`, { zone: ctx.client.timeZone }).toJSDate()
  const at = noon < gift.createdAt ? noon : gift.createdAt
  await addToTimeline(ctx, [{ personId, at, type: 'gift.received', userId: createdBy, data: { giftId }, sourceKey }])
}
