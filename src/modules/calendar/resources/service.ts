import { and, asc, eq, ilike, inArray, isNull, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { mustKeepCalendar } from '../service.ts'
import { resources } from '../tables.ts'
import type { CalendarResource, NewResource, ResourceChange, ResourceFilter } from './contract.ts'

export const resourceColumns = {
  id: resources.id,
  kind: resources.kind,
  name: resources.name,
  userId: resources.userId,
  weekly: resources.weekly,
  overrides: resources.overrides,
  travel: resources.travel,
  capacity: resources.capacity,
  isVisible: resources.isVisible,
  isShared: resources.isShared,
  setupMinutes: resources.setupMinutes,
  teardownMinutes: resources.teardownMinutes,
  place: resources.place,
  isActive: resources.isActive,
  version: resources.version,
}

/** Members who may keep appointments are hosts without anyone having to add them. */
export async function ensureHosts(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    insert into calendar_resources (kind, name, user_id)
    select 'host', u.name, m.user_id from members m join users u on u.id = m.user_id
    where m.removed_at is null and m.role in ('owner', 'admin', 'staff', 'pastor')
      and not exists (select from calendar_resources r where r.user_id = m.user_id)
    on conflict do nothing`)
}

export async function list(ctx: Ctx, { kind, isActive, search, cursor, limit }: ResourceFilter) {
  await ensureHosts(ctx)
  const offset = pageStart(cursor, 100_000)
  const items = await ctx.db
    .select(resourceColumns)
    .from(resources)
    .where(
      and(
        isNull(resources.deletedAt),
        kind?.length ? inArray(resources.kind, kind) : undefined,
        isActive === undefined ? undefined : eq(resources.isActive, isActive),
        search ? ilike(resources.name, containing(search)) : undefined,
      ),
    )
    .orderBy(asc(resources.kind), asc(resources.name), asc(resources.id))
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<CalendarResource> {
  const [row] = await ctx.db
    .select(resourceColumns)
    .from(resources)
    .where(and(eq(resources.id, id), isNull(resources.deletedAt)))
  return found(row, 'Resource')
}

export async function create(ctx: Ctx, input: NewResource): Promise<CalendarResource> {
  mustKeepCalendar(ctx)
  if (input.kind === 'host') {
    if (!input.userId) throw invalid('userId', 'Please choose the member who meets people')
    await requireMember(ctx, input.userId, 'userId')
  }
  const { userId, ...rest } = input
  const [row] = await ctx.db
    .insert(resources)
    .values({ ...rest, userId: input.kind === 'host' ? userId : null })
    .onConflictDoNothing()
    .returning({ id: resources.id })
  if (!row) throw invalid('userId', 'This member is a host already')
  announce(ctx, 'calendar')
  return get(ctx, row)
}

export async function update(ctx: Ctx, { id, version, ...changes }: ResourceChange): Promise<CalendarResource> {
  mustKeepCalendar(ctx)
  await get(ctx, { id })
  const [row] = await ctx.db
    .update(resources)
    .set(changes)
    .where(and(eq(resources.id, id), eq(resources.version, version)))
    .returning({ id: resources.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'calendar')
  return get(ctx, { id })
}

/** What it is promised to stays; it can't be chosen any more. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  mustKeepCalendar(ctx)
  const { kind } = await get(ctx, { id })
  if (kind === 'host')
    throw new Failure('BAD_REQUEST', 'A host stays as long as they are a member. Turn them off instead.')
  await ctx.db.update(resources).set({ deletedAt: clock.now(), isActive: false }).where(eq(resources.id, id))
  announce(ctx, 'calendar')
  return {}
}
