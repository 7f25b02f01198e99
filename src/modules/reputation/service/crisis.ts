import { eq } from 'drizzle-orm'
import type { Words } from '#crisis/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { reviews } from '../tables.ts'

/** The words behind a crisis alert. A platform tells no address of its authors. */
export async function readForCrisis(ctx: Ctx, id: string): Promise<Words | null> {
  const [row] = await ctx.db.select().from(reviews).where(eq(reviews.id, id))
  return row
    ? { text: row.content, name: row.author, email: null, phone: null, href: `/reputation?review=${id}` }
    : null
}
