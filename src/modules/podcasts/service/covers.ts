import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { expire } from '#files/service.ts'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { videoPictures } from '#videos/tables.ts'
import { podcasts } from '../tables.ts'

/** Pictures that are kept for good and belong to no video and no podcast: covers of libraries that were deleted. */
const isLeft = and(
  eq(files.purpose, 'thumbnail'),
  isNull(files.removedAt),
  isNull(files.expiresAt),
  sql`not exists (select 1 from ${videoPictures} p where p.client_id = ${files.clientId} and p.file_id = ${files.id})`,
  sql`not exists (select 1 from ${podcasts} p where p.client_id = ${files.clientId} and p.picture_id = ${files.id})`,
)

/** Clients with such a picture. */
export const withLeftCovers = (): SQL => sql`select client_id from ${files} where ${isLeft}`

export async function letGoOfCovers(ctx: Ctx): Promise<void> {
  const rows = await ctx.db.select({ id: files.id }).from(files).where(isLeft)
  for (const { id } of rows) await expire(ctx, id)
}
