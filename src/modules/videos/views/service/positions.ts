import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import type { Viewer } from '../../delivery/service/grants.ts'
import { isFinished } from '../../rules/watching.ts'
import { videos } from '../../tables.ts'
import { videoFinished, videoLeft } from '../events.ts'
import { videoPositions } from '../tables.ts'

/** A viewer of whom we know who they are. */
type Known = Extract<Viewer, { kind: 'member' | 'person' }>
export const isKnown = (viewer: Viewer): viewer is Known => viewer.kind === 'member' || viewer.kind === 'person'

const columnOf = ({ kind }: Known) => (kind === 'member' ? videoPositions.userId : videoPositions.personId)

interface Stopped {
  videoId: string
  libraryId: string
  positionMs: number
  durationMs: number | null
}

/** Keeps where they are. Of two devices that report at once, the later report stays. */
export async function keepPosition(ctx: Ctx, viewer: Known, stopped: Stopped): Promise<void> {
  const { videoId, libraryId, positionMs, durationMs } = stopped
  const finishedAt = isFinished(positionMs, durationMs) ? clock.now() : null
  const column = columnOf(viewer)
  const [row] = await ctx.db
    .insert(videoPositions)
    .values({
      videoId,
      positionMs,
      finishedAt,
      userId: viewer.kind === 'member' ? viewer.id : null,
      personId: viewer.kind === 'person' ? viewer.id : null,
    })
    .onConflictDoUpdate({
      target: [videoPositions.clientId, videoPositions.videoId, column],
      set: { positionMs, finishedAt: sql`coalesce(${videoPositions.finishedAt}, excluded.finished_at)` },
    })
    .returning({ finishedAt: videoPositions.finishedAt })
  // The first time that it was finished is the one that stays.
  const isFirst = finishedAt !== null && row!.finishedAt?.getTime() === finishedAt.getTime()
  if (isFirst && viewer.kind === 'person') await emit(ctx, videoFinished, { videoId, libraryId, personId: viewer.id })
}

const LEFT_DAYS = 3
const leftBefore = () => new Date(clock.ms() - days(LEFT_DAYS))
const isLeft = () =>
  and(
    isNotNull(videoPositions.personId),
    isNull(videoPositions.finishedAt),
    isNull(videoPositions.leftAt),
    lt(videoPositions.updatedAt, leftBefore()),
  )

/** Clients whose people began a video and left it. */
export const withLeft = () => sql`select distinct client_id from ${videoPositions} where ${isLeft()}`

export async function announceLeft(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .update(videoPositions)
    .set({ leftAt: clock.now() })
    .from(videos)
    .where(and(isLeft(), eq(videos.id, videoPositions.videoId), isNull(videos.deletedAt)))
    .returning({ videoId: videos.id, libraryId: videos.libraryId, personId: videoPositions.personId })
  for (const { videoId, libraryId, personId } of rows)
    await emit(ctx, videoLeft, { videoId, libraryId, personId: personId! })
}

/** Milliseconds; null where they haven't watched it, or where nobody knows who watches. */
export async function positionOf(ctx: Ctx, viewer: Viewer, videoId: string): Promise<number | null> {
  if (!isKnown(viewer)) return null
  const [row] = await ctx.db
    .select({ positionMs: videoPositions.positionMs })
    .from(videoPositions)
    .where(and(eq(videoPositions.videoId, videoId), eq(columnOf(viewer), viewer.id)))
  return row?.positionMs ?? null
}
