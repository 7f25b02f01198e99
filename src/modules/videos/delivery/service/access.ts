import { and, eq, gt, isNull } from 'drizzle-orm'
import { members } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may } from '#kernel/permissions.ts'
import { digest } from '#kernel/secrets.ts'
import { videoShares } from '../../shares/tables.ts'
import { videoLibraries, videoPeople, type videos } from '../../tables.ts'
import type { Viewer } from './grants.ts'

type Watched = Pick<typeof videos.$inferSelect, 'id' | 'visibility' | 'deletedAt' | 'libraryId'>
/** An app that has the private address of a podcast; `token` is what stands in it. */
type Listener = { kind: 'feed'; token: string }

type Watching = (ctx: Ctx, personId: string, videoId: string) => Promise<boolean>
let isElsewhereAllowed: Watching = async () => false

/** Says who else may watch private videos: people in a course with a lesson that plays them. Called once, by app/jobs.ts. */
export function plugInWatchers(given: Watching): void {
  isElsewhereAllowed = given
}

/**
 * Whether someone may watch a video now: the only place that decides it, for its bytes, thumbnails, captions, players and
 * feeds. Members see what is in the trash as well, since they may restore it. That a visitor knows the public id of an
 * unlisted video is their right to it.
 */
export async function canWatch(ctx: Ctx, video: Watched, viewer: Viewer | Listener): Promise<boolean> {
  if (viewer.kind === 'member' && (await isMember(ctx, viewer.id))) return true
  if (video.deletedAt) return false
  if (video.visibility !== 'private') return true
  if (viewer.kind === 'person')
    return (await isNamed(ctx, video.id, viewer.id)) || isElsewhereAllowed(ctx, viewer.id, video.id)
  if (viewer.kind === 'feed') return isHeard(ctx, video.libraryId, viewer.token)
  return viewer.kind === 'share' && isShared(ctx, video.id, viewer.id)
}

async function isMember(ctx: Ctx, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), isNull(members.removedAt)))
  return row !== undefined && may(row.role, 'content.read')
}

async function isNamed(ctx: Ctx, videoId: string, personId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: videoPeople.id })
    .from(videoPeople)
    .where(and(eq(videoPeople.videoId, videoId), eq(videoPeople.personId, personId)))
  return row !== undefined
}

async function isShared(ctx: Ctx, videoId: string, id: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: videoShares.id })
    .from(videoShares)
    .where(
      and(
        eq(videoShares.id, id),
        eq(videoShares.videoId, videoId),
        isNull(videoShares.revokedAt),
        gt(videoShares.expiresAt, clock.now()),
      ),
    )
  return row !== undefined
}

/** The library has a private podcast, and this is its token. */
async function isHeard(ctx: Ctx, libraryId: string, token: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: videoLibraries.id })
    .from(videoLibraries)
    .where(and(eq(videoLibraries.id, libraryId), eq(videoLibraries.feedTokenHash, digest(token))))
  return row !== undefined
}
