import { and, desc, eq, gt, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announceTo } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { exportsFor, startExport } from '../exports/service.ts'
import { accessOf, MOST_COUNTED } from '../rules.ts'
import { announceSuspension } from '../service/suspension.ts'
import { activeMember, clients, members, supportEntries } from '../tables.ts'
import type { ClientFilter } from './contract.ts'
import { accountFigure } from './service/figures.ts'

const MOST_EXPORTED = 5_000

// Written out: in a column of a query over one table Drizzle leaves the table's name away, and these need it.
const counted = (from: string, since?: Date) =>
  sql<number>`(select count(*)::int from (select 1 from ${sql.raw(from)}${since ? sql` and created_at > ${since}` : sql``} limit ${MOST_COUNTED}) few)`
const owner = (column: 'name' | 'email') => sql<string | null>`(select u.${sql.raw(column)} from members m
  join users u on u.id = m.user_id where m.client_id = clients.id and m.role = 'owner' and m.removed_at is null
  order by m.id limit 1)`

const columns = () => ({
  id: clients.id,
  name: clients.name,
  slug: clients.slug,
  house: clients.house,
  access: clients.access,
  plan: accountFigure<string | null>('plan'),
  billingState: clients.billingState,
  billingUntil: clients.billingUntil,
  suspendedReason: clients.suspendedReason,
  ownerName: owner('name'),
  ownerEmail: owner('email'),
  createdAt: clients.createdAt,
  members: counted('members where client_id = clients.id and removed_at is null'),
  people: accountFigure<number>('people'),
  leads: accountFigure<number>('leads'),
  messages: counted('messages where client_id = clients.id', new Date(clock.ms() - days(30))),
})

const select = (ctx: Ctx) => ctx.db.select(columns()).from(clients)

const shown = ({ members, people, leads, messages, ...row }: Awaited<ReturnType<typeof select>>[number]) => ({
  ...row,
  usage: { members, people, leads, messages },
})

function matching({ q, access }: Pick<ClientFilter, 'q' | 'access'>): SQL | undefined {
  const wanted = containing((q ?? '').trim())
  const ofMember = sql`exists (select from ${members} join ${users} on ${users.id} = ${members.userId}
    where ${members.clientId} = ${clients.id} and ${users.email} ilike ${wanted})`
  return and(
    isNull(clients.closedAt),
    access && eq(clients.access, access),
    q?.trim() ? or(ilike(clients.name, wanted), ilike(clients.slug, wanted), ofMember) : undefined,
  )
}

/** Newest first. */
export async function list(ctx: Ctx, { cursor, limit, ...filter }: ClientFilter) {
  const rows = await select(ctx)
    .where(and(matching(filter), cursor ? lt(clients.id, cursor) : undefined))
    .orderBy(desc(clients.id))
    .limit(limit)
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(clients).where(matching(filter))
  return { items: rows.map(shown), nextCursor: rows.length === limit ? rows.at(-1)!.id : null, total: count!.total }
}

async function one(ctx: Ctx, id: string) {
  const [row] = await select(ctx).where(and(eq(clients.id, id), isNull(clients.closedAt)))
  return shown(found(row, 'Account'))
}

const live = (clientId: string, userId: string) =>
  and(
    eq(supportEntries.clientId, clientId),
    eq(supportEntries.userId, userId),
    isNull(supportEntries.endedAt),
    gt(supportEntries.expiresAt, sql`now()`),
  )

async function isMember(ctx: Ctx, clientId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.clientId, clientId), eq(members.userId, userOf(ctx)!), activeMember))
  return row !== undefined
}

export async function get(ctx: Ctx, { id }: { id: string }) {
  const account = await one(ctx, id)
  const [mine] = await ctx.db
    .select()
    .from(supportEntries)
    .where(live(id, userOf(ctx)!))
  const entries = await ctx.db
    .select({
      id: supportEntries.id,
      who: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      reason: supportEntries.reason,
      at: supportEntries.createdAt,
      endedAt: sql<Date>`least(${supportEntries.endedAt}, ${supportEntries.expiresAt})`.mapWith(
        supportEntries.expiresAt,
      ),
    })
    .from(supportEntries)
    .innerJoin(users, eq(users.id, supportEntries.userId))
    .where(and(eq(supportEntries.clientId, id), gt(supportEntries.createdAt, new Date(clock.ms() - days(30)))))
    .orderBy(desc(supportEntries.id))
    .limit(20)
  return {
    ...account,
    supportUntil: mine?.expiresAt ?? null,
    member: await isMember(ctx, id),
    entries,
    exports: await exportsFor(ctx, id, true),
  }
}

/** Two clicks are one entry: the account's row is locked while it is looked for. */
export async function enter(ctx: Ctx, { id, reason }: { id: string; reason: string }) {
  await lock(ctx, id)
  if (await isMember(ctx, id)) return { until: null }
  const userId = userOf(ctx)!
  const [known] = await ctx.db.select().from(supportEntries).where(live(id, userId))
  if (known) return { until: known.expiresAt }
  const until = new Date(clock.ms() + hours(1))
  await ctx.db.insert(supportEntries).values({ clientId: id, userId, reason, expiresAt: until })
  return { until }
}

export async function leave(ctx: Ctx, { id }: { id: string }) {
  await lock(ctx, id)
  await ctx.db
    .update(supportEntries)
    .set({ endedAt: clock.now() })
    .where(live(id, userOf(ctx)!))
  return {}
}

async function lock(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ house: clients.house, billingState: clients.billingState })
    .from(clients)
    .where(and(eq(clients.id, id), isNull(clients.closedAt)))
    .for('update')
  return found(row, 'Account')
}

/** Its members are told so on every page, and may do nothing but export. */
export async function suspend(ctx: Ctx, { id, reason }: { id: string; reason: string }) {
  if ((await lock(ctx, id)).house) throw new Failure('CONFLICT', 'Lampstand’s own account can’t be suspended.')
  await ctx.db.update(clients).set({ access: 'suspended', suspendedReason: reason }).where(eq(clients.id, id))
  await announceSuspension(ctx, id, 'suspended')
  await tell(ctx, id)
  return one(ctx, id)
}

/** Back to what billing allows. */
export async function unsuspend(ctx: Ctx, { id }: { id: string }) {
  const { billingState } = await lock(ctx, id)
  await ctx.db
    .update(clients)
    .set({ access: accessOf(billingState), suspendedReason: null })
    .where(and(eq(clients.id, id), eq(clients.access, 'suspended')))
  await tell(ctx, id)
  return one(ctx, id)
}

async function tell(ctx: Ctx, id: string): Promise<void> {
  await announceTo(ctx, id, 'church')
  await announceTo(ctx, id, 'members')
}

export async function archive(ctx: Ctx, { id }: { id: string }) {
  await lock(ctx, id)
  return startExport({ ...ctx, client: { ...ctx.client, id } }, true)
}

export async function admins(ctx: Ctx) {
  const items = await ctx.db
    .select({ id: users.id, name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})` })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(users.name)
  return { items }
}

/** In the order of the list; at most 5,000 rows. */
export async function exportCsv(ctx: Ctx, filter: Pick<ClientFilter, 'q' | 'access'>) {
  const rows = await select(ctx).where(matching(filter)).orderBy(desc(clients.id)).limit(MOST_EXPORTED)
  const header = [
    'Name',
    'Owner',
    'Email',
    'Access',
    'Plan',
    'Billing',
    'Members',
    'People',
    'Leads',
    'Messages in 30 days',
    'Since',
  ]
  const lines = rows.map(row => [
    row.name,
    row.ownerName,
    row.ownerEmail,
    row.access,
    row.plan,
    row.billingState,
    row.members,
    row.people,
    row.leads,
    row.messages,
    row.createdAt,
  ])
  return { csv: csvFile(header, lines) }
}
