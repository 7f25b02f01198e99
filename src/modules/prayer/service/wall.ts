import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Visibility } from '../rules/options.ts'
import type { WallRow } from '../rules/pages.ts'
import { prayerCounts, prayerRequesters, prayerRequests, prayers } from '../tables.ts'
import { today } from './request-queries.ts'

const MOST = 100
const onWall = (readers: readonly Visibility[]) =>
  and(
    inArray(prayerRequests.visibility, [...readers]),
    eq(prayerRequests.moderation, 'approved'),
    eq(prayerRequests.isPrivate, false),
    inArray(prayerRequests.status, ['new', 'praying', 'answered']),
    isNull(prayerRequests.erasedAt),
    isNull(prayerRequests.mergedInto),
  )

/** What is shared with these readers, without names that are not to be shown. Needs every right: see `openers.prayer`. */
export const listWall = (ctx: Ctx, readers: readonly Visibility[], device: string): Promise<WallRow[]> =>
  ctx.db
    .select({
      id: prayerRequests.id,
      request: prayerRequests.body,
      category: prayerRequests.category,
      prayerCount: sql<number>`coalesce(${prayerCounts.total}, 0)`,
      status: prayerRequests.status,
      testimony: sql<string>`case when ${prayerRequests.testimonyShared} then ${prayerRequests.testimonyBody} else '' end`,
      name: sql<
        string | null
      >`case when ${prayerRequests.isAnonymous} then null else (select string_agg(split_part(nullif(r.name, ''), ' ', 1), ', ' order by r.created_at, r.id)
        from ${prayerRequesters} r where r.client_id = ${prayerRequests.clientId} and r.request_id = ${prayerRequests.id}) end`,
      prayed: sql<boolean>`exists (select from ${prayers} p where p.client_id = ${prayerRequests.clientId}
        and p.request_id = ${prayerRequests.id} and p.day = ${today(ctx)} and p.device = ${device})`,
    })
    .from(prayerRequests)
    .leftJoin(prayerCounts, eq(prayerCounts.requestId, prayerRequests.id))
    .where(onWall(readers))
    .orderBy(desc(prayerRequests.createdAt), desc(prayerRequests.id))
    .limit(MOST)

export const isOnWall = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.$count(prayerRequests, and(onWall(['public']), eq(prayerRequests.id, id)))) > 0
