import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { containing } from '#kernel/sql.ts'
import { payloadOf } from '#links/drawing/rules/payload.ts'
import { targetAt } from '#links/rules/redirect.ts'
import { linkFigures, linkTotals } from '#links/service/figures.ts'
import { placedCodes } from '#links/service/places.ts'
import { shortUrl } from '#links/service.ts'
import type { Figures, QrCode, QrCodeFilter, QrCodeRow } from '../contract.ts'
import { warningsOf } from '../rules/content.ts'
import { activeCampaigns, type State } from '../rules/states.ts'
import { weeksAsInstants } from '../rules/weeks.ts'
import { qrCodes, qrPlacements, qrTargets } from '../tables.ts'

export const MODULE = 'qr-codes'
/** How long a deleted code can be restored. */
export const KEPT_DAYS = 30

export type Row = typeof qrCodes.$inferSelect

const since = () => new Date(clock.ms() - days(KEPT_DAYS))
const isOver = () => and(isNotNull(qrCodes.expiresAt), lte(qrCodes.expiresAt, clock.now()))
const isOpen = () => and(eq(qrCodes.state, 'active'), or(isNull(qrCodes.expiresAt), gt(qrCodes.expiresAt, clock.now())))

const withStatus: Record<State, () => SQL | undefined> = {
  active: isOpen,
  expired: () => and(eq(qrCodes.state, 'active'), isOver()),
  paused: () => eq(qrCodes.state, 'paused'),
  archived: () => eq(qrCodes.state, 'archived'),
}

function where(filter: Omit<QrCodeFilter, 'sort' | 'limit'>): SQL | undefined {
  const { search, type, mode, status, folder, deleted } = filter
  return and(
    deleted ? gt(qrCodes.deletedAt, since()) : isNull(qrCodes.deletedAt),
    search ? ilike(qrCodes.name, containing(search)) : undefined,
    type ? eq(qrCodes.type, type) : undefined,
    mode ? eq(qrCodes.mode, mode) : undefined,
    folder ? eq(qrCodes.folder, folder) : undefined,
    status ? withStatus[status]() : undefined,
  )
}

const statusOf = ({ state, expiresAt }: Row): State =>
  state === 'active' && expiresAt && expiresAt <= clock.now() ? 'expired' : state

const noScans = { total: 0, unique: 0, week: Array<number>(7).fill(0), conversions: 0, lastAt: null as Date | null }

/** Scans of owners of links, those that belong together added up. */
async function scansOf(ctx: Ctx, groups: ReadonlyMap<string, readonly string[]>) {
  const totals = await linkTotals(ctx, MODULE, [...groups.values()].flat())
  return new Map(
    [...groups].map(([id, owners]) => {
      const sum = owners
        .flatMap(owner => totals.get(owner) ?? [])
        .reduce(
          (all, one) => ({
            total: all.total + one.clicks,
            unique: all.unique + one.unique,
            week: all.week.map((count, i) => count + (one.week[i] ?? 0)),
            conversions: all.conversions + one.conversions,
            lastAt: one.lastAt && (!all.lastAt || one.lastAt > all.lastAt) ? one.lastAt : all.lastAt,
          }),
          noScans,
        )
      return [id, sum] as const
    }),
  )
}

async function toRows(ctx: Ctx, rows: readonly Row[]): Promise<QrCodeRow[]> {
  const ids = rows.map(({ id }) => id)
  const placed = ids.length
    ? await ctx.db
        .select({ id: qrPlacements.id, codeId: qrPlacements.codeId })
        .from(qrPlacements)
        .where(inArray(qrPlacements.codeId, ids))
    : []
  const owners = new Map(ids.map(id => [id, [id, ...placed.filter(one => one.codeId === id).map(one => one.id)]]))
  const scans = await scansOf(ctx, owners)
  return rows.map(row => {
    const { id, name, type, mode, folder, createdAt, version } = row
    return {
      id,
      name,
      type,
      mode,
      folder,
      createdAt,
      version,
      status: statusOf(row),
      target: row.mode === 'tracked' ? targetAt(scheduled(ctx, row), clock.now()) : '',
      scans: scans.get(id) ?? noScans,
      placements: owners.get(id)!.length - 1,
    }
  })
}

const scheduled = (ctx: Ctx, { target, schedule }: Row) => ({
  target,
  schedule: weeksAsInstants(schedule, ctx.client.timeZone),
})

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: QrCodeFilter) {
  const offset = pageStart(cursor, 10_000)
  const key = sort.endsWith('name') ? sql`lower(${qrCodes.name})` : qrCodes.createdAt
  const rows = await ctx.db
    .select()
    .from(qrCodes)
    .where(where(filter))
    .orderBy(sort.startsWith('-') ? desc(key) : asc(key), desc(qrCodes.id))
    .limit(limit)
    .offset(offset)
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(qrCodes).where(where(filter))
  return {
    items: await toRows(ctx, rows),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: count!.total,
  }
}

export async function rowOf(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(qrCodes)
    .where(and(eq(qrCodes.id, id), isNull(qrCodes.deletedAt)))
  return found(row, 'QR code')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<QrCode> {
  const row = await rowOf(ctx, id)
  const [shown] = await toRows(ctx, [row])
  const { content, design, problem, expiresAt, fallback, schedule } = row
  return {
    ...shown!,
    content,
    design,
    problem,
    expiresAt,
    fallback,
    schedule,
    payload: await payloadFor(ctx, row),
    warnings: warningsOf(content),
  }
}

/** What the code says, or one of its placements. */
export async function payloadFor(ctx: Ctx, { id, mode, content }: Row, placement?: string): Promise<string> {
  if (mode === 'static') return payloadOf(content)
  const codes = await placedCodes(ctx, MODULE, [placement ?? id])
  return shortUrl(found(codes.get(placement ?? id), 'Short link'))
}

export async function placements(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  const rows = await ctx.db
    .select({ id: qrPlacements.id, name: qrPlacements.name })
    .from(qrPlacements)
    .where(eq(qrPlacements.codeId, id))
    .orderBy(qrPlacements.name)
  const ids = rows.map(row => row.id)
  const codes = await placedCodes(ctx, MODULE, ids)
  const scans = await scansOf(ctx, new Map(ids.map(one => [one, [one]])))
  return {
    items: rows.map(row => ({
      ...row,
      payload: shortUrl(codes.get(row.id) ?? ''),
      scans: scans.get(row.id) ?? noScans,
    })),
  }
}

export async function history(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  const items = await ctx.db
    .select({ id: qrTargets.id, from: qrTargets.from, to: qrTargets.to, by: users.name, at: qrTargets.createdAt })
    .from(qrTargets)
    .leftJoin(users, eq(users.id, qrTargets.changedBy))
    .where(eq(qrTargets.codeId, id))
    .orderBy(desc(qrTargets.id))
    .limit(200)
  return { items }
}

export async function folders(ctx: Ctx) {
  const rows = await ctx.db
    .selectDistinct({ folder: qrCodes.folder })
    .from(qrCodes)
    .where(and(isNull(qrCodes.deletedAt), ne(qrCodes.folder, '')))
    .orderBy(qrCodes.folder)
  return { items: rows.map(row => row.folder) }
}

/** By the filter that the tile opens. */
export async function totals(ctx: Ctx) {
  const [count] = await ctx.db
    .select({
      codes: sql<number>`count(*)::int`,
      active: sql<number>`count(*) filter (where ${where(activeCampaigns)})::int`,
    })
    .from(qrCodes)
    .where(isNull(qrCodes.deletedAt))
  const today = clock.now().toISOString().slice(0, 10)
  const figures = await linkFigures(ctx, MODULE, null, {
    from: `${Number(today.slice(0, 4)) - 4}-01-01`,
    to: tomorrow(),
  })
  return { ...count!, scans: figures.clicks }
}

/** Zones east of Greenwich are a day ahead. */
const tomorrow = () => new Date(clock.ms() + days(1)).toISOString().slice(0, 10)

export async function figures(
  ctx: Ctx,
  { code, from, to }: { code?: string; from: string; to: string },
): Promise<Figures> {
  const placed = await ctx.db
    .select({ id: qrPlacements.id, codeId: qrPlacements.codeId, name: qrPlacements.name, of: qrCodes.name })
    .from(qrPlacements)
    .innerJoin(qrCodes, eq(qrCodes.id, qrPlacements.codeId))
    .where(code ? eq(qrPlacements.codeId, code) : undefined)
  const codes = code
    ? [await rowOf(ctx, code)]
    : await ctx.db.select({ id: qrCodes.id, name: qrCodes.name }).from(qrCodes)
  const names = new Map([
    ...codes.map(({ id, name }) => [id, name] as const),
    ...placed.map(({ id, name, of }) => [id, `${of}, ${name}`] as const),
  ])
  const { owners, ...rest } = await linkFigures(ctx, MODULE, code ? [...names.keys()] : null, { from, to })
  return { ...rest, places: owners.map(owner => ({ ...owner, name: names.get(owner.id) ?? 'Deleted code' })) }
}
