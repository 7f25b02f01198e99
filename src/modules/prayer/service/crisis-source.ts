import { asc, eq } from 'drizzle-orm'
import type { CrisisSource } from '#crisis/service/sources.ts'
import { prayerRequesters, prayerRequests } from '../tables.ts'

/** What the person who took a crisis alert reads. */
export const readForCrisis: CrisisSource = async (ctx, id) => {
  const [request] = await ctx.db.select().from(prayerRequests).where(eq(prayerRequests.id, id))
  const [who] = await ctx.db
    .select()
    .from(prayerRequesters)
    .where(eq(prayerRequesters.requestId, id))
    .orderBy(asc(prayerRequesters.id))
    .limit(1)
  if (!request) return null
  return {
    text: request.body,
    name: who?.name || null,
    email: who?.email ?? null,
    phone: who?.phone ?? null,
    href: `/prayer-requests?request=${id}`,
  }
}
