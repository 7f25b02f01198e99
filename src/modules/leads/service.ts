import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { requireMember } from '#clients/service.ts'
import { makeRoom } from '#entitlements/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { reach } from '#kernel/permissions.ts'
import { ownRows } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { foldName } from '#people/rules/names.ts'
import { isAssignedTo } from '#people/service/list.ts'
import { addPerson, personById, roomForPerson } from '#people/service.ts'
import { householdMembers, households, people, personTags, tasks } from '#people/tables.ts'
import { firstFollowUp, nextOwner } from './assignment/service.ts'
import type { Lead, LeadChange, LeadFilter, NewLead, Touch } from './contract.ts'
import { leadAssigned, leadCreated, leadTouched } from './events.ts'
import { rankOnTop } from './service/ranks.ts'
import { leads, stageHistory } from './tables.ts'

export const columns = {
  id: leads.id,
  personId: leads.personId,
  name: people.name,
  email: people.email,
  phone: people.phone,
  status: leads.status,
  outcome: leads.outcome,
  reason: leads.reason,
  source: leads.source,
  assignedTo: leads.assignedTo,
  value: leads.value,
  notes: leads.notes,
  rank: leads.rank,
  stageEnteredAt: leads.stageEnteredAt,
  followUpAt: leads.followUpAt,
  lastTouchAt: leads.lastTouchAt,
  closedAt: leads.closedAt,
  createdAt: leads.createdAt,
  updatedAt: leads.updatedAt,
  version: leads.version,
}
/** What a card of the board shows besides; a table of hundreds does without. */
const cardColumns = (ctx: Ctx) => ({
  ...columns,
  household: sql<string | null>`(select h.name from ${householdMembers} m
    join ${households} h on h.client_id = m.client_id and h.id = m.household_id
    where m.client_id = ${leads}.client_id and m.person_id = ${leads}.person_id
    order by m.is_primary desc, m.id limit 1)`,
  // A member who sees only their own tasks would read the titles of others' here.
  nextStep: sql<string | null>`${
    ctx.actor.type === 'member' && reach(ctx.actor.role, 'tasks.read') === 'all'
      ? sql`(select t.title from ${tasks} t where t.client_id = ${leads}.client_id and t.person_id = ${leads}.person_id
          and t.done_at is null and t.deleted_at is null order by t.due_at nulls last, t.id limit 1)`
      : sql`null::text`
  }`,
})
type Row = Omit<Lead, 'overdue'>

export const toLead = (row: Row): Lead => ({ ...row, overdue: isOverdue(row) })
const isOverdue = ({ followUpAt, status }: Pick<Row, 'followUpAt' | 'status'>) =>
  status !== 'closed' && followUpAt !== null && followUpAt < clock.now()

/** A card goes to the trash with its person, and comes back with them. */
const visible = (ctx: Ctx) =>
  and(isNull(leads.deletedAt), isNull(people.deletedAt), ownRows(ctx, 'leads.read', leads.assignedTo, leads.createdBy))
const writable = (ctx: Ctx) =>
  and(isNull(leads.deletedAt), ownRows(ctx, 'leads.write', leads.assignedTo, leads.createdBy))

export type Filters = Pick<
  LeadFilter,
  'ids' | 'personId' | 'search' | 'status' | 'source' | 'assignedTo' | 'outcome' | 'tag' | 'overdue' | 'days'
>

/** What the board, the table, the counts and the export all mean by a filter. */
export function where(ctx: Ctx, filter: Filters): SQL | undefined {
  const { ids, personId, search, status, source, assignedTo, outcome, tag, overdue, days: within } = filter
  const digits = search?.replace(/\D/g, '') ?? ''
  const needle = search && foldName(search)
  return and(
    visible(ctx),
    ids?.length ? inArray(leads.id, ids) : undefined,
    personId ? eq(leads.personId, personId) : undefined,
    status?.length ? inArray(leads.status, status) : undefined,
    source === 'Unknown' ? isNull(leads.source) : source ? eq(leads.source, source) : undefined,
    assignedTo === 'nobody' ? isNull(leads.assignedTo) : assignedTo ? eq(leads.assignedTo, assignedTo) : undefined,
    outcome === 'any' ? isNotNull(leads.outcome) : outcome ? eq(leads.outcome, outcome) : undefined,
    overdue ? and(ne(leads.status, 'closed'), lt(leads.followUpAt, clock.now())) : undefined,
    within ? gt(sql`coalesce(${leads.closedAt}, ${leads.createdAt})`, new Date(clock.ms() - days(within))) : undefined,
    tag
      ? sql`exists (select from ${personTags} where ${personTags.personId} = ${leads.personId} and ${personTags.tagId} = ${tag})`
      : undefined,
    needle
      ? or(
          ilike(people.search, containing(needle)),
          digits.length > 3 ? ilike(people.search, `%${digits}%`) : undefined,
        )
      : undefined,
  )
}

export const selectLeads = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(leads)
    .innerJoin(people, and(eq(people.clientId, leads.clientId), eq(people.id, leads.personId)))
    .$dynamic()

export const selectCards = (ctx: Ctx) =>
  ctx.db
    .select(cardColumns(ctx))
    .from(leads)
    .innerJoin(people, and(eq(people.clientId, leads.clientId), eq(people.id, leads.personId)))
    .$dynamic()

const sortKeys = {
  name: sql`lower(${people.name})`,
  updatedAt: sql`${leads.updatedAt}`,
  followUpAt: sql`${leads.followUpAt}`,
  source: sql`lower(${leads.source})`,
}

/** By creation a page starts after an id; the other orders page by offset, since their keys repeat. */
export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: LeadFilter) {
  const down = sort.startsWith('-')
  const key = (down ? sort.slice(1) : sort) as keyof typeof sortKeys | 'createdAt'
  if (key === 'createdAt') {
    const after = cursor ? (down ? lt(leads.id, uuidOr(cursor)) : gt(leads.id, uuidOr(cursor))) : undefined
    const rows = await selectLeads(ctx)
      .where(and(where(ctx, filter), after))
      .orderBy(down ? desc(leads.id) : asc(leads.id))
      .limit(limit)
    return { items: rows.map(toLead), nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
  }
  const offset = pageStart(cursor, 100_000)
  const order = down ? sql`${sortKeys[key]} desc nulls last` : sql`${sortKeys[key]} nulls last`
  const rows = await selectLeads(ctx).where(where(ctx, filter)).orderBy(order, leads.id).limit(limit).offset(offset)
  return { items: rows.map(toLead), nextCursor: rows.length === limit ? String(offset + limit) : null }
}

const NIL = '00000000-0000-0000-0000-000000000000'
const uuidOr = (text: string) => (/^[0-9a-f-]{36}$/i.test(text) ? text : NIL)

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Lead> {
  const [row] = await selectCards(ctx).where(and(visible(ctx), eq(leads.id, id)))
  return toLead(found(row, 'Lead'))
}

/** A person who is new or known, and their card on top of its column. */
export async function create(ctx: Ctx, input: NewLead): Promise<Lead> {
  const { firstName, lastName, email, phone, source } = input
  const points = [
    email && { kind: 'email' as const, value: email },
    phone && { kind: 'phone' as const, value: phone },
  ].filter(p => !!p)
  await makeRoom(ctx, 'leads', 1)
  if (!input.personId) await roomForPerson(ctx, points)
  const person = input.personId
    ? await theirPerson(ctx, input.personId)
    : await addPerson(ctx, { firstName, lastName, points, source })
  const [lead] = await addLeads(ctx, [{ ...input, personId: person.id }])
  return get(ctx, { id: lead!.id })
}

/** A card shows its person's address and number: a volunteer makes one only for people who are theirs. */
async function theirPerson(ctx: Ctx, id: string) {
  const person = await personById(ctx, id)
  if (!isAssignedTo(ctx, person)) throw new Failure('FORBIDDEN', 'You can only add people who are assigned to you.')
  return person
}

type NewRow = Pick<NewLead, 'status' | 'source' | 'assignedTo' | 'value' | 'notes'> & { personId: string }

/** Puts people on the board, each on top of its column. Where no owner is given (undefined) it goes to the next in turn. */
export async function addLeads(ctx: Ctx, rows: NewRow[]) {
  const due = await firstFollowUp(ctx)
  const at = clock.now()
  const made: { id: string }[] = []
  for (const { personId, status, source, assignedTo: owner, value, notes } of rows) {
    await requireMember(ctx, owner, 'assignedTo')
    const assignedTo = owner === undefined ? await nextOwner(ctx) : owner
    const followUpAt = status === 'new' ? due : null
    const [lead] = await ctx.db
      .insert(leads)
      .values({
        personId,
        status,
        source: source || null,
        assignedTo,
        value,
        notes,
        rank: await rankOnTop(ctx, status),
        stageEnteredAt: at,
        followUpAt,
        createdBy: userOf(ctx),
      })
      .returning({ id: leads.id })
    await ctx.db.insert(stageHistory).values({ leadId: lead!.id, to: status, userId: userOf(ctx) })
    await emit(ctx, leadCreated, { leadId: lead!.id, personId, userId: userOf(ctx), at })
    if (assignedTo) await tellOwner(ctx, lead!.id, personId, assignedTo)
    announce(ctx, 'leads', lead!.id)
    made.push(lead!)
  }
  return made
}

const tellOwner = (ctx: Ctx, leadId: string, personId: string, assignedTo: string) =>
  emit(ctx, leadAssigned, { leadId, personId, userId: userOf(ctx), at: clock.now(), assignedTo })

/** Two who edit at once: the second is told, nothing is overwritten. */
export async function update(ctx: Ctx, { id, version, ...changes }: LeadChange): Promise<Lead> {
  const before = await get(ctx, { id })
  if (changes.assignedTo !== before.assignedTo) await requireMember(ctx, changes.assignedTo, 'assignedTo')
  const [row] = await ctx.db
    .update(leads)
    .set(changes.source === '' ? { ...changes, source: null } : changes)
    .where(and(writable(ctx), eq(leads.id, id), eq(leads.version, version)))
    .returning({ id: leads.id })
  if (!row) throw new Failure('CONFLICT')
  if (changes.assignedTo && changes.assignedTo !== before.assignedTo)
    await tellOwner(ctx, id, before.personId, changes.assignedTo)
  announce(ctx, 'leads', id)
  return get(ctx, { id })
}

/** Someone got in touch: the follow-up is done. */
export async function touch(ctx: Ctx, { id, kind, outcome, note }: Touch): Promise<Lead> {
  const lead = await get(ctx, { id })
  const at = clock.now()
  const reached = kind === 'email' || outcome === undefined || outcome === 'reached' || outcome === 'voicemail'
  const day = DateTime.fromJSDate(at, { zone: ctx.client.timeZone }).toISODate()
  const line = note ? `${day}: ${note}` : ''
  if (line && lead.notes.length + line.length >= 50_000)
    throw new Failure('BAD_REQUEST', 'The notes of this lead are full. Please shorten them first.')
  const [row] = await ctx.db
    .update(leads)
    .set({
      lastTouchAt: at,
      ...(reached && { followUpAt: null }),
      // Added by the database: of two who write at once, neither loses a line.
      ...(line && { notes: sql`concat_ws(E'\\n', nullif(${leads.notes}, ''), ${line}::text)` }),
    })
    .where(and(writable(ctx), eq(leads.id, id)))
    .returning({ id: leads.id })
  found(row, 'Lead')
  await emit(ctx, leadTouched, {
    leadId: id,
    personId: lead.personId,
    userId: userOf(ctx),
    at,
    touchId: randomUUID(),
    kind,
    outcome: outcome ?? null,
  })
  announce(ctx, 'leads', id)
  return get(ctx, { id })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(leads)
    .set({ deletedAt: clock.now() })
    .where(and(writable(ctx), eq(leads.id, id)))
    .returning({ id: leads.id })
  found(row, 'Lead')
  announce(ctx, 'leads', id)
  return {}
}

/** Undo, for 30 days. */
export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Lead> {
  await makeRoom(ctx, 'leads', 1)
  const [row] = await ctx.db
    .update(leads)
    .set({ deletedAt: null })
    .where(
      and(
        eq(leads.id, id),
        isNotNull(leads.deletedAt),
        gt(leads.deletedAt, new Date(clock.ms() - days(30))),
        ownRows(ctx, 'leads.write', leads.assignedTo, leads.createdBy),
      ),
    )
    .returning({ id: leads.id })
  found(row, 'Lead')
  announce(ctx, 'leads', id)
  return get(ctx, { id })
}
