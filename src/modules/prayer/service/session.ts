import { and, asc, desc, inArray, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { userOf } from '#kernel/ctx.ts'
import { prayerCounts, prayerRequests, prayers } from '../tables.ts'
import { filterCondition, selectRows, today } from './request-queries.ts'

const MOST = 50

/** What the caller may pray for and has not today: urgent first, then what was prayed for least. */
export async function listSession(ctx: Ctx) {
  const done = sql`exists (select from ${prayers} p where p.client_id = ${prayerRequests.clientId}
    and p.request_id = ${prayerRequests.id} and p.day = ${today(ctx)} and p.user_id = ${userOf(ctx)})`
  const items = await selectRows(ctx)
    .where(
      and(
        filterCondition(ctx, { moderation: 'approved' }),
        inArray(prayerRequests.status, ['new', 'praying']),
        ne(done, sql`true`),
      ),
    )
    .orderBy(desc(prayerRequests.isUrgent), asc(sql`coalesce(${prayerCounts.total}, 0)`), desc(prayerRequests.id))
    .limit(MOST)
  return { items }
}
