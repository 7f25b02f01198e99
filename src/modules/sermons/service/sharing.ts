import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { rowOf } from '../service.ts'
import { sermonShares, sermons } from '../tables.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export async function shares(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  const items = await ctx.db
    .select()
    .from(sermonShares)
    .where(eq(sermonShares.sermonId, id))
    .orderBy(desc(sermonShares.id))
    .limit(50)
  return { items }
}

/** A link for people without an account; its address is answered this once. */
export async function share(ctx: Ctx, { id, days: within }: { id: string; days: number }) {
  await rowOf(ctx, id)
  const token = randomBytes(24).toString('base64url')
  const [row] = await ctx.db
    .insert(sermonShares)
    .values({
      sermonId: id,
      tokenHash: hashOf(token),
      createdBy: userOf(ctx),
      expiresAt: new Date(clock.ms() + days(within)),
    })
    .returning()
  announce(ctx, 'sermons', id)
  return { ...row!, address: `${env.publicUrl}/share/${token}` }
}

export async function revoke(ctx: Ctx, { id, shareId }: { id: string; shareId: string }) {
  const [row] = await ctx.db
    .update(sermonShares)
    .set({ revokedAt: clock.now() })
    .where(and(eq(sermonShares.id, shareId), eq(sermonShares.sermonId, id)))
    .returning({ id: sermonShares.id })
  found(row, 'Link')
  announce(ctx, 'sermons', id)
  return {}
}

/** Whose sermon a link leads to; undefined once it has expired, was revoked, or the sermon is in the trash. */
export async function sharedAt(db: Db, token: string): Promise<{ clientId: string; shareId: string } | undefined> {
  const [row] = await db
    .select({ clientId: sermonShares.clientId, shareId: sermonShares.id })
    .from(sermonShares)
    .innerJoin(sermons, and(eq(sermons.clientId, sermonShares.clientId), eq(sermons.id, sermonShares.sermonId)))
    .where(
      and(
        eq(sermonShares.tokenHash, hashOf(token)),
        isNull(sermonShares.revokedAt),
        gt(sermonShares.expiresAt, clock.now()),
        isNull(sermons.deletedAt),
      ),
    )
  return row
}

/** The sermon behind a link, which counts the visit. */
export async function openShared(ctx: Ctx, shareId: string) {
  const [row] = await ctx.db
    .update(sermonShares)
    .set({ views: sql`${sermonShares.views} + 1` })
    .where(eq(sermonShares.id, shareId))
    .returning({ sermonId: sermonShares.sermonId })
  return rowOf(ctx, found(row, 'Link').sermonId)
}
