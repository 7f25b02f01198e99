import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { typePath } from '#calendar/rules/links.ts'
import { calendarTypes } from '#calendar/tables.ts'
import * as forms from '#forms/service.ts'
import { forms as formRows } from '#forms/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { open, seal } from '#kernel/secrets.ts'
import { everyBlock, linksOf, type Tree } from '#pages/rules/blocks.ts'
import { publish as publishPage } from '#pages/service/publishing.ts'
import { siteOf } from '#pages/service/site.ts'
import { pages, pageVersions } from '#pages/tables.ts'
import type { Funnel } from '../contract.ts'
import { type Blocker, blockersOf, type Known, type KnownForm, type KnownPage, type KnownType } from '../rules/checks.ts'
import type { Step } from '../rules/steps.ts'
import { get, rowOf } from '../service.ts'
import { funnels } from '../tables.ts'
import { startTests } from './tests.ts'

const PREVIEW_DAYS = 7
const CONTEXT = 'funnel preview'
type Row = typeof funnels.$inferSelect

const pageIdsOf = (steps: readonly Step[]) => [
  ...new Set(steps.flatMap(step => step.variants.flatMap(one => one.pageId ?? []))),
]
const goalIds = (steps: readonly Step[], kind: 'form' | 'booking') => [
  ...new Set(steps.flatMap(({ goal }) => (goal.kind === kind && goal.id ? [goal.id] : []))),
]

/** Names of the pages of these steps; those that were deleted are not among them. */
export async function pagesIn(ctx: Ctx, steps: readonly Step[]): Promise<Funnel['pages']> {
  const ids = pageIdsOf(steps)
  if (ids.length === 0) return {}
  const rows = await ctx.db
    .select({ id: pages.id, name: pages.name, isLive: sql<boolean>`${pages.published} > 0` })
    .from(pages)
    .where(and(inArray(pages.id, ids), isNull(pages.deletedAt)))
  return Object.fromEntries(rows.map(({ id, ...page }) => [id, page]))
}

async function knownPages(ctx: Ctx, steps: readonly Step[]): Promise<Map<string, KnownPage>> {
  const ids = pageIdsOf(steps)
  if (ids.length === 0) return new Map()
  // What visitors see counts; of a page that was never published, its draft.
  const rows = await ctx.db
    .select({ id: pages.id, name: pages.name, published: pages.published, draft: pages.draft, tree: pageVersions.tree })
    .from(pages)
    .leftJoin(
      pageVersions,
      and(
        eq(pageVersions.clientId, pages.clientId),
        eq(pageVersions.pageId, pages.id),
        eq(pageVersions.number, pages.published),
      ),
    )
    .where(and(inArray(pages.id, ids), isNull(pages.deletedAt)))
  return new Map(
    rows.map(({ id, name, published, draft, tree }) => [id, { name, isLive: published > 0, ...partsOf(tree ?? draft) }]),
  )
}

const partsOf = ({ content }: Tree): Pick<KnownPage, 'formIds' | 'hrefs'> => ({
  formIds: [...everyBlock(content)].flatMap(one => (one.type === 'form' && one.props.formId ? [one.props.formId] : [])),
  hrefs: linksOf(content).map(one => one.href),
})

async function knownForms(ctx: Ctx, ids: string[]): Promise<Map<string, KnownForm>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: formRows.id, name: formRows.name, isLive: formRows.live, draft: formRows.draft })
    .from(formRows)
    .where(and(inArray(formRows.id, ids), isNull(formRows.deletedAt)))
  return new Map(
    rows.map(({ id, name, isLive, draft: { fields } }) => [
      id,
      {
        ...{ name, isLive },
        asksContact: fields.some(({ type }) => type === 'email' || type === 'phone'),
        hasConsent: fields.some(({ type }) => type === 'consent'),
      },
    ]),
  )
}

async function knownTypes(ctx: Ctx, ids: string[]): Promise<Map<string, KnownType>> {
  if (ids.length === 0) return new Map()
  const site = await siteOf(ctx)
  const rows = await ctx.db
    .select()
    .from(calendarTypes)
    .where(and(inArray(calendarTypes.id, ids), isNull(calendarTypes.deletedAt)))
  return new Map(
    rows.map(({ id, name, isActive, slug, visibility }) => [
      id,
      { name, isActive: isActive && visibility !== 'members', path: typePath(site.slug, slug) },
    ]),
  )
}

export async function blockersIn(ctx: Ctx, { draft, mobileSeenAt }: Pick<Row, 'draft' | 'mobileSeenAt'>): Promise<Blocker[]> {
  const known: Known = {
    pages: await knownPages(ctx, draft),
    forms: await knownForms(ctx, goalIds(draft, 'form')),
    types: await knownTypes(ctx, goalIds(draft, 'booking')),
    isMobileSeen: mobileSeenAt !== null,
  }
  return blockersOf(draft, known)
}

const lock = async (ctx: Ctx, id: string): Promise<Row> => {
  const [row] = await ctx.db
    .select()
    .from(funnels)
    .where(and(eq(funnels.id, id), isNull(funnels.deletedAt)))
    .for('update')
  return found(row, 'Funnel')
}

/** @throws BAD_REQUEST with every blocker at its step */
export async function publish(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<Funnel> {
  const row = await lock(ctx, id)
  if (row.state === 'published' && row.isFresh) return get(ctx, { id })
  if (row.version !== version) throw new Failure('CONFLICT')
  const blocking = await blockersIn(ctx, row)
  if (blocking.length > 0)
    throw new Failure('BAD_REQUEST', `Before it can be published: ${blocking[0]!.message}.`, {
      data: { issues: blocking.map(({ stepId, message }) => ({ path: ['draft', stepId ?? 'funnel'], message })) },
    })
  await ctx.db
    .update(funnels)
    .set({ state: 'published', live: row.draft, isFresh: true, publishedAt: clock.now() })
    .where(eq(funnels.id, id))
  await startTests(ctx, id, row.draft)
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}

/** Forms first: a page with a form that is closed can't be published. */
export async function publishParts(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  const { draft } = await rowOf(ctx, id)
  const formIds = goalIds(draft, 'form')
  const closed = formIds.length
    ? await ctx.db
        .select({ id: formRows.id, version: formRows.version })
        .from(formRows)
        .where(and(inArray(formRows.id, formIds), eq(formRows.live, false), isNull(formRows.deletedAt)))
    : []
  for (const form of closed) await forms.publish(ctx, form)
  const pageIds = pageIdsOf(draft)
  const hidden = pageIds.length
    ? await ctx.db
        .select({ id: pages.id, version: pages.version })
        .from(pages)
        .where(and(inArray(pages.id, pageIds), eq(pages.published, 0), isNull(pages.deletedAt)))
    : []
  for (const page of hidden) await publishPage(ctx, page)
  return get(ctx, { id })
}

export async function seenOnPhone(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  await rowOf(ctx, id)
  await ctx.db.update(funnels).set({ mobileSeenAt: clock.now() }).where(eq(funnels.id, id))
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}

export async function preview(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  const expiresAt = new Date(clock.ms() + days(PREVIEW_DAYS))
  const token = seal(JSON.stringify({ f: id, c: ctx.client.id, t: expiresAt.getTime() }), CONTEXT)
  return { url: `${env.publicUrl}/c/preview/go/${encodeURIComponent(token)}`, expiresAt }
}

/** @returns the funnel and its account; undefined for a link that is not ours, or too old */
export function openPreview(token: string): { funnelId: string; clientId: string } | undefined {
  try {
    const { f, c, t } = JSON.parse(open(token, CONTEXT)) as { f: string; c: string; t: number }
    return t > clock.ms() ? { funnelId: f, clientId: c } : undefined
  } catch {
    return
  }
}
