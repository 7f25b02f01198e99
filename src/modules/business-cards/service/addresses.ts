import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { slugsFor } from '../rules/slug.ts'
import { businessCardSlugs } from '../tables.ts'

export async function churchName(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account').name
}

/**
 * The first free address for a card. Addresses are one set among all accounts, and nobody sees whose one is: the index
 * decides, and the next one is tried.
 */
export async function claimSlug(ctx: Ctx, cardId: string, name: string): Promise<string> {
  const wished = slugsFor(name, await churchName(ctx))
  const more = Array.from({ length: 5 }, () => `${wished[0]!.slice(0, 50)}-${randomInt(1_000, 10_000)}`)
  for (const slug of [...wished, ...more]) if (await taken(ctx, slug, cardId)) return slug
  throw new Error('no free address for a business card')
}

async function taken(ctx: Ctx, slug: string, cardId: string): Promise<boolean> {
  const [row] = await ctx.db.insert(businessCardSlugs).values({ slug, cardId }).onConflictDoNothing().returning()
  return row !== undefined
}

/** A new address beside those that the card has had; one of its own may come back. */
export async function moveTo(ctx: Ctx, cardId: string, slug: string): Promise<void> {
  const [mine] = await ctx.db.select().from(businessCardSlugs).where(eq(businessCardSlugs.slug, slug))
  if (mine?.cardId === cardId) return
  if (mine || !(await taken(ctx, slug, cardId)))
    throw invalid('slug', 'This address is taken. Please choose another one.')
}
