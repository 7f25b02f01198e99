import { and, eq, isNull, sql } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { found } from '#kernel/failure.ts'
import { users } from '../tables.ts'

const BASE = '/storage/v1/avatars/'

/** The id of the file behind an avatar's address; undefined for one that is no upload of ours. */
const fileOf = (avatarUrl: string | null) => (avatarUrl?.startsWith(BASE) ? avatarUrl.slice(BASE.length) : undefined)

/** Sets the picture of a user, null for none; returns the id of the file that is no longer used. */
export async function setAvatar(ctx: Ctx, userId: string, fileId: string | null): Promise<string | undefined> {
  const [before] = await ctx.db
    .select({ avatarUrl: users.avatarUrl })
    .from(users)
    .where(eq(users.id, userId))
    // Of two uploads at once each must see the other's file, or one would stay for good.
    .for('update')
  await ctx.db
    .update(users)
    .set({ avatarUrl: fileId && BASE + fileId, updatedAt: clock.now() })
    .where(eq(users.id, userId))
  return fileOf(before?.avatarUrl ?? null)
}

/** A file that is someone's picture now; one that was replaced is not shown any more. */
export async function currentAvatar(db: Db, fileId: string) {
  const [row] = await db
    .select({ storageKey: files.storageKey, contentType: files.contentType, size: files.size })
    .from(files)
    .innerJoin(users, eq(users.avatarUrl, sql`${BASE} || ${files.id}::text`))
    .where(and(eq(files.id, fileId), eq(files.purpose, 'avatar'), isNull(files.removedAt)))
  return found(row, 'Picture')
}
