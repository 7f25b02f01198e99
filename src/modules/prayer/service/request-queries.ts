import { and, asc, desc, eq, exists, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { localDay } from '#clients/rules/local-day.ts'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { containing } from '#kernel/sql.ts'
import type { Filter, PrayerRequest, PrayerRow } from '../contract.ts'
import { isWider, type Visibility } from '../rules/options.ts'
import { foldText, namesThirdPerson, similarity } from '../rules/words.ts'
import { prayerConsents, prayerCounts, prayerHistory, prayerRequesters, prayerRequests, prayers } from '../tables.ts'

export const today = (ctx: Ctx): string => localDay(clock.now(), ctx.client.timeZone)

/** Row policies hide the names that the reader may not see. */
const nameOf = sql<
  string | null
>`(select string_agg(nullif(r.name, ''), ', ' order by r.created_at, r.id) from ${prayerRequesters} r
  where r.client_id = ${prayerRequests.clientId} and r.request_id = ${prayerRequests.id})`
const mine = (ctx: Ctx) => sql<boolean>`exists (select from ${prayers} p where p.client_id = ${prayerRequests.clientId}
  and p.request_id = ${prayerRequests.id} and p.day = ${today(ctx)} and p.user_id = ${userOf(ctx)})`

const columns = (ctx: Ctx) => ({
  id: prayerRequests.id,
  name: nameOf,
  request: prayerRequests.body,
  category: prayerRequests.category,
  visibility: prayerRequests.visibility,
  wantedVisibility: prayerRequests.wantedVisibility,
  isPublic: sql<boolean>`${prayerRequests.visibility} = 'public'`,
  isPrivate: prayerRequests.isPrivate,
  isAnonymous: prayerRequests.isAnonymous,
  status: prayerRequests.status,
  moderation: prayerRequests.moderation,
  isUrgent: prayerRequests.isUrgent,
  isMinor: prayerRequests.isMinor,
  source: prayerRequests.source,
  prayerCount: sql<number>`coalesce(${prayerCounts.total}, 0)`,
  prayedToday: mine(ctx),
  assignedTo: prayerRequests.assignedTo,
  assignedName: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
  hasTestimony: sql<boolean>`${prayerRequests.testimonyBody} <> ''`,
  expiresAt: prayerRequests.expiresAt,
  createdAt: prayerRequests.createdAt,
  version: prayerRequests.version,
})
export const selectRows = (ctx: Ctx) =>
  ctx.db
    .select(columns(ctx))
    .from(prayerRequests)
    .leftJoin(users, eq(users.id, prayerRequests.assignedTo))
    .leftJoin(prayerCounts, eq(prayerCounts.requestId, prayerRequests.id))
    .$dynamic()

const dayStart = (ctx: Ctx, day: string, plus = 0) =>
  DateTime.fromISO(day, { zone: ctx.client.timeZone }).plus({ days: plus }).toJSDate()

const askedBy = ({ db }: Ctx, who: SQL): SQL =>
  exists(
    db
      .select({ id: prayerRequesters.id })
      .from(prayerRequesters)
      .where(and(eq(prayerRequesters.requestId, prayerRequests.id), who)),
  )

/** Merged and erased ones are in no list; archived and rejected ones only where asked for. */
export function filterCondition(ctx: Ctx, filter: Omit<Filter, 'cursor' | 'limit' | 'sort'>): SQL | undefined {
  const { search, status, category, visibility, moderation, assignedTo, personId, urgent, testimony, from, to } = filter
  const like = search && containing(foldText(search))
  return and(
    isNull(prayerRequests.mergedInto),
    isNull(prayerRequests.erasedAt),
    status ? eq(prayerRequests.status, status) : ne(prayerRequests.status, 'archived'),
    moderation ? eq(prayerRequests.moderation, moderation) : ne(prayerRequests.moderation, 'rejected'),
    category ? eq(prayerRequests.category, category) : undefined,
    visibility ? eq(prayerRequests.visibility, visibility) : undefined,
    assignedTo ? eq(prayerRequests.assignedTo, assignedTo === 'me' ? (userOf(ctx) ?? '') : assignedTo) : undefined,
    personId ? askedBy(ctx, eq(prayerRequesters.personId, personId)) : undefined,
    urgent === undefined ? undefined : eq(prayerRequests.isUrgent, urgent),
    testimony === undefined ? undefined : sql`(${prayerRequests.testimonyBody} <> '') = ${testimony}`,
    from ? gte(prayerRequests.createdAt, dayStart(ctx, from)) : undefined,
    to ? lt(prayerRequests.createdAt, dayStart(ctx, to, 1)) : undefined,
    like ? or(ilike(prayerRequests.search, like), askedBy(ctx, ilike(prayerRequesters.search, like))) : undefined,
  )
}

export const sortColumns = (sort: Filter['sort']): SQL[] => {
  const urgent = desc(prayerRequests.isUrgent)
  if (sort === 'createdAt') return [asc(prayerRequests.id)]
  if (sort === 'prayerCount') return [sql`coalesce(${prayerCounts.total}, 0)`, desc(prayerRequests.id)]
  return sort === '-prayerCount'
    ? [sql`${prayerCounts.total} desc nulls last`, desc(prayerRequests.id)]
    : [urgent, desc(prayerRequests.createdAt), desc(prayerRequests.id)]
}

export async function list(ctx: Ctx, { cursor, limit, sort, ...filter }: Filter) {
  const offset = pageStart(cursor, 10_000)
  const items = await selectRows(ctx)
    .where(filterCondition(ctx, filter))
    .orderBy(...sortColumns(sort))
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

/** Over what the reader may see. */
export async function readSummary(ctx: Ctx) {
  const count = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`
  const of = (status: string) => count(sql`${prayerRequests.status} = ${status}`)
  const [row] = await ctx.db
    .select({
      total: sql<number>`count(*)::int`,
      new: of('new'),
      praying: of('praying'),
      answered: of('answered'),
      pending: count(sql`${prayerRequests.moderation} = 'pending'`),
    })
    .from(prayerRequests)
    .where(filterCondition(ctx, {}))
  return row!
}

export async function readRow(ctx: Ctx, id: string): Promise<PrayerRow> {
  const [row] = await selectRows(ctx).where(and(eq(prayerRequests.id, id), isNull(prayerRequests.erasedAt)))
  return found(row, 'Prayer request')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<PrayerRequest> {
  const row = await readRow(ctx, id)
  const [more] = await ctx.db.select().from(prayerRequests).where(eq(prayerRequests.id, id))
  const { testimonyBody, testimonyShared, notifyPrayed, taskId } = more!
  const works = ctx.rights.includes('prayer-staff')
  const [who] = works
    ? await ctx.db
        .select()
        .from(prayerRequesters)
        .where(eq(prayerRequesters.requestId, id))
        .orderBy(asc(prayerRequesters.createdAt), asc(prayerRequesters.id))
        .limit(1)
    : []
  return {
    ...row,
    email: who?.email ?? null,
    phone: who?.phone ?? null,
    personId: who?.personId ?? null,
    testimony: testimonyBody,
    testimonyShared,
    notifyPrayed,
    taskId,
    consented: await readConsent(ctx, id),
    namesOthers: namesThirdPerson(row.request),
    doubles: works ? await doublesOf(ctx, row, who?.email ?? null, who?.phone ?? null) : [],
    history: await historyOf(ctx, id),
  }
}

/** The widest reading that its writer agreed to. */
export async function readConsent(ctx: Ctx, id: string): Promise<Visibility> {
  const given = await ctx.db
    .select({ visibility: prayerConsents.visibility })
    .from(prayerConsents)
    .where(eq(prayerConsents.requestId, id))
  return given.reduce<Visibility>((widest, one) => (isWider(one.visibility, widest) ? one.visibility : widest), 'staff')
}

async function doublesOf(ctx: Ctx, { id, request, createdAt }: PrayerRow, email: string | null, phone: string | null) {
  const near = days(30)
  const theirs = or(
    email ? eq(prayerRequesters.email, email) : undefined,
    phone ? eq(prayerRequesters.phone, phone) : undefined,
  )
  const sameWriter = theirs
    ? inArray(prayerRequests.id, ctx.db.select({ id: prayerRequesters.requestId }).from(prayerRequesters).where(theirs))
    : sql`false`
  const found = await ctx.db
    .select({ id: prayerRequests.id, request: prayerRequests.body, isTheirs: sql<boolean>`${sameWriter}` })
    .from(prayerRequests)
    .where(
      and(
        filterCondition(ctx, {}),
        ne(prayerRequests.id, id),
        gte(prayerRequests.createdAt, new Date(createdAt.getTime() - near)),
        lt(prayerRequests.createdAt, new Date(createdAt.getTime() + near)),
      ),
    )
    .orderBy(desc(prayerRequests.id))
    .limit(MOST_COMPARED)
  return found
    .filter(one => one.isTheirs || similarity(one.request, request) > 0.5)
    .slice(0, 5)
    .map(one => ({ id: one.id, request: one.request }))
}
const MOST_COMPARED = 300

const historyOf = (ctx: Ctx, id: string) =>
  ctx.db
    .select({
      from: prayerHistory.fromState,
      to: prayerHistory.toState,
      note: prayerHistory.noteBody,
      name: users.name,
      at: prayerHistory.createdAt,
    })
    .from(prayerHistory)
    .leftJoin(users, eq(users.id, prayerHistory.userId))
    .where(eq(prayerHistory.requestId, id))
    .orderBy(asc(prayerHistory.id))
    .limit(200)
