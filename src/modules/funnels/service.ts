import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { siteOf } from '#pages/service/site.ts'
import type { Funnel, FunnelChange, FunnelFilter, FunnelRow, NewFunnel } from './contract.ts'
import { firstDay } from './rules/days.ts'
import { stateNames } from './rules/states.ts'
import { reservedFunnelSlugs, type Step } from './rules/steps.ts'
import { templateKeys, templateOf } from './rules/templates.ts'
import { funnelAt, stepAddress } from './service/addresses.ts'
import { blockersIn, pagesIn } from './service/known.ts'
import { copySteps, stepsFrom } from './service/parts.ts'
import { rowOf } from './service/rows.ts'
import { testsOf } from './service/tests.ts'
import { funnelDays, funnels } from './tables.ts'

const KEPT_DAYS = 30
const MOST_FORMER = 20

const columns = {
  id: funnels.id,
  name: funnels.name,
  description: funnels.description,
  slug: funnels.slug,
  status: funnels.state,
  steps: sql<number>`jsonb_array_length(${funnels.draft})`,
  lastUpdated: funnels.updatedAt,
  version: funnels.version,
}

function where({ search, status, deleted }: Pick<FunnelFilter, 'search' | 'status' | 'deleted'>): SQL | undefined {
  const like = search && containing(search)
  return and(
    deleted ? gt(funnels.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(funnels.deletedAt),
    like ? or(ilike(funnels.name, like), ilike(funnels.description, like)) : undefined,
    status ? eq(funnels.state, status) : undefined,
  )
}

/** Sums of the days asked for, by funnel. */
const countedSince = (ctx: Ctx, within: number) =>
  ctx.db
    .select({
      funnelId: funnelDays.funnelId,
      visitors: sql<number>`sum(${funnelDays.entrants})::int`.as('visitors'),
      conversions: sql<number>`sum(${funnelDays.converted})::int`.as('conversions'),
    })
    .from(funnelDays)
    .where(gte(funnelDays.day, firstDay(clock.now(), ctx.client.timeZone, within)))
    .groupBy(funnelDays.funnelId)
    .as('counted')

async function rows(ctx: Ctx, filter: Omit<FunnelFilter, 'cursor' | 'limit'>, limit: number, offset: number) {
  const counted = countedSince(ctx, filter.days)
  const [visitors, conversions] = [
    sql<number>`coalesce(${counted.visitors}, 0)`,
    sql<number>`coalesce(${counted.conversions}, 0)`,
  ]
  const rate = sql`${conversions}::float / nullif(${visitors}, 0)`
  const keys: Record<string, SQL> = {
    name: sql`lower(${funnels.name})`,
    updatedAt: sql`${funnels.updatedAt}`,
    conversions: sql`${conversions}`,
    conversionRate: sql`coalesce(${rate}, -1)`,
  }
  const isDown = filter.sort.startsWith('-')
  const key = keys[isDown ? filter.sort.slice(1) : filter.sort]!
  const found = await ctx.db
    .select({ ...columns, visitors, conversions })
    .from(funnels)
    .leftJoin(counted, eq(counted.funnelId, funnels.id))
    .where(where(filter))
    .orderBy(isDown ? desc(key) : asc(key), desc(funnels.id))
    .limit(limit)
    .offset(offset)
  const site = await siteOf(ctx)
  return found.map(
    ({ slug, ...row }): FunnelRow => ({
      ...row,
      conversionRate: row.visitors > 0 ? row.conversions / row.visitors : null,
      address: funnelAt(site.home, slug),
    }),
  )
}

export async function list(ctx: Ctx, { cursor, limit, ...filter }: FunnelFilter) {
  const offset = pageStart(cursor, 10_000)
  const items = await rows(ctx, filter, limit, offset)
  const total = await ctx.db.$count(funnels, where(filter))
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null, total }
}

export async function exportCsv(ctx: Ctx, filter: Omit<FunnelFilter, 'cursor' | 'limit'>) {
  const all = await rows(ctx, filter, 10_000, 0)
  const heads = ['Funnel', 'Address', 'Status', 'Steps', 'Visitors', 'Conversions', 'Conversion rate', 'Last updated']
  const lines = all.map(one => [
    one.name,
    one.address,
    stateNames[one.status],
    one.steps,
    one.visitors,
    one.conversions,
    one.conversionRate === null ? '' : one.conversionRate.toFixed(4),
    one.lastUpdated,
  ])
  return { csv: csvFile(heads, lines) }
}

export async function stats(ctx: Ctx, { days: within }: { days: number }) {
  const live = await ctx.db.$count(funnels, and(eq(funnels.state, 'published'), isNull(funnels.deletedAt)))
  const counted = countedSince(ctx, within)
  const [sum] = await ctx.db
    .select({
      visitors: sql<number>`coalesce(sum(${counted.visitors}), 0)::int`,
      conversions: sql<number>`coalesce(sum(${counted.conversions}), 0)::int`,
    })
    .from(counted)
    .innerJoin(funnels, and(eq(funnels.id, counted.funnelId), isNull(funnels.deletedAt)))
  const { visitors, conversions } = sum!
  return { live, visitors, conversions, conversionRate: visitors > 0 ? conversions / visitors : null }
}

export const templates = async () => ({
  items: templateKeys.map(key => {
    const { name, description, category, steps } = templateOf(key)
    return { key, name, description, category, steps: steps.map(step => step.name) }
  }),
})

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  const row = await rowOf(ctx, id)
  const site = await siteOf(ctx)
  const { name, description, slug, draft, isFresh, isHidden, redirect, publishedAt, version } = row
  return {
    id,
    name,
    description,
    slug,
    draft,
    isFresh,
    isHidden,
    redirect,
    publishedAt,
    version,
    status: row.state,
    lastUpdated: row.updatedAt,
    address: funnelAt(site.home, slug),
    addresses: Object.fromEntries(draft.map(step => [step.id, stepAddress(site.home, slug, draft, step)])),
    pages: await pagesIn(ctx, draft),
    blockers: await blockersIn(ctx, row),
    tests: await testsOf(ctx, row),
  }
}

/** One that is free, as close to what was wished as can be. */
async function freeSlug(ctx: Ctx, wished: string): Promise<string> {
  const base = slugOf(wished).slice(0, 50) || 'funnel'
  const known = await ctx.db
    .select({ slug: funnels.slug })
    .from(funnels)
    .where(and(ilike(funnels.slug, `${base}%`), isNull(funnels.deletedAt)))
  const taken = new Set([...known.map(row => row.slug), ...reservedFunnelSlugs])
  if (!taken.has(base)) return base
  for (let count = 2; count < 100; count++) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
  return `${base}-${randomBytes(3).toString('hex')}`
}

type Added = Pick<typeof funnels.$inferInsert, 'name' | 'description' | 'template' | 'isHidden'> & {
  slug: string
  draft: Step[]
}
async function add(ctx: Ctx, { slug, ...funnel }: Added): Promise<Funnel> {
  const [row] = await ctx.db
    .insert(funnels)
    .values({ ...funnel, slug: await freeSlug(ctx, slug), createdBy: userOf(ctx) })
    .returning({ id: funnels.id })
  announce(ctx, 'funnels', row!.id)
  return get(ctx, { id: row!.id })
}

export async function create(ctx: Ctx, { name, template }: NewFunnel): Promise<Funnel> {
  const beginning = templateOf(template)
  const draft = await stepsFrom(ctx, beginning)
  const description = template === 'blank' ? '' : beginning.description
  const slug = name ?? beginning.slug
  return add(ctx, { name: name ?? beginning.name, description, template, slug, draft })
}

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  const { name, description, slug, draft, template, isHidden } = await rowOf(ctx, id)
  const copy = await copySteps(ctx, draft, randomUUID)
  return add(ctx, { name: `${name.slice(0, 110)} (copy)`, description, template, slug, isHidden, draft: copy })
}

/** Two editors: the second is told, and nothing is overwritten. */
export async function update(ctx: Ctx, { id, version, ...changes }: FunnelChange): Promise<Funnel> {
  const before = await rowOf(ctx, id)
  if (before.state !== 'draft') mustPublish(ctx, changes)
  const isMoved = changes.slug !== undefined && changes.slug !== before.slug
  if (isMoved) {
    const [other] = await ctx.db
      .select({ id: funnels.id })
      .from(funnels)
      .where(and(eq(funnels.slug, changes.slug!), isNull(funnels.deletedAt)))
    if (other && other.id !== id) throw invalid('slug', 'Another funnel has this address')
  }
  const [row] = await ctx.db
    .update(funnels)
    .set({
      ...changes,
      ...(changes.draft && { isFresh: false, mobileSeenAt: null }),
      ...(isMoved && before.publishedAt && { formerSlugs: [before.slug, ...before.formerSlugs].slice(0, MOST_FORMER) }),
    })
    .where(and(eq(funnels.id, id), eq(funnels.version, version)))
    .returning({ id: funnels.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}

/** Address, listing and redirect of an open funnel change at once what visitors see; its steps wait for the next publishing. */
function mustPublish(ctx: Ctx, { slug, isHidden, redirect }: Omit<FunnelChange, 'id' | 'version'>): void {
  if ([slug, isHidden, redirect].every(one => one === undefined) || reachOf(ctx, 'content.publish')) return
  throw new Failure('FORBIDDEN', 'This funnel is published. Changing its address needs the right to publish.')
}

export async function archive(ctx: Ctx, { id, redirect }: { id: string; redirect: string }): Promise<Funnel> {
  await rowOf(ctx, id)
  await ctx.db.update(funnels).set({ state: 'archived', redirect }).where(eq(funnels.id, id))
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}

export async function reopen(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  await rowOf(ctx, id)
  await ctx.db
    .update(funnels)
    .set({ state: 'draft', isFresh: false })
    .where(and(eq(funnels.id, id), eq(funnels.state, 'archived')))
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}

/** Into the trash. Its pages and forms stay: they are things of their own. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  // Restored, it is a draft: showing it again is for those who may publish.
  await ctx.db.update(funnels).set({ deletedAt: clock.now(), state: 'draft', isFresh: false }).where(eq(funnels.id, id))
  announce(ctx, 'funnels', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  const [row] = await ctx.db
    .select({ slug: funnels.slug })
    .from(funnels)
    .where(and(eq(funnels.id, id), gt(funnels.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
  const { slug } = found(row, 'Funnel')
  await ctx.db
    .update(funnels)
    .set({ deletedAt: null, slug: await freeSlug(ctx, slug) })
    .where(eq(funnels.id, id))
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}

const kept = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))
export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${funnels} where ${lt(funnels.deletedAt, kept(now))}`
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(funnels).where(lt(funnels.deletedAt, kept(clock.now())))
}
