import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { prayerAnswered, prayerRequested } from '../events.ts'
import { prayerRequesters, prayerRequests } from '../tables.ts'

/** Nothing starts for a private request: the transaction of a workflow does not see it. */
async function person({ requestId }: { requestId: string }, ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ personId: prayerRequesters.personId })
    .from(prayerRequesters)
    .innerJoin(prayerRequests, eq(prayerRequests.id, prayerRequesters.requestId))
    .where(eq(prayerRequesters.requestId, requestId))
    .orderBy(asc(prayerRequesters.id))
    .limit(1)
  return row?.personId ?? null
}

export const prayerTriggers: Record<string, WorkflowTrigger> = {
  'prayer.requested': { event: prayerRequested, person, input: z.object({}) },
  'prayer.answered': { event: prayerAnswered, person, input: z.object({}) },
}
