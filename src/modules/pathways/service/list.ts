import { and, asc, count, desc, gt, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { containing } from '#kernel/sql.ts'
import type { PathwayFilter, PathwayRow } from '../contract.ts'
import { KEPT_DAYS, pathwayStateNames } from '../rules/states.ts'
import { pathways } from '../tables.ts'

const MOST_ROWS = 10_000
type Filters = Omit<PathwayFilter, 'cursor' | 'limit'>

// Written out: in a select from one table Drizzle leaves the table's name off its columns.
const stepsSql = sql<number>`(select count(*)::int from pathway_steps s where s.client_id = pathways.client_id
  and s.pathway_id = pathways.id and s.removed_at is null)`
const onIt = sql`from pathway_people w join people p on p.client_id = w.client_id and p.id = w.person_id and p.deleted_at is null
  where w.client_id = pathways.client_id and w.pathway_id = pathways.id and w.ended_at is null`
const peopleSql = sql<number>`(select count(*)::int ${onIt})`
const completedSql = sql<number>`(select count(*)::int ${onIt} and w.completed_at is not null)`
const waitingSql = sql<number>`(select count(*)::int from pathway_signoffs f
  join pathway_steps s on s.client_id = f.client_id and s.id = f.step_id and s.removed_at is null
  join pathway_people w on w.client_id = f.client_id and w.pathway_id = s.pathway_id and w.person_id = f.person_id
    and w.ended_at is null
  join people p on p.client_id = w.client_id and p.id = w.person_id and p.deleted_at is null
  where f.client_id = pathways.client_id and s.pathway_id = pathways.id and f.state = 'requested')`

export const selectPathways = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({
      pathway: pathways,
      steps: stepsSql,
      people: peopleSql.as('on_it'),
      completed: completedSql,
      waiting: waitingSql,
    })
    .from(pathways)
    .where(where)

type Selected = Awaited<ReturnType<typeof selectPathways>>[number]
export const toRow = ({ pathway, ...counted }: Selected): PathwayRow => ({ ...pathway, ...counted })

const matching = ({ search, state, deleted }: Filters): SQL | undefined =>
  and(
    deleted ? gt(pathways.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(pathways.deletedAt),
    state?.length ? inArray(pathways.state, state) : undefined,
    search ? or(ilike(pathways.name, containing(search)), ilike(pathways.description, containing(search))) : undefined,
  )

const orders: Record<PathwayFilter['sort'], SQL> = {
  newest: desc(pathways.id),
  name: asc(sql`lower(${pathways.name})`),
  '-name': desc(sql`lower(${pathways.name})`),
  people: sql`on_it`,
  '-people': sql`on_it desc`,
}

const ordered = (ctx: Ctx, filters: Filters) =>
  selectPathways(ctx, matching(filters)).orderBy(orders[filters.sort], desc(pathways.id))

export async function list(ctx: Ctx, { cursor, limit, ...filters }: PathwayFilter) {
  const offset = pageStart(cursor, MOST_ROWS)
  const rows = await ordered(ctx, filters).limit(limit).offset(offset)
  const [all] = await ctx.db.select({ total: count() }).from(pathways).where(matching(filters))
  return {
    items: rows.map(toRow),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: all!.total,
  }
}

const header = ['Name', 'Status', 'Steps', 'People', 'Completed', 'Waiting for sign-off', 'Created']

export async function exportPathways(ctx: Ctx, filters: Filters) {
  const rows = (await ordered(ctx, filters).limit(MOST_ROWS)).map(toRow)
  const cells = rows.map(({ name, state, steps, people, completed, waiting, createdAt }) => [
    name,
    pathwayStateNames[state],
    steps,
    people,
    completed,
    waiting,
    createdAt,
  ])
  return { csv: csvFile(header, cells) }
}

const before = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))

/** Clients that have deleted pathways to purge. */
export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${pathways} where ${lt(pathways.deletedAt, before(now))}`

/** Deletes for good what was deleted longer ago than it is kept. */
export async function purgeOld(ctx: Ctx): Promise<void> {
  await ctx.db.delete(pathways).where(lt(pathways.deletedAt, before(clock.now())))
}

/** Pathways that have this course as a step, for the question before it is closed or deleted. */
export async function usesOfCourse(ctx: Ctx, kind: string, id: string) {
  if (kind !== 'course') return []
  const rows = await ctx.db
    .select({ id: pathways.id, name: pathways.name })
    .from(pathways)
    .where(
      and(
        isNull(pathways.deletedAt),
        sql`exists (select from pathway_steps s where s.client_id = pathways.client_id and s.pathway_id = pathways.id
          and s.removed_at is null and s.course_id = ${id})`,
      ),
    )
    .orderBy(asc(sql`lower(${pathways.name})`))
    .limit(50)
  return rows.map(({ id, name }) => ({ label: `Pathway “${name}”`, href: `/membership/pathways/${id}` }))
}
