import { eq } from 'drizzle-orm'
import { cancelCampaign } from '#campaigns/service/lifecycle.ts'
import { finishCampaign, writeBatch } from '#campaigns/service/sending.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { personById } from '#people/service.ts'
import type { NewRequest } from '../contract.ts'
import { reviewRequestCampaigns as campaigns, reviewRequests } from '../tables.ts'
import { reviewRequestKind } from './kind.ts'
import { resolveTargets } from './places.ts'
import type { RequestRow } from './sending.ts'

/**
 * Asks one person at once, by the same way as many. Said twice with one id, it is one request.
 * @returns undefined where they have no address that may be written to
 */
export async function askOne(
  ctx: Ctx,
  { personId, sources, custom, ...words }: NewRequest,
): Promise<RequestRow | undefined> {
  const person = await personById(ctx, personId)
  const targets = await resolveTargets(ctx, { sources, custom })
  const [row] = await ctx.db
    .insert(campaigns)
    .values({
      ...words,
      name: person.name,
      audience: { ...emptyAudience, people: [person.id] },
      targets,
      isSingle: true,
      state: 'sending',
      startedAt: clock.now(),
      madeBy: userOf(ctx),
    })
    .onConflictDoNothing({ target: [campaigns.clientId, campaigns.id] })
    .returning()
  if (row) {
    const { next } =
      (await reviewRequestKind.freeze(ctx, row)) > 0
        ? await writeBatch(ctx, reviewRequestKind, row.id)
        : { next: 'done' as const }
    // The account is suspended, or the month's cap is reached: nobody would send it later, so it doesn't count as asked.
    if (next === 'suspended' || next === 'stop') await cancelCampaign(ctx, reviewRequestKind, row.id)
    else await finishCampaign(ctx, reviewRequestKind, row.id)
  }
  const [request] = await ctx.db.select().from(reviewRequests).where(eq(reviewRequests.campaignId, words.id))
  return request
}
