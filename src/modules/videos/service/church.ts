import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'

/** Of its public addresses: /watch/{slug}. */
export async function churchSlug(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account').slug
}
