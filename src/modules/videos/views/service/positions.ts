import { and, eq, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Viewer } from '../../delivery/service/grants.ts'
import { isFinished } from '../../rules/watching.ts'
import { videoPositions } from '../tables.ts'

/** A viewer of whom we know who they are. */
type Known = Extract<Viewer, { kind: 'member' | 'person' }>
export const isKnown = (viewer: Viewer): viewer is Known => viewer.kind === 'member' || viewer.kind === 'person'

const columnOf = ({ kind }: Known) => (kind === 'member' ? videoPositions.userId : videoPositions.personId)

interface Stopped {
  videoId: string
  positionMs: number
  durationMs: number | null
}

/** Keeps where they are. Of two devices that report at once, the later report stays. */
export async function keepPosition(
  ctx: Ctx,
  viewer: Known,
  { videoId, positionMs, durationMs }: Stopped,
): Promise<void> {
  const finishedAt = isFinished(positionMs, durationMs) ? clock.now() : null
  const column = columnOf(viewer)
  await ctx.db
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
