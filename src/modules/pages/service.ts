import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, gt, ilike, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { forms } from '#forms/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { churchOf } from '#public-page/service.ts'
import type { NewSitePage, PageFilter, SitePage, SitePageChange } from './contract.ts'
import { everyBlock, type Tree } from './rules/blocks.ts'
import { type Finding, findingsOf } from './rules/checks.ts'
import { noSeo, reservedSlugs, type Seo } from './rules/seo.ts'
import { templates, treeOf } from './rules/templates.ts'
import { pluggedIn } from './service/live.ts'
import { mustBeOurs, mustHavePictures } from './service/ours.ts'
import { addressOf, siteOf } from './service/site.ts'
import { pageRedirects, pageSections, pages } from './tables.ts'

/** How long a deleted page can be restored. */
const KEPT_DAYS = 30
const DEFAULT_BRAND = '#3b4cb8'

const columns = {
  id: pages.id,
  name: pages.name,
  slug: pages.slug,
  isLive: sql<boolean>`${pages.published} > 0`,
  isFresh: pages.isFresh,
  isHome: pages.isHome,
  menuRank: pages.menuRank,
  publishedAt: pages.publishedAt,
  publishAt: pages.publishAt,
  unpublishAt: pages.unpublishAt,
  createdAt: pages.createdAt,
  updatedAt: pages.updatedAt,
  version: pages.version,
}

function where({ search, state, deleted }: Pick<PageFilter, 'search' | 'state' | 'deleted'>): SQL | undefined {
  return and(
    deleted ? gt(pages.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(pages.deletedAt),
    search ? ilike(pages.name, containing(search)) : undefined,
    state ? (state === 'live' ? gt(pages.published, 0) : eq(pages.published, 0)) : undefined,
  )
}

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: PageFilter) {
  const offset = pageStart(cursor, 10_000)
  const key = sort.endsWith('name') ? sql`lower(${pages.name})` : pages.updatedAt
  const items = await ctx.db
    .select(columns)
    .from(pages)
    .where(where(filter))
    .orderBy(sort.startsWith('-') ? desc(key) : asc(key), desc(pages.id))
    .limit(limit)
    .offset(offset)
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(pages).where(where(filter))
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null, total: count!.total }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<SitePage> {
  const [row] = await ctx.db
    .select({
      ...columns,
      draft: pages.draft,
      seo: pages.seo,
      language: pages.language,
      secondLanguage: pages.secondLanguage,
    })
    .from(pages)
    .where(and(eq(pages.id, id), isNull(pages.deletedAt)))
  const page = found(row, 'Page')
  const address = addressOf(await siteOf(ctx), page)
  return { ...page, address, findings: await findings(ctx, page) }
}

async function findings(ctx: Ctx, { draft, seo, name }: { draft: Tree; seo: Seo; name: string }): Promise<Finding[]> {
  const all = [...everyBlock(draft.content)]
  const formIds = all.flatMap(one => (one.type === 'form' && one.props.formId ? [one.props.formId] : []))
  const open = formIds.length
    ? await ctx.db
        .select({ id: forms.id })
        .from(forms)
        .where(and(inArray(forms.id, formIds), eq(forms.live, true), isNull(forms.deletedAt)))
    : []
  const sections = all.some(one => one.type === 'section')
    ? await ctx.db
        .select({ id: pageSections.id, content: pageSections.content })
        .from(pageSections)
        .where(isNull(pageSections.deletedAt))
    : []
  const church = await churchOf(ctx)
  return findingsOf(
    draft.content,
    { ...seo, title: seo.title || name },
    {
      openForms: new Set(open.map(form => form.id)),
      sections: Object.fromEntries(sections.map(({ id, content }) => [id, content])),
      plugged: await pluggedIn(ctx, all),
      brand: church?.brandColor ?? DEFAULT_BRAND,
    },
  )
}

/** One that is free, as close to what was wished as can be. */
async function freeSlug(ctx: Ctx, wished: string): Promise<string> {
  const base = slugOf(wished).slice(0, 70) || 'page'
  const rows = await ctx.db
    .select({ slug: pages.slug })
    .from(pages)
    .where(and(ilike(pages.slug, `${base}%`), isNull(pages.deletedAt)))
  const taken = new Set([...rows.map(row => row.slug), ...reservedSlugs])
  if (!taken.has(base)) return base
  for (let count = 2; count < 100; count++) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
  return `${base}-${randomBytes(3).toString('hex')}`
}

interface Added {
  name: string
  draft: Tree
  slug: string
  seo?: Seo
  language?: string
  secondLanguage?: string
}
async function add(ctx: Ctx, { slug, ...page }: Added): Promise<SitePage> {
  const [row] = await ctx.db
    .insert(pages)
    .values({ ...page, slug: await freeSlug(ctx, slug), createdBy: userOf(ctx) })
    .returning({ id: pages.id })
  announce(ctx, 'pages', row!.id)
  return get(ctx, { id: row!.id })
}

export function create(ctx: Ctx, { template, name }: NewSitePage): Promise<SitePage> {
  const { name: usual, description, slug } = templates[template]
  const seo = template === 'blank' ? noSeo : { ...noSeo, description }
  return add(ctx, { name: name ?? usual, slug: name ?? slug, draft: treeOf(template), seo })
}

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<SitePage> {
  const { name, slug, draft, seo, language, secondLanguage } = await get(ctx, { id })
  return add(ctx, { name: `${name.slice(0, 110)} (copy)`, slug, draft, seo, language, secondLanguage })
}

/** Two editors: the second is told, and nothing is overwritten. */
export async function update(ctx: Ctx, { id, version, ...changes }: SitePageChange): Promise<SitePage> {
  const before = await get(ctx, { id })
  if (before.isLive) mustPublish(ctx, changes)
  if (changes.draft) await mustBeOurs(ctx, before.draft.content, changes.draft.content)
  if (changes.seo?.pictureId && changes.seo.pictureId !== before.seo.pictureId)
    await mustHavePictures(ctx, [changes.seo.pictureId], 'seo.pictureId')
  if (changes.slug && changes.slug !== before.slug) await mustBeFree(ctx, id, changes.slug)
  if (changes.isHome)
    await ctx.db
      .update(pages)
      .set({ isHome: false })
      .where(and(eq(pages.isHome, true), ne(pages.id, id)))
  const stale = changes.draft || changes.seo || changes.language || changes.secondLanguage !== undefined
  const [row] = await ctx.db
    .update(pages)
    .set({ ...changes, ...(stale && { isFresh: false }) })
    .where(and(eq(pages.id, id), eq(pages.version, version)))
    .returning({ id: pages.id })
  if (!row) throw new Failure('CONFLICT')
  if (changes.slug && changes.slug !== before.slug && before.isLive) await keepOldAddress(ctx, id, before.slug)
  announce(ctx, 'pages', id)
  return get(ctx, { id })
}

/** Name, address and place in the navigation of a published page change at once what visitors see. */
function mustPublish(ctx: Ctx, { name, slug, isHome, menuRank }: Omit<SitePageChange, 'id' | 'version'>): void {
  if ([name, slug, isHome, menuRank].every(one => one === undefined)) return
  if (!reachOf(ctx, 'content.publish'))
    throw new Failure('FORBIDDEN', 'This page is published. Changing its name or address needs the right to publish.')
}

async function mustBeFree(ctx: Ctx, id: string, slug: string): Promise<void> {
  const [other] = await ctx.db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.slug, slug), isNull(pages.deletedAt)))
  if (other && other.id !== id) throw invalid('slug', 'Another page has this address')
  await ctx.db.delete(pageRedirects).where(eq(pageRedirects.slug, slug))
}

/** What was printed and linked goes on working. */
const keepOldAddress = (ctx: Ctx, pageId: string, slug: string) =>
  ctx.db
    .insert(pageRedirects)
    .values({ slug, pageId })
    .onConflictDoUpdate({ target: [pageRedirects.clientId, pageRedirects.slug], set: { pageId, target: '' } })

/** Into the trash; its address says kindly that the page is gone. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  await ctx.db
    .update(pages)
    // Restored, it is a draft: showing it again is for those who may publish.
    .set({ deletedAt: clock.now(), isHome: false, published: 0, isFresh: false, publishAt: null, unpublishAt: null })
    .where(eq(pages.id, id))
  announce(ctx, 'pages', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<SitePage> {
  const [row] = await ctx.db
    .select({ slug: pages.slug })
    .from(pages)
    .where(and(eq(pages.id, id), gt(pages.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
  const { slug } = found(row, 'Page')
  await ctx.db
    .update(pages)
    .set({ deletedAt: null, slug: await freeSlug(ctx, slug) })
    .where(eq(pages.id, id))
  announce(ctx, 'pages', id)
  return get(ctx, { id })
}

const kept = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))
export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${pages} where ${lt(pages.deletedAt, kept(now))}`
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(pages).where(lt(pages.deletedAt, kept(clock.now())))
}
