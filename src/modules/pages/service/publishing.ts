import { and, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { open, seal } from '#kernel/secrets.ts'
import { usesOf } from '#public-page/service/uses.ts'
import type { SitePage } from '../contract.ts'
import { get } from '../service.ts'
import { pages, pageVersions } from '../tables.ts'
import { liveOf } from './live.ts'

/** How many versions of a page are kept; the one that visitors see always is. */
const MOST_VERSIONS = 100
const PREVIEW_DAYS = 7
const CONTEXT = 'page preview'

const lock = async (ctx: Ctx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(pages)
    .where(and(eq(pages.id, id), isNull(pages.deletedAt)))
    .for('update')
  return found(row, 'Page')
}

/** @throws BAD_REQUEST with every blocking finding at its block */
async function mustBeReady(ctx: Ctx, id: string): Promise<void> {
  const blocking = (await get(ctx, { id })).findings.filter(one => one.isBlocking)
  if (blocking.length > 0)
    throw new Failure('BAD_REQUEST', `Before it can be published: ${blocking[0]!.message}.`, {
      data: { issues: blocking.map(({ block, message }) => ({ path: ['draft', block ?? 'page'], message })) },
    })
}

export async function publish(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<SitePage> {
  const page = await lock(ctx, id)
  // A double click, or nothing new.
  if (page.isFresh && page.published > 0) return get(ctx, { id })
  if (page.version !== version) throw new Failure('CONFLICT')
  await mustBeReady(ctx, id)
  await freeze(ctx, page)
  return get(ctx, { id })
}

async function freeze(ctx: Ctx, page: typeof pages.$inferSelect): Promise<void> {
  const number = page.lastNumber + 1
  await ctx.db.insert(pageVersions).values({
    pageId: page.id,
    number,
    isPublished: true,
    createdBy: userOf(ctx),
    tree: page.draft,
    seo: { ...page.seo, title: page.seo.title || page.name },
  })
  await ctx.db
    .update(pages)
    .set({ published: number, lastNumber: number, isFresh: true, publishedAt: clock.now(), publishAt: null })
    .where(eq(pages.id, page.id))
  await ctx.db.execute(sql`delete from page_versions where page_id = ${page.id} and name = '' and number < ${number}
    and number not in (select number from page_versions where page_id = ${page.id} order by number desc limit ${MOST_VERSIONS})`)
  announce(ctx, 'pages', page.id)
}

export async function unpublish(ctx: Ctx, { id }: { id: string }): Promise<SitePage> {
  await lock(ctx, id)
  await ctx.db.update(pages).set({ published: 0, isFresh: false, unpublishAt: null }).where(eq(pages.id, id))
  announce(ctx, 'pages', id)
  return get(ctx, { id })
}

interface Schedule {
  id: string
  publishAt: Date | null
  unpublishAt: Date | null
}
export async function schedule(ctx: Ctx, { id, publishAt, unpublishAt }: Schedule): Promise<SitePage> {
  await lock(ctx, id)
  if (publishAt && publishAt <= clock.now()) throw invalid('publishAt', 'Please choose a time in the future')
  if (unpublishAt && unpublishAt <= clock.now()) throw invalid('unpublishAt', 'Please choose a time in the future')
  if (publishAt) await mustBeReady(ctx, id)
  await ctx.db.update(pages).set({ publishAt, unpublishAt }).where(eq(pages.id, id))
  announce(ctx, 'pages', id)
  return get(ctx, { id })
}

/** Accounts with a page whose hour has come. */
export const whoseHourHasCome = (now: Date) => sql`select client_id from ${pages} where deleted_at is null
  and (publish_at <= ${now.toISOString()}::timestamptz or unpublish_at <= ${now.toISOString()}::timestamptz)`

export async function runSchedules(ctx: Ctx): Promise<void> {
  const now = clock.now()
  const due = await ctx.db
    .select()
    .from(pages)
    .where(
      and(
        isNull(pages.deletedAt),
        or(
          and(isNotNull(pages.publishAt), lte(pages.publishAt, now)),
          and(isNotNull(pages.unpublishAt), lte(pages.unpublishAt, now)),
        ),
      ),
    )
    .for('update')
  for (const page of due) {
    if (page.unpublishAt && page.unpublishAt <= now) await close(ctx, page, now)
    else if ((await get(ctx, { id: page.id })).findings.every(one => !one.isBlocking)) await freeze(ctx, page)
    // What was broken since it was scheduled stays a draft, and says why in the editor.
    else await ctx.db.update(pages).set({ publishAt: null }).where(eq(pages.id, page.id))
  }
}

/** Where its opening was missed too, it does not open after its end. */
async function close(ctx: Ctx, { id, publishAt }: typeof pages.$inferSelect, now: Date): Promise<void> {
  await unpublish(ctx, { id })
  if (publishAt && publishAt <= now) await ctx.db.update(pages).set({ publishAt: null }).where(eq(pages.id, id))
}

/** What would break without the page. */
export async function uses(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  return { items: await usesOf(ctx, 'page', id) }
}

export async function versions(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  const items = await ctx.db
    .select({
      number: pageVersions.number,
      name: pageVersions.name,
      isPublished: pageVersions.isPublished,
      createdAt: pageVersions.createdAt,
      createdByName: users.name,
    })
    .from(pageVersions)
    .leftJoin(users, eq(users.id, pageVersions.createdBy))
    .where(eq(pageVersions.pageId, id))
    .orderBy(desc(pageVersions.number))
    .limit(MOST_VERSIONS)
  return { items }
}

export async function saveVersion(ctx: Ctx, { id, name }: { id: string; name: string }) {
  const page = await lock(ctx, id)
  const number = page.lastNumber + 1
  const { draft: tree, seo } = page
  await ctx.db
    .insert(pageVersions)
    .values({ pageId: id, number, name, isPublished: false, tree, seo, createdBy: userOf(ctx) })
  await ctx.db.update(pages).set({ lastNumber: number }).where(eq(pages.id, id))
  return {}
}

export async function rollBack(ctx: Ctx, { id, version, number }: { id: string; version: number; number: number }) {
  const page = await lock(ctx, id)
  if (page.version !== version) throw new Failure('CONFLICT')
  const [row] = await ctx.db
    .select()
    .from(pageVersions)
    .where(and(eq(pageVersions.pageId, id), eq(pageVersions.number, number)))
  const { tree, seo } = found(row, 'Version')
  await ctx.db
    .update(pages)
    .set({ draft: tree, seo, isFresh: number === page.published })
    .where(eq(pages.id, id))
  announce(ctx, 'pages', id)
  return get(ctx, { id })
}

export async function preview(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  const expiresAt = new Date(clock.ms() + days(PREVIEW_DAYS))
  const token = seal(JSON.stringify({ p: id, c: ctx.client.id, t: expiresAt.getTime() }), CONTEXT)
  return { url: `${env.publicUrl}/c/preview/${encodeURIComponent(token)}`, expiresAt }
}

/** @returns the page and its account; undefined for a link that is not ours, or too old */
export function openPreview(token: string): { pageId: string; clientId: string } | undefined {
  try {
    const { p, c, t } = JSON.parse(open(token, CONTEXT)) as { p: string; c: string; t: number }
    return t > clock.ms() ? { pageId: p, clientId: c } : undefined
  } catch {
    return
  }
}

export async function live(ctx: Ctx, { id }: { id: string }): Promise<Record<string, unknown>> {
  const { draft } = await get(ctx, { id })
  return { ...(await liveOf(ctx, draft.content)) }
}
