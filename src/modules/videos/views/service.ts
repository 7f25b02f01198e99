import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { watchedBy } from '../delivery/service/parts.ts'
import { rowOf } from '../service.ts'
import { videos } from '../tables.ts'
import type { VideoFigures } from './contract.ts'
import { isView, retentionOf, STEPS, stepAt } from './rules.ts'
import { isKnown, keepPosition } from './service/positions.ts'
import { videoViews, videoWatches } from './tables.ts'

export interface Report {
  publicId: string
  grant: string | undefined
  visitor: string
  source: string
  seconds: number
  positionMs: number
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const today = () => dayOf(clock.now())

/** Adds what a device watched. It is one view a day, however often it reports, and belongs to where it began. */
export async function recordWatch(ctx: Ctx, { publicId, grant, visitor, source, ...report }: Report): Promise<void> {
  const { row: video, viewer } = await watchedBy(ctx, { publicId, grant })
  if (video.state !== 'ready') return
  if (isKnown(viewer)) await keepPosition(ctx, viewer, { ...video, videoId: video.id, positionMs: report.positionMs })
  if (viewer.kind === 'member') return
  const day = today()
  await ctx.db.insert(videoWatches).values({ videoId: video.id, day, visitor, source, step: -1 }).onConflictDoNothing()
  // Two reports of one device at once: the second waits here, and adds to what the first wrote.
  const [before] = await ctx.db
    .select()
    .from(videoWatches)
    .where(and(eq(videoWatches.videoId, video.id), eq(videoWatches.day, day), eq(videoWatches.visitor, visitor)))
    .for('update')
  const gained = Math.round(report.seconds)
  const seconds = before!.seconds + gained
  const step = Math.max(before!.step, stepAt(report.positionMs, video.durationMs))
  const isNew = !before!.counted && isView(seconds, video.durationMs)
  await ctx.db
    .update(videoWatches)
    .set({ seconds, step, counted: before!.counted || isNew })
    .where(eq(videoWatches.id, before!.id))
  await addToDay(ctx, { ...before!, gained, isNew, to: step })
  if (!isNew) return
  await ctx.db
    .update(videos)
    .set({ views: sql`${videos.views} + 1` })
    .where(eq(videos.id, video.id))
  announce(ctx, 'videos', video.id)
}

interface Gain {
  videoId: string
  day: string
  source: string
  /** The step it had reached before; -1: none. */
  step: number
  to: number
  gained: number
  isNew: boolean
}

async function addToDay(ctx: Ctx, { videoId, day, source, step, to, gained, isNew }: Gain): Promise<void> {
  const moved = Array.from({ length: STEPS }, (_, at) => (step === to ? 0 : Number(at === to) - Number(at === step)))
  const dropOff = sql`array[${sql.join(
    moved.map(each => sql`${each}::int`),
    sql`, `,
  )}]`
  await ctx.db
    .insert(videoViews)
    .values({ videoId, day, source, views: Number(isNew), seconds: gained, dropOff })
    .onConflictDoUpdate({
      target: [videoViews.clientId, videoViews.videoId, videoViews.day, videoViews.source],
      set: {
        views: sql`${videoViews.views} + excluded.views`,
        seconds: sql`${videoViews.seconds} + excluded.seconds`,
        dropOff: sql`(select array_agg(a + b order by n) from unnest(${videoViews.dropOff}, excluded.drop_off) with ordinality u(a, b, n))`,
      },
    })
}

export async function figures(ctx: Ctx, { id, days: back }: { id: string; days: number }): Promise<VideoFigures> {
  await rowOf(ctx, id)
  const since = dayOf(new Date(clock.ms() - days(back - 1)))
  const rows = await ctx.db
    .select()
    .from(videoViews)
    .where(and(eq(videoViews.videoId, id), gte(videoViews.day, since)))
    .orderBy(videoViews.day)
  const [bySource, byDay] = [new Map<string, { views: number; secondsWatched: number }>(), new Map<string, number>()]
  const dropOff = Array<number>(STEPS).fill(0)
  for (const row of rows) {
    const of = bySource.get(row.source) ?? { views: 0, secondsWatched: 0 }
    bySource.set(row.source, { views: of.views + row.views, secondsWatched: of.secondsWatched + row.seconds })
    byDay.set(row.day, (byDay.get(row.day) ?? 0) + row.views)
    row.dropOff.forEach((count, at) => {
      dropOff[at]! += count
    })
  }
  const sources = [...bySource].map(([source, of]) => ({ source, ...of }))
  return {
    views: rows.reduce((sum, row) => sum + row.views, 0),
    secondsWatched: rows.reduce((sum, row) => sum + row.seconds, 0),
    retention: retentionOf(dropOff),
    bySource: sources.sort((a, b) => b.views - a.views || b.secondsWatched - a.secondsWatched),
    byDay: [...byDay].map(([day, views]) => ({ day, views })),
  }
}

/** Pseudonyms of devices are only good for their day. */
const forgettable = () => dayOf(new Date(clock.ms() - days(1)))

export const withOldWatches = () =>
  sql`select distinct client_id from ${videoWatches} where ${lt(videoWatches.day, forgettable())}`

export async function forgetWatches(ctx: Ctx): Promise<void> {
  await ctx.db.delete(videoWatches).where(lt(videoWatches.day, forgettable()))
}
