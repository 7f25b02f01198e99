import { and, isNull, sum } from 'drizzle-orm'
import { gigabytes } from '#entitlements/rules.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { uploads } from '../resumable/tables.ts'
import { files } from '../tables.ts'

/** What plans count as storage, in gigabytes; what is arriving has its room already. */
export async function countStorage(ctx: Ctx): Promise<number> {
  const [stored] = await ctx.db
    .select({ n: sum(files.size) })
    .from(files)
    .where(isNull(files.removedAt))
  const [arriving] = await ctx.db
    .select({ n: sum(uploads.size) })
    .from(uploads)
    .where(and(isNull(uploads.fileId), isNull(uploads.refusal)))
  return gigabytes(Number(stored!.n ?? 0) + Number(arriving!.n ?? 0))
}
