import { and, asc, eq, ilike, isNull, or } from 'drizzle-orm'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { addressOf, type Site, siteOf } from '../service/site.ts'
import { pageRedirects, pages } from '../tables.ts'
import type { NewSiteRedirect, SiteRedirect } from './contract.ts'

const columns = {
  id: pageRedirects.id,
  slug: pageRedirects.slug,
  pageId: pageRedirects.pageId,
  target: pageRedirects.target,
  createdAt: pageRedirects.createdAt,
  pageName: pages.name,
  pageSlug: pages.slug,
  isHome: pages.isHome,
  published: pages.published,
}
const pageOfIt = and(
  eq(pages.clientId, pageRedirects.clientId),
  eq(pages.id, pageRedirects.pageId),
  isNull(pages.deletedAt),
)
const selection = (ctx: Ctx) => ctx.db.select(columns).from(pageRedirects).leftJoin(pages, pageOfIt)
type Row = Awaited<ReturnType<typeof selection>>[number]

const shown = (site: Site, { target, pageSlug, isHome, published, ...row }: Row): SiteRedirect => ({
  ...row,
  leadsTo: target || (pageSlug && published ? addressOf(site, { slug: pageSlug, isHome: isHome ?? false }) : null),
})

export async function list(ctx: Ctx, { search, cursor, limit }: { search?: string; cursor?: string; limit: number }) {
  const offset = pageStart(cursor, 10_000)
  const like = search && containing(search)
  const rows = await selection(ctx)
    .where(
      like
        ? or(ilike(pageRedirects.slug, like), ilike(pages.name, like), ilike(pageRedirects.target, like))
        : undefined,
    )
    .orderBy(asc(pageRedirects.slug))
    .limit(limit)
    .offset(offset)
  const site = await siteOf(ctx)
  return {
    items: rows.map(row => shown(site, row)),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
  }
}

/**
 * @throws BAD_REQUEST at its field for an address that a page has, and for a target that leads back
 * @throws TAKEN where there is one from this address
 */
export async function create(ctx: Ctx, { slug, pageId, target }: NewSiteRedirect): Promise<SiteRedirect> {
  const [taken] = await ctx.db
    .select({ name: pages.name })
    .from(pages)
    .where(and(eq(pages.slug, slug), isNull(pages.deletedAt)))
  if (taken) throw invalid('slug', `The page ${taken.name} has this address`)
  if (pageId) {
    const [page] = await ctx.db
      .select({ id: pages.id })
      .from(pages)
      .where(and(eq(pages.id, pageId), isNull(pages.deletedAt)))
    if (!page) throw invalid('pageId', 'This page does not exist')
  }
  const site = await siteOf(ctx)
  if (target) await mustNotLeadBack(ctx, site, slug, target)
  const [made] = await ctx.db
    .insert(pageRedirects)
    .values({ slug, pageId, target })
    .onConflictDoNothing()
    .returning({ id: pageRedirects.id })
  if (!made) throw new Failure('TAKEN')
  announce(ctx, 'pages')
  const [row] = await selection(ctx).where(eq(pageRedirects.id, made.id))
  return shown(site, row!)
}

/** An address of the site that is itself a redirect, or would become one, could run in a circle. */
async function mustNotLeadBack(ctx: Ctx, site: Site, slug: string, target: string): Promise<void> {
  const url = new URL(target)
  const homes = [site.home, `${env.publicUrl}/c/${site.slug}`]
  const home = homes.find(one => url.href === one || url.href.startsWith(`${one}/`))
  if (!home) return
  const [theirs = ''] = url.href.slice(home.length + 1).split(/[/?#]/)
  const [next] = await ctx.db.select({ id: pageRedirects.id }).from(pageRedirects).where(eq(pageRedirects.slug, theirs))
  if (theirs === slug || next) throw invalid('target', 'This address leads back. Please choose the page itself.')
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.delete(pageRedirects).where(eq(pageRedirects.id, id)).returning({ id: pageRedirects.id })
  found(row, 'Redirect')
  announce(ctx, 'pages')
  return {}
}
