import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { typePath } from '#calendar/rules/links.ts'
import { calendarTypes } from '#calendar/tables.ts'
import { forms } from '#forms/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { everyBlock, linksOf, type Tree } from '#pages/rules/blocks.ts'
import { siteOf } from '#pages/service/site.ts'
import { pages, pageVersions } from '#pages/tables.ts'
import type { Funnel } from '../contract.ts'
import {
  type Blocker,
  blockersOf,
  type Known,
  type KnownForm,
  type KnownPage,
  type KnownType,
} from '../rules/checks.ts'
import type { Step } from '../rules/steps.ts'
import type { funnels } from '../tables.ts'

type Row = typeof funnels.$inferSelect

export const pageIdsOf = (steps: readonly Step[]) => [
  ...new Set(steps.flatMap(step => step.variants.flatMap(one => one.pageId ?? []))),
]
const isOf = ({ kind }: Step['goal'], wanted: 'form' | 'booking') =>
  kind === wanted || (kind === 'purchase' && wanted === 'form')
export const goalIds = (steps: readonly Step[], kind: 'form' | 'booking') => [
  ...new Set(steps.flatMap(({ goal }) => (isOf(goal, kind) && goal.id ? [goal.id] : []))),
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
    rows.map(({ id, name, published, draft, tree }) => [
      id,
      { name, isLive: published > 0, ...partsOf(tree ?? draft) },
    ]),
  )
}

export const partsOf = ({ content }: Tree): Pick<KnownPage, 'formIds' | 'hrefs'> => ({
  formIds: [...everyBlock(content)].flatMap(one => (one.type === 'form' && one.props.formId ? [one.props.formId] : [])),
  hrefs: linksOf(content).map(one => one.href),
})

async function knownForms(ctx: Ctx, ids: string[]): Promise<Map<string, KnownForm>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: forms.id, name: forms.name, isLive: forms.live, draft: forms.draft, handling: forms.handling })
    .from(forms)
    .where(and(inArray(forms.id, ids), isNull(forms.deletedAt)))
  return new Map(
    rows.map(({ id, name, isLive, draft: { fields }, handling: { replyFile } }) => [
      id,
      {
        name,
        isLive,
        needsFile: replyFile === null,
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

export async function blockersIn(
  ctx: Ctx,
  { draft, mobileSeenAt }: Pick<Row, 'draft' | 'mobileSeenAt'>,
): Promise<Blocker[]> {
  const known: Known = {
    pages: await knownPages(ctx, draft),
    forms: await knownForms(ctx, goalIds(draft, 'form')),
    types: await knownTypes(ctx, goalIds(draft, 'booking')),
    isMobileSeen: mobileSeenAt !== null,
  }
  return blockersOf(draft, known)
}
