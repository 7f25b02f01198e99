import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'

export interface Site {
  /** The church's part of the address. */
  slug: string
}

export async function siteOf(ctx: Ctx): Promise<Site> {
  const [row] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account')
}

/** Where visitors find a page. */
export const pathOf = (site: Site, page: { slug: string; isHome: boolean }): string =>
  page.isHome ? `/c/${site.slug}` : `/c/${site.slug}/${page.slug}`
export const addressOf = (site: Site, page: { slug: string; isHome: boolean }): string =>
  `${env.publicUrl}${pathOf(site, page)}`
