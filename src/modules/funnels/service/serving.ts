import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { networkOf } from '#kernel/network.ts'
import { listen } from '#kernel/realtime.ts'
import { sealOf } from '#kernel/secrets.ts'
import { stepPage } from '#pages/service/serving.ts'
import { type Site, siteOf } from '#pages/service/site.ts'
import { type PreparedPage, type PublicPage, preparePage } from '#public-page/service.ts'
import type { FunnelState } from '../rules/states.ts'
import { afterStep, isOnline, type Step, type Variant } from '../rules/steps.ts'
import { chosenVariant } from '../rules/variants.ts'
import { funnels } from '../tables.ts'
import { stepAddress } from './addresses.ts'
import { winnersOf } from './tests.ts'

/** What visitors of a funnel need of it, kept in memory with the pages that were made of it. */
export interface Served {
  clientId: string
  /** The church's site, on the host at hand. */
  site: Site
  /** What addresses on that host begin with. */
  here: string
  id: string
  slug: string
  state: FunnelState
  steps: Step[]
  isHidden: boolean
  redirect: string
  winners: ReadonlyMap<string, string>
  pages: Map<string, PreparedPage | null>
}

const kept = new Map<string, { served: Served; until: number }>()
const MOST_KEPT = 500
/** What shows times and seats grows old by itself; everything else is dropped when it changes. */
const KEPT_FOR = minutes(1)
const topics = new Set([
  '*',
  'funnels',
  'pages',
  'forms',
  'church',
  'calendar',
  'appointments',
  'members',
  'webDomains',
])
const watched = new Set<string>()

function watch(clientId: string): void {
  if (watched.has(clientId)) return
  watched.add(clientId)
  listen(clientId, changes => {
    if (!changes.some(({ topic }) => topics.has(topic))) return
    for (const [key, { served }] of kept) if (served.clientId === clientId) kept.delete(key)
  })
}

export interface Place {
  church: string
  slug: string
  /** It is shown on a domain of the church's own. */
  onOwnDomain: boolean
}
const keyAt = ({ church, slug, onOwnDomain }: Place) => `${onOwnDomain ? 'own' : ''} ${church}/${slug}`

export function recalled(place: Place): Served | undefined {
  const known = kept.get(keyAt(place))
  return known && known.until > clock.ms() ? known.served : undefined
}

/** The funnel at an address, from memory after the first time; also by an address that it had before. */
export async function servedAt(ctx: Ctx, place: Place): Promise<Served | undefined> {
  const former = sql`${funnels.formerSlugs} ? ${place.slug}`
  const [row] = await ctx.db
    .select()
    .from(funnels)
    .where(and(or(eq(funnels.slug, place.slug), former), isNull(funnels.deletedAt)))
    .orderBy(sql`${funnels.slug} = ${place.slug} desc`)
    .limit(1)
  if (!row) return
  const served = await servedFrom(ctx, row, place.onOwnDomain)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(keyAt(place), { served, until: clock.ms() + KEPT_FOR })
  watch(ctx.client.id)
  return served
}

type Row = typeof funnels.$inferSelect
async function servedFrom(ctx: Ctx, row: Row, onOwnDomain: boolean, isDraft = false): Promise<Served> {
  const { id, slug, state, isHidden, redirect } = row
  const site = await siteOf(ctx, onOwnDomain)
  return {
    clientId: ctx.client.id,
    site,
    here: onOwnDomain ? site.home : `${env.publicUrl}${site.base}`,
    id,
    slug,
    state,
    isHidden,
    redirect,
    steps: isDraft ? row.draft : row.live,
    winners: isDraft ? new Map() : await winnersOf(ctx, id),
    pages: new Map(),
  }
}

/** The funnel as it is being edited, for its preview. */
export async function draftOf(ctx: Ctx, id: string): Promise<Served | undefined> {
  const [row] = await ctx.db
    .select()
    .from(funnels)
    .where(and(eq(funnels.id, id), isNull(funnels.deletedAt)))
  return row && servedFrom(ctx, row, false, true)
}

/** The step of an address: the first one where none is named. */
export const stepAt = ({ steps }: Served, slug: string): Step | undefined =>
  slug ? steps.find(one => one.slug === slug && isOnline(one)) : steps.find(isOnline)

interface Browser {
  ip: string
  userAgent: string
}

/**
 * The page of a step that this browser sees, the same on every visit. It falls on its place by a hash of network, browser and
 * step that is computed each time and kept nowhere.
 */
export function variantFor(served: Served, step: Step, { ip, userAgent }: Browser): Variant | undefined {
  const winner = served.winners.get(step.id)
  const won = step.variants.find(one => one.id === winner)
  const hash = sealOf(`funnel ${step.id} ${networkOf(ip)} ${userAgent}`).slice(0, 8)
  return won ?? chosenVariant(step.variants, Number.parseInt(hash, 16) / 2 ** 32)
}

export interface Look {
  language: string | undefined
  /** A member looks at it: its links stay uncounted. */
  isTeam: boolean
}

function onwardOf({ here, slug, steps }: Served, step: Step, { isTeam }: Look): string | undefined {
  const next = afterStep(steps, step)
  if (next === undefined || typeof next === 'string') return next
  return stepAddress(here, slug, steps, next) + (isTeam ? '?team=1' : '')
}

/** A step's page, ready to be sent. @returns null where the page is not published any more */
export async function preparedStep(ctx: Ctx, served: Served, step: Step, variant: Variant, look: Look) {
  const { site, slug, steps, isHidden } = served
  const key = keyOf(variant, look)
  const known = served.pages.get(key)
  if (known !== undefined) return known
  const [path, url] = [site.base, site.home].map(start => stepAddress(start, slug, steps, step)) as [string, string]
  const frame = { path, url, next: onwardOf(served, step, look), isHidden }
  const page = variant.pageId
    ? await stepPage(ctx, variant.pageId, { asked: look.language, site, step: frame })
    : undefined
  const prepared = page ? await preparePage(page) : null
  served.pages.set(key, prepared)
  return prepared
}
const keyOf = ({ id }: Variant, { language, isTeam }: Look) => `${id} ${language ?? ''} ${isTeam}`

/** What is in memory of it. */
export const recalledPage = (served: Served, variant: Variant, look: Look): PreparedPage | null | undefined =>
  served.pages.get(keyOf(variant, look))

/** The draft of a step's page, for anyone with the link; it leads on to the draft of the next. */
export async function previewStep(ctx: Ctx, served: Served, step: Step, at: string): Promise<PublicPage | undefined> {
  const next = afterStep(served.steps, step)
  const onward = typeof next === 'object' ? `${at}/${next.slug}` : next
  const pageId = step.variants.find(one => one.pageId)?.pageId
  const frame = { path: at, url: at, next: onward, isHidden: true }
  return pageId ? stepPage(ctx, pageId, { site: served.site, isPreview: true, step: frame }) : undefined
}

/** Forgets what is in memory. */
export const forgetFunnels = (): void => kept.clear()
