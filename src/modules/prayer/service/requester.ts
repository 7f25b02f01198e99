import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { prayerAnswered } from '../events.ts'
import { consentWords, isWider } from '../rules/options.ts'
import type { OwnRequest } from '../rules/pages.ts'
import { prayerConsents, prayerCounts, prayerRequesters, prayerRequests } from '../tables.ts'
import { eraseWords, recordStep } from './changes.ts'
import { readExpiry } from './settings.ts'

const columns = {
  id: prayerRequests.id,
  request: prayerRequests.body,
  status: prayerRequests.status,
  visibility: prayerRequests.visibility,
  wantedVisibility: prayerRequests.wantedVisibility,
  prayerCount: sql<number>`coalesce(${prayerCounts.total}, 0)`,
  testimony: prayerRequests.testimonyBody,
  testimonyShared: prayerRequests.testimonyShared,
}

export async function readOwnRequest(ctx: Ctx, id: string): Promise<OwnRequest & { id: string }> {
  const [row] = await ctx.db
    .select(columns)
    .from(prayerRequests)
    .leftJoin(prayerCounts, eq(prayerCounts.requestId, prayerRequests.id))
    .where(and(eq(prayerRequests.id, id), isNull(prayerRequests.erasedAt)))
  return found(row, 'Prayer request')
}

/** What these people asked for, newest first. */
export const listOwnRequests = (ctx: Ctx, personId: string) =>
  ctx.db
    .select(columns)
    .from(prayerRequests)
    .leftJoin(prayerCounts, eq(prayerCounts.requestId, prayerRequests.id))
    .where(
      and(
        isNull(prayerRequests.erasedAt),
        inArray(
          prayerRequests.id,
          ctx.db
            .select({ id: prayerRequesters.requestId })
            .from(prayerRequesters)
            .where(eq(prayerRequesters.personId, personId)),
        ),
      ),
    )
    .orderBy(desc(prayerRequests.id))
    .limit(50)

export const ownChoices = ['agree', 'keep', 'still', 'answered', 'private', 'erase'] as const
export type OwnChoice = (typeof ownChoices)[number]
interface Choice {
  choice: OwnChoice
  testimony: string
  share: boolean
  how: 'link' | 'portal'
  /** What the page offered; agreed to only while the church still asks for it. */
  wanted: string
}
/** What the writer of a request decides. Pressed twice, it is done once. @returns a sentence about it */
export async function applyRequesterChoice(
  ctx: Ctx,
  id: string,
  { choice, testimony, share, how, wanted }: Choice,
): Promise<string> {
  const [row] = await ctx.db
    .select()
    .from(prayerRequests)
    .where(and(eq(prayerRequests.id, id), isNull(prayerRequests.erasedAt)))
    .for('update')
  const { wantedVisibility, visibility, status } = found(row, 'Prayer request')
  if (choice === 'erase') {
    await eraseWords(ctx, id)
    return 'Your request was deleted.'
  }
  const set = async (changes: Partial<typeof prayerRequests.$inferSelect>) => {
    await ctx.db
      .update(prayerRequests)
      .set({
        ...changes,
        lastActivityAt: clock.now(),
        expiresAt: await readExpiry(ctx),
        askedAt: null,
      })
      .where(eq(prayerRequests.id, id))
    announce(ctx, 'prayer', id)
  }
  if (choice === 'agree' && wantedVisibility && wantedVisibility === wanted) {
    await ctx.db
      .insert(prayerConsents)
      .values({ requestId: id, visibility: wantedVisibility, wording: consentWords[wantedVisibility], how })
    await set({ visibility: wantedVisibility, wantedVisibility: null })
    return 'Thank you. It is shared now.'
  }
  if (choice === 'agree' || choice === 'keep') return set({ wantedVisibility: null }).then(() => 'It stays as it is.')
  if (choice === 'private') {
    await set({ visibility: 'staff', wantedVisibility: null })
    if (isWider(visibility, 'staff')) await recordStep(ctx, id, visibility, 'staff', 'By the writer')
    return 'Only the staff can read it now.'
  }
  if (choice === 'still') {
    await set(status === 'archived' ? { status: 'praying' } : {})
    return 'Thank you for telling us. We keep praying.'
  }
  await set({
    status: 'answered',
    testimonyBody: testimony,
    testimonyShared: share,
    ...(status !== 'answered' && { answeredAt: clock.now() }),
  })
  if (status !== 'answered') {
    await recordStep(ctx, id, status, 'answered', 'By the writer')
    await emit(ctx, prayerAnswered, { requestId: id })
  }
  return 'Thank you. We give thanks with you.'
}
