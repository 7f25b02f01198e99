import { and, count, desc, eq, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { containing } from '#kernel/sql.ts'
import { linkTotals } from '#links/service/figures.ts'
import { placedCodes } from '#links/service/places.ts'
import { shortUrl } from '#links/service.ts'
import type { BusinessCard, CardFilter } from '../contract.ts'
import { businessCardExchanges, businessCards, businessCardTakes } from '../tables.ts'
import { logoOf } from './logo.ts'
import { drawCard } from './svg.ts'

/** How long a deleted card can be restored. */
export const KEPT_DAYS = 30
/** The module's name, as the owner of short links. */
export const OWNER = 'business-cards'

export type CardRow = typeof businessCards.$inferSelect
export const cardPath = (slug: string) => `/card/${slug}`
export const addressOf = (slug: string) => `${env.publicUrl}${cardPath(slug)}`

export const present = isNull(businessCards.deletedAt)

export async function cardById(ctx: Ctx, id: string): Promise<CardRow> {
  const [row] = await ctx.db
    .select()
    .from(businessCards)
    .where(and(eq(businessCards.id, id), present))
  return found(row, 'Business card')
}

function where({ search, deleted }: Pick<CardFilter, 'search' | 'deleted'>): SQL | undefined {
  const { firstName, lastName, organization, title } = businessCards
  return and(
    deleted ? gt(businessCards.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : present,
    search
      ? or(
          ilike(sql`${firstName} || ' ' || ${lastName}`, containing(search)),
          ilike(organization, containing(search)),
          ilike(title, containing(search)),
        )
      : undefined,
  )
}

export async function pageOfCards(ctx: Ctx, { cursor, limit, ...filter }: CardFilter) {
  const offset = pageStart(cursor, 10_000)
  const rows = await ctx.db
    .select()
    .from(businessCards)
    .where(where(filter))
    .orderBy(desc(businessCards.id))
    .limit(limit)
    .offset(offset)
  const [all] = await ctx.db.select({ total: count() }).from(businessCards).where(where(filter))
  const items = await toCards(ctx, rows)
  return { items, nextCursor: rows.length === limit ? String(offset + limit) : null, total: all!.total }
}

/** With their figures and how they look. */
export async function toCards(ctx: Ctx, rows: readonly CardRow[]): Promise<BusinessCard[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const userIds = rows.flatMap(({ userId }) => userId ?? [])
  const names = new Map(
    userIds.length > 0
      ? (
          await ctx.db
            .select({ id: users.id, name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})` })
            .from(users)
            .where(inArray(users.id, userIds))
        ).map(({ id, name }) => [id, name])
      : [],
  )
  const [codes, scans] = [await placedCodes(ctx, OWNER, ids), await linkTotals(ctx, OWNER, ids)]
  const [takes, exchanges] = [await takesOf(ctx, ids), await exchangesOf(ctx, ids)]
  const logo = await logoOf(ctx)
  return rows.map(row => {
    const { deletedAt: _, createdBy: __, updatedAt: ___, clientId: ____, ...card } = row
    const shortAddress = shortUrl(codes.get(row.id) ?? '')
    return {
      ...card,
      address: addressOf(row.slug),
      shortAddress,
      memberName: row.userId ? (names.get(row.userId) ?? null) : null,
      qrScans: scans.get(row.id)?.clicks ?? 0,
      ...(takes.get(row.id) ?? { saves: 0, downloads: 0 }),
      exchanges: exchanges.get(row.id) ?? 0,
      svg: drawCard({ face: row, code: shortAddress, logo: row.hasLogo ? logo : null }).svg,
    }
  })
}

export async function toCard(ctx: Ctx, row: CardRow): Promise<BusinessCard> {
  const [card] = await toCards(ctx, [row])
  return card!
}

async function takesOf(ctx: Ctx, ids: string[]): Promise<Map<string, { saves: number; downloads: number }>> {
  const rows = await ctx.db
    .select({
      id: businessCardTakes.cardId,
      saves: sql<number>`count(*) filter (where ${businessCardTakes.kind} = 'save')::int`,
      downloads: sql<number>`count(*) filter (where ${businessCardTakes.kind} = 'download')::int`,
    })
    .from(businessCardTakes)
    .where(inArray(businessCardTakes.cardId, ids))
    .groupBy(businessCardTakes.cardId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Those of people: what looks like a program's is none. */
async function exchangesOf(ctx: Ctx, ids: string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ id: businessCardExchanges.cardId, count: count() })
    .from(businessCardExchanges)
    .where(and(inArray(businessCardExchanges.cardId, ids), sql`${businessCardExchanges.signs} = '{}'`))
    .groupBy(businessCardExchanges.cardId)
  return new Map(rows.map(row => [row.id, row.count]))
}
