import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { clients } from '#clients/tables.ts'
import { hashPassword, passwordMatches } from '#identity/profile/service/passwords.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { watchPath } from '../rules/options.ts'
import { videos } from '../tables.ts'
import type { NewVideoShare, VideoShare } from './contract.ts'
import { videoShares } from './tables.ts'

type Row = typeof videoShares.$inferSelect

const toShare = ({ passwordHash, ...row }: Row): z.infer<typeof VideoShare> => ({
  ...row,
  hasPassword: passwordHash !== null,
})

/** Where the video is watched: by its public id, as a private one has no other address. */
async function addressOf(ctx: Ctx, videoId: string): Promise<string> {
  const [row] = await ctx.db
    .select({ publicId: videos.publicId, church: clients.slug })
    .from(videos)
    .innerJoin(clients, eq(clients.id, videos.clientId))
    .where(and(eq(videos.id, videoId), isNull(videos.deletedAt)))
  const { church, publicId } = found(row, 'Video')
  return `${env.publicUrl}${watchPath(church, { visibility: 'private', publicId, slug: '' })}`
}

export async function list(ctx: Ctx, { videoId }: { videoId: string }) {
  await addressOf(ctx, videoId)
  const rows = await ctx.db
    .select()
    .from(videoShares)
    .where(eq(videoShares.videoId, videoId))
    .orderBy(desc(videoShares.id))
    .limit(100)
  return { items: rows.map(toShare) }
}

/** The page behind the address asks for the password; the token alone opens a link without one. */
export async function create(ctx: Ctx, { videoId, label, days: within, password }: NewVideoShare) {
  const address = await addressOf(ctx, videoId)
  const token = newToken()
  const [row] = await ctx.db
    .insert(videoShares)
    .values({
      videoId,
      label,
      tokenHash: digest(token),
      passwordHash: password === undefined ? null : await hashPassword(password),
      expiresAt: new Date(clock.ms() + days(within)),
      createdBy: userOf(ctx),
    })
    .returning()
  announce(ctx, 'videos', videoId)
  return { ...toShare(row!), token, address: `${address}?share=${token}` }
}

export async function revoke(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(videoShares)
    .set({ revokedAt: clock.now() })
    .where(and(eq(videoShares.id, id), isNull(videoShares.revokedAt)))
    .returning({ videoId: videoShares.videoId })
  announce(ctx, 'videos', found(row, 'Link').videoId)
  return {}
}

/**
 * The id of a link that opens this video; undefined where there is none, it was revoked, or it has expired.
 * @throws PASSWORD_NEEDED where the password is missing or another one
 */
export async function openShare(
  ctx: Ctx,
  { videoId, token, password }: { videoId: string; token: string; password?: string | undefined },
): Promise<string | undefined> {
  const [row] = await ctx.db
    .select()
    .from(videoShares)
    .where(
      and(
        eq(videoShares.videoId, videoId),
        eq(videoShares.tokenHash, digest(token)),
        isNull(videoShares.revokedAt),
        gt(videoShares.expiresAt, clock.now()),
      ),
    )
  if (!row) return
  if (row.passwordHash !== null && !(await passwordMatches(password ?? '', row.passwordHash)))
    throw new Failure('PASSWORD_NEEDED', password ? 'That is not the password of this link.' : undefined)
  return row.id
}
