import { and, eq, inArray, isNull } from 'drizzle-orm'
import * as forms from '#forms/service.ts'
import { forms as formRows } from '#forms/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { open, seal } from '#kernel/secrets.ts'
import { publish as publishPage } from '#pages/service/publishing.ts'
import { pages } from '#pages/tables.ts'
import type { Funnel } from '../contract.ts'
import { get } from '../service.ts'
import { funnels, funnelTests } from '../tables.ts'
import { blockersIn, goalIds, pageIdsOf, partsOf } from './known.ts'
import { rowOf } from './rows.ts'
import { begin, isTested, startTests } from './tests.ts'

const PREVIEW_DAYS = 7
const CONTEXT = 'funnel preview'
type Row = typeof funnels.$inferSelect

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

/** Forms first: a page with a form that is closed can't be published. What lacks its file waits, with its page. */
export async function publishParts(ctx: Ctx, { id }: { id: string }): Promise<Funnel> {
  const { draft } = await rowOf(ctx, id)
  const formIds = goalIds(draft, 'form')
  const closed = formIds.length
    ? await ctx.db
        .select({ id: formRows.id, version: formRows.version, handling: formRows.handling })
        .from(formRows)
        .where(and(inArray(formRows.id, formIds), eq(formRows.live, false), isNull(formRows.deletedAt)))
    : []
  const lacking = new Set(closed.filter(({ handling }) => handling.replyFile === null).map(form => form.id))
  for (const { id, version } of closed) if (!lacking.has(id)) await forms.publish(ctx, { id, version })
  const pageIds = pageIdsOf(draft)
  const hidden = pageIds.length
    ? await ctx.db
        .select({ id: pages.id, version: pages.version, draft: pages.draft })
        .from(pages)
        .where(and(inArray(pages.id, pageIds), eq(pages.published, 0), isNull(pages.deletedAt)))
    : []
  for (const { id, version, draft: tree } of hidden)
    if (!partsOf(tree).formIds.some(formId => lacking.has(formId))) await publishPage(ctx, { id, version })
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

interface Decision {
  id: string
  stepId: string
  variantId: string | null
}
export async function decide(ctx: Ctx, { id, stepId, variantId }: Decision): Promise<Funnel> {
  const { live } = await rowOf(ctx, id)
  const step = found(
    live.find(one => one.id === stepId && isTested(one)),
    'A/B test',
  )
  if (!variantId) await begin(ctx, id, step)
  else if (!step.variants.some(one => one.id === variantId)) throw invalid('variantId', 'This page is not in the test')
  else
    await ctx.db
      .update(funnelTests)
      .set({ state: 'won', winnerId: variantId, decidedAt: clock.now(), decidedBy: userOf(ctx) })
      .where(and(eq(funnelTests.funnelId, id), eq(funnelTests.stepId, stepId)))
  announce(ctx, 'funnels', id)
  return get(ctx, { id })
}
