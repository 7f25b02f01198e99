import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { ownOrigin } from '#web-domains/service.ts'
import { pages } from '../tables.ts'

export interface Site {
  /** The church's part of the address on the product's host. */
  slug: string
  /** What paths begin with where the page is being shown: `/c/{slug}`, or nothing on a domain of the church's own. */
  base: string
  /** The main address, without a slash at its end: the church's own domain where there is one. */
  home: string
}

/** @param onOwnDomain the page is being shown on a domain of the church's own */
export async function siteOf(ctx: Ctx, onOwnDomain = false): Promise<Site> {
  const [row] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  const { slug } = found(row, 'Account')
  const origin = await ownOrigin(ctx)
  return { slug, base: onOwnDomain ? '' : `/c/${slug}`, home: origin ?? `${env.publicUrl}/c/${slug}` }
}

/** @throws BAD_REQUEST for a page that does not exist */
export async function orderMenu(ctx: Ctx, { ids }: { ids: string[] }) {
  const known = await ctx.db.$count(pages, and(inArray(pages.id, ids), isNull(pages.deletedAt)))
  if (known !== new Set(ids).size) throw invalid('ids', 'One of these pages does not exist any more')
  await ctx.db.update(pages).set({ menuRank: null }).where(isNotNull(pages.menuRank))
  for (const [menuRank, id] of ids.entries()) await ctx.db.update(pages).set({ menuRank }).where(eq(pages.id, id))
  announce(ctx, 'pages')
  return {}
}

type Place = { slug: string; isHome: boolean }
/** Where visitors find a page. */
export const pathOf = (site: Site, page: Place): string =>
  page.isHome ? site.base || '/' : `${site.base}/${page.slug}`
/** Where search engines are told that it is. */
export const addressOf = (site: Site, page: Place): string =>
  page.isHome ? site.home.replace(/^(https?:\/\/[^/]+)$/, '$1/') : `${site.home}/${page.slug}`
