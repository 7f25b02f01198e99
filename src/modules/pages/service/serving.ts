import { readFileSync } from 'node:fs'
import path from 'node:path'
import { and, asc, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { rssOf } from '#email/rules/rss.ts'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { listen } from '#kernel/realtime.ts'
import { markup } from '#public-page/rules/document.ts'
import { type Language, languages, ownName } from '#public-page/rules/languages.ts'
import { frameSay } from '#public-page/rules/words.ts'
import { sealOnward } from '#public-page/service/onward.ts'
import { churchOf, type PreparedPage, type PublicPage, preparePage } from '#public-page/service.ts'
import { type Block, everyBlock, type Tree } from '../rules/blocks.ts'
import { siteFooter, siteHeader } from '../rules/frame.ts'
import { pageCss, pageHtml, scriptsOf } from '../rules/html.ts'
import type { Live } from '../rules/live.ts'
import { leadingOn } from '../rules/onward.ts'
import type { Seo } from '../rules/seo.ts'
import { translated } from '../rules/translating.ts'
import { videoFrames, videoOf } from '../rules/video.ts'
import { pageRedirects, pages, pageVersions } from '../tables.ts'
import { liveOf, sectionsIn } from './live.ts'
import { addressOf, pathOf, type Site, siteOf } from './site.ts'

type Answer =
  | { kind: 'page'; page: PreparedPage; clientId: string }
  | { kind: 'moved'; to: string; clientId: string }
  | { kind: 'missing'; clientId: string }

const kept = new Map<string, { answer: Answer; until: number }>()
const MOST_KEPT = 1_000
/** What shows times and seats grows old by itself; everything else is dropped when it changes. */
const KEPT_FOR = minutes(1)
const dropped = new Set<string>()
const topics = new Set([
  '*',
  'pages',
  'forms',
  'church',
  'calendar',
  'appointments',
  'members',
  'webDomains',
  'videos',
  'reviews',
])

/** Forgets the pages of an account when something on them changed, in whichever process. */
function watch(clientId: string, church: string): void {
  if (dropped.has(clientId)) return
  dropped.add(clientId)
  listen(clientId, changes => {
    if (changes.some(({ topic }) => topics.has(topic))) forget(church)
  })
}
export function forget(church?: string): void {
  for (const key of kept.keys()) if (!church || key.startsWith(`${church}/`)) kept.delete(key)
}

/** What is in memory and not too old. */
export function recalled(church: string, rest: string): Answer | undefined {
  const known = kept.get(`${church}/${rest}`)
  return known && known.until > clock.ms() ? known.answer : undefined
}

/** A page as most visitors get it: made once, kept in memory, dropped when it changes. */
export async function remembered(church: string, rest: string, make: () => Promise<Answer | undefined>) {
  const key = `${church}/${rest}`
  const known = recalled(church, rest)
  if (known) return known
  const answer = await make()
  // What is missing is not kept: anyone can invent addresses.
  if (!answer || answer.kind === 'missing') return answer
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(key, { answer, until: clock.ms() + KEPT_FOR })
  watch(answer.clientId, church)
  return answer
}

export interface Asked {
  /** Empty: the first page of the site. */
  slug: string
  /** What the address asks for; undefined: the page's own language. */
  language: string | undefined
  /** It is asked for on a domain of the church's own. */
  onOwnDomain: boolean
}

/** What visitors see at an address of the site. */
export async function published(ctx: Ctx, { slug, language, onOwnDomain }: Asked): Promise<Answer> {
  const [row] = await ctx.db
    .select({ page: pages, tree: pageVersions.tree, seo: pageVersions.seo })
    .from(pages)
    .innerJoin(
      pageVersions,
      and(
        eq(pageVersions.clientId, pages.clientId),
        eq(pageVersions.pageId, pages.id),
        eq(pageVersions.number, pages.published),
      ),
    )
    .where(and(slug ? eq(pages.slug, slug) : eq(pages.isHome, true), isNull(pages.deletedAt)))
  const clientId = ctx.client.id
  if (row) {
    const site = await siteOf(ctx, onOwnDomain)
    if (slug && row.page.isHome) return { kind: 'moved', to: pathOf(site, row.page), clientId }
    return {
      kind: 'page',
      clientId,
      page: await preparePage(await drawn(ctx, { ...row.page, ...row }, { asked: language, site })),
    }
  }
  const to = slug ? await redirectOf(ctx, slug, onOwnDomain) : undefined
  return to ? { kind: 'moved', to, clientId } : { kind: 'missing', clientId }
}

async function redirectOf(ctx: Ctx, slug: string, onOwnDomain: boolean): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ target: pageRedirects.target, slug: pages.slug, isHome: pages.isHome, published: pages.published })
    .from(pageRedirects)
    .leftJoin(pages, and(eq(pages.clientId, pageRedirects.clientId), eq(pages.id, pageRedirects.pageId)))
    .where(eq(pageRedirects.slug, slug))
  if (!row) return
  if (row.slug === null) return row.target || undefined
  return row.published
    ? pathOf(await siteOf(ctx, onOwnDomain), { slug: row.slug, isHome: row.isHome ?? false })
    : undefined
}

interface Shown {
  id: string
  name: string
  slug: string
  isHome: boolean
  language: string
  secondLanguage: string
  tree: Tree
  seo: Seo
}

/** A page as a step of something larger: under another address, leading on to what follows. */
export interface StepFrame {
  path: string
  /** Where search engines are told that it is. */
  url: string
  /** Absolute; undefined at the end. */
  next: string | undefined
  isHidden: boolean
}
interface Drawing {
  /** A language. */
  asked?: string | undefined
  isPreview?: boolean
  step?: StepFrame
}

/** The whole document of a page. */
export async function drawn(
  ctx: Ctx,
  page: Shown,
  { asked, site, isPreview = false, step }: Drawing & { site: Site },
): Promise<PublicPage> {
  const [own, second] = [languageOf(page.language), page.secondLanguage ? languageOf(page.secondLanguage) : undefined]
  const isSecond = second !== undefined && asked === second
  const language = isSecond ? second : own
  const { content, live: found } = await shownIn(ctx, isSecond ? translated(page.tree) : page.tree.content, step)
  const church = await churchOf(ctx)
  const live = { ...found, codeAt: isPreview ? '' : `${site.base}/${page.slug}/code/` }
  const shownChurch = church ?? { name: live.church.name, logoId: null, brandColor: null }
  const html = pageHtml(content, live)
  const plugged = Object.values(live.plugged)
  const scripts = new Set(plugged.flatMap(one => one.scripts ?? []))
  const styles = [...new Set(plugged.flatMap(one => one.styles ?? []))]
  const at = step?.path ?? pathOf(site, page)
  const url = step?.url ?? addressOf(site, page)
  const say = frameSay(language)
  const other = second && {
    href: isSecond ? at : `${at}?lang=${second}`,
    language: isSecond ? own : second,
    text: ownName(isSecond ? own : second),
  }
  return {
    title: page.seo.title || page.name,
    description: page.seo.description,
    church: shownChurch,
    language,
    layout: 'site',
    sheets: sheets(styles),
    scripts: [...scriptsOf(html), ...scripts],
    body: markup(html),
    css: pageCss(content, live),
    indexed: !isPreview && !page.seo.isHidden && !step?.isHidden,
    canonical: page.seo.canonical || (isSecond ? `${url}?lang=${second}` : url),
    cache: isPreview || step ? 'no-store' : 'no-cache',
    ...(page.seo.pictureId && { picture: `${env.publicUrl}/storage/v1/pictures/${page.seo.pictureId}` }),
    ...(second && {
      alternates: [
        { language: own, href: url },
        { language: second, href: `${url}?lang=${second}` },
      ],
    }),
    top: siteHeader(shownChurch, site.base || '/', await menuOf(ctx, site, page.id), say),
    bottom: siteFooter({ church: shownChurch, address: live.church.address, ...(other && { other }) }),
    ...framesOf([...content, ...Object.values(live.sections).flat()], live),
  }
}

/** The blocks with what they show of the church; as a step, with links and forms that lead on. */
async function shownIn(ctx: Ctx, content: readonly Block[], step: StepFrame | undefined) {
  const live = await liveOf(ctx, content)
  if (!step) return { content, live }
  const token = step.next ? sealOnward(step.next, ctx.client.id) : ''
  const on = (list: readonly Block[]) => leadingOn(list, { next: step.next, token })
  const entries = <Value>(all: Record<string, Value>, change: (value: Value) => Value) =>
    Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]))
  return {
    content: on(content),
    live: {
      ...live,
      sections: entries(live.sections, on),
      forms: entries(live.forms, form => ({ ...form, next: token })),
    },
  }
}

const read = new Map<string, string>()
/** The style sheets of a site, and those of its blocks, without comments and indentation. */
function sheets(more: readonly string[]): string {
  const names = ['/page.css', '/site.css', ...more]
  const key = names.join()
  const known = read.get(key)
  if (known !== undefined) return known
  const text = names
    .map(name => readFileSync(path.join(env.root, 'public', name), 'utf8'))
    .join('\n')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*\n\s*/g, '\n')
  read.set(key, text)
  return text
}

const languageOf = (text: string): Language => languages.find(one => one === text) ?? 'en'

/** What its frames and films may come from. */
function framesOf(content: readonly Block[], { plugged }: Live): Pick<PublicPage, 'frames' | 'media' | 'inlineStyles'> {
  const all = [...everyBlock(content)]
  const videos = all.flatMap(one => (one.type === 'video' ? (videoOf(one.props.url) ?? []) : []))
  const framed = videos.some(one => one.kind === 'frame') ? videoFrames : []
  const frames = all.some(one => ['form', 'code', 'section'].includes(one.type)) ? ["'self'", ...framed] : framed
  const playsFilms = Object.values(plugged).some(one => one.playsFilms)
  const files = videos.flatMap(one => (one.kind === 'file' ? [originOf(one.src)] : []))
  const media = [...new Set([...files, ...(playsFilms ? ["'self'"] : [])])]
  // The player brings styles of its own.
  return { frames, media, ...(playsFilms && { inlineStyles: true }) }
}
const originOf = (src: string) => (src.startsWith('/') ? "'self'" : new URL(src).origin)

async function menuOf(ctx: Ctx, site: Site, here: string) {
  const rows = await ctx.db
    .select({ id: pages.id, name: pages.name, slug: pages.slug, isHome: pages.isHome })
    .from(pages)
    .where(and(isNotNull(pages.menuRank), gt(pages.published, 0), isNull(pages.deletedAt)))
    .orderBy(asc(pages.menuRank), asc(pages.id))
    .limit(12)
  return rows.map(one => ({ href: pathOf(site, one), text: one.name, isHere: one.id === here }))
}

/** The draft, for anyone with its link. */
export async function draftOf(ctx: Ctx, id: string): Promise<PublicPage | undefined> {
  const [row] = await ctx.db
    .select()
    .from(pages)
    .where(and(eq(pages.id, id), isNull(pages.deletedAt)))
  return row && drawn(ctx, { ...row, tree: row.draft }, { site: await siteOf(ctx), isPreview: true })
}

/** A page as a step: what visitors see of it, or the draft for a preview. Undefined where there is nothing to see. */
export async function stepPage(ctx: Ctx, id: string, drawing: Drawing & { site: Site }) {
  const [row] = await ctx.db
    .select({ page: pages, tree: pageVersions.tree, seo: pageVersions.seo })
    .from(pages)
    .leftJoin(
      pageVersions,
      and(
        eq(pageVersions.clientId, pages.clientId),
        eq(pageVersions.pageId, pages.id),
        eq(pageVersions.number, pages.published),
      ),
    )
    .where(and(eq(pages.id, id), isNull(pages.deletedAt)))
  if (!row) return
  const { page } = row
  if (drawing.isPreview) return drawn(ctx, { ...page, tree: page.draft }, drawing)
  return row.tree && row.seo ? drawn(ctx, { ...page, tree: row.tree, seo: row.seo }, drawing) : undefined
}

/** A custom code block of what visitors see. */
export async function codeOf(ctx: Ctx, slug: string, block: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ tree: pageVersions.tree })
    .from(pages)
    .innerJoin(
      pageVersions,
      and(
        eq(pageVersions.clientId, pages.clientId),
        eq(pageVersions.pageId, pages.id),
        eq(pageVersions.number, pages.published),
      ),
    )
    .where(and(eq(pages.slug, slug), isNull(pages.deletedAt)))
  if (!row) return
  const { content } = row.tree
  const shared = Object.values(await sectionsIn(ctx, content)).flat()
  const found = [...everyBlock([...content, ...shared])].find(one => one.props.id === block)
  return found?.type === 'code' ? found.props.code : undefined
}

/** What was published last, newest first: RSS 2.0. */
export async function feedOf(ctx: Ctx): Promise<string> {
  const site = await siteOf(ctx)
  const church = await churchOf(ctx)
  const rows = await ctx.db
    .select({ name: pages.name, slug: pages.slug, isHome: pages.isHome, seo: pages.seo, at: pages.publishedAt })
    .from(pages)
    .where(and(gt(pages.published, 0), isNull(pages.deletedAt), eq(pages.isHome, false)))
    .orderBy(desc(pages.publishedAt), desc(pages.id))
    .limit(100)
  const items = rows.filter(({ seo }) => !seo.isHidden && !seo.canonical).slice(0, 30)
  const name = church?.name ?? ''
  return rssOf({
    title: name,
    description: frameSay('en')('New on the site of {0}', name),
    link: addressOf(site, { slug: '', isHome: true }),
    self: `${site.home}/feed.xml`,
    items: items.map(row => ({
      title: row.seo.title || row.name,
      link: addressOf(site, row),
      summary: row.seo.description,
      at: row.at ?? clock.now(),
    })),
  })
}

/** Addresses for search engines. */
export async function listed(ctx: Ctx): Promise<{ url: string; changed: Date }[]> {
  const site = await siteOf(ctx)
  const rows = await ctx.db
    .select({ slug: pages.slug, isHome: pages.isHome, seo: pages.seo, changed: pages.publishedAt })
    .from(pages)
    .where(and(gt(pages.published, 0), isNull(pages.deletedAt)))
    .orderBy(asc(pages.slug))
    .limit(5_000)
  return rows
    .filter(row => !row.seo.isHidden && !row.seo.canonical)
    .map(row => ({ url: addressOf(site, row), changed: row.changed ?? clock.now() }))
}
