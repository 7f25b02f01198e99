import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { containing, escapeLike } from '#kernel/sql.ts'
import type { Filters, PersonFilter, Selection } from '../contract.ts'
import { foldName } from '../rules/names.ts'
import { type FacetName, facets as facetFields } from '../rules/standard-fields.ts'
import { segmentSql } from '../segments/service.ts'
import { groupMembers, groups, householdMembers, people, personTags, tags } from '../tables.ts'
import { announceTagged } from './news.ts'

/** Volunteers know names and groups; contact details only of people who are theirs. */
export const canSeeEveryone = (ctx: Ctx): boolean => ctx.actor.type !== 'member' || Boolean(reachOf(ctx, 'people.read'))
export const isAssignedTo = (ctx: Ctx, person: { assignedTo: string | null }): boolean =>
  canSeeEveryone(ctx) || person.assignedTo === userOf(ctx)

/** What a volunteer may ask for: a name or a group. A fragment of a number would answer what they may not see. */
const asked = (ctx: Ctx, filter: Ready): SQL | undefined =>
  canSeeEveryone(ctx)
    ? where(filter)
    : and(
        where({ ...(filter.group && { group: filter.group }) }),
        filter.search ? ilike(people.name, containing(filter.search)) : undefined,
      )

/** A row without what this member may not see. */
const shown = <T extends { email: string | null; phone: string | null; assignedTo: string | null }>(
  ctx: Ctx,
  row: T,
): T => (isAssignedTo(ctx, row) ? row : { ...row, email: null, phone: null, membershipStatus: null })

/** Each word must be found; digits are also looked for in numbers however they are written. */
function matches(search: string): SQL | undefined {
  const digits = search.replace(/\D/g, '')
  if (digits.length >= 4 && /^[\d\s()+./-]+$/.test(search))
    return ilike(people.search, `%${digits.replace(/^00?/, '')}%`)
  const words = foldName(search).split(/\s+/).filter(Boolean).slice(0, 6)
  return and(...words.map(word => ilike(people.search, containing(word))))
}

/** A filter whose segment was read: its conditions stand in a row of their own. */
type Ready = Filters & { inSegment?: SQL }
const ready = async (ctx: Ctx, filter: Filters): Promise<Ready> =>
  filter.segment ? { ...filter, inSegment: await segmentSql(ctx, filter.segment) } : filter
/** The same for what a bulk action means. */
const meant = async (ctx: Ctx, selection: Selection): Promise<Selection> =>
  'ids' in selection ? selection : { filter: await ready(ctx, selection.filter) }

/** For 30 days; who was merged into someone else is not there to be brought back. */
const inTrash = () =>
  and(
    gt(people.deletedAt, new Date(clock.ms() - days(30))),
    sql`not exists (select from person_aliases a where a.client_id = ${people.clientId} and a.id = ${people.id})`,
  )

/** What the list, the counts, bulk actions and the export all mean by a filter. */
function where(filter: Ready): SQL | undefined {
  const {
    search,
    tag,
    group,
    household,
    membershipStatus,
    assignedTo,
    source,
    importId,
    hasEmail,
    hasPhone,
    deleted,
    days: within,
    inSegment,
  } = filter
  const has = (column: typeof people.email, wanted?: boolean) =>
    wanted === undefined ? undefined : wanted ? isNotNull(column) : isNull(column)
  return and(
    deleted ? inTrash() : isNull(people.deletedAt),
    search ? matches(search) : undefined,
    ...(tag ?? []).map(
      id =>
        sql`exists (select from ${personTags} where ${personTags.personId} = ${people.id} and ${personTags.tagId} = ${id})`,
    ),
    group
      ? sql`exists (select from ${groupMembers} where ${groupMembers.personId} = ${people.id} and ${groupMembers.groupId} = ${group})`
      : undefined,
    household
      ? sql`exists (select from ${householdMembers} where ${householdMembers.personId} = ${people.id} and ${householdMembers.householdId} = ${household})`
      : undefined,
    membershipStatus ? eq(people.membershipStatus, membershipStatus) : undefined,
    assignedTo === 'nobody' ? isNull(people.assignedTo) : assignedTo ? eq(people.assignedTo, assignedTo) : undefined,
    source ? eq(people.source, source) : undefined,
    importId ? eq(people.importId, importId) : undefined,
    has(people.email, hasEmail),
    has(people.phone, hasPhone),
    inSegment,
    within ? gt(people.createdAt, new Date(clock.ms() - days(within))) : undefined,
  )
}

const rowColumns = {
  id: people.id,
  name: people.name,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  phone: people.phone,
  membershipStatus: people.membershipStatus,
  assignedTo: people.assignedTo,
  deceased: people.deceased,
  doNotContact: people.doNotContact,
  createdAt: people.createdAt,
}

/** Tags of several people in one query. */
export async function tagsOf(ctx: Ctx, ids: string[]): Promise<Map<string, { id: string; name: string }[]>> {
  const all = new Map<string, { id: string; name: string }[]>(ids.map(id => [id, []]))
  if (ids.length === 0) return all
  const rows = await ctx.db
    .select({ personId: personTags.personId, id: tags.id, name: tags.name })
    .from(personTags)
    .innerJoin(tags, eq(tags.id, personTags.tagId))
    .where(inArray(personTags.personId, ids))
    .orderBy(sql`lower(${tags.name})`)
  for (const { personId, ...tag } of rows) all.get(personId)?.push(tag)
  return all
}

export const byLastName = sql`lower(${people.lastName})`
export const byFirstName = sql`lower(${people.firstName})`

/** By name: last, first, id; the cursor is those three, so that a page costs the same wherever it is. */
export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: PersonFilter) {
  const [id = '', lastName = '', firstName = ''] = cursor ? readCursor(cursor) : []
  const after =
    !cursor || !id
      ? undefined
      : sort === '-createdAt'
        ? lt(people.id, id)
        : sort === 'createdAt'
          ? gt(people.id, id)
          : sort === '-name'
            ? sql`(${byLastName}, ${byFirstName}, ${people.id}) < (${lastName}, ${firstName}, ${id}::uuid)`
            : sql`(${byLastName}, ${byFirstName}, ${people.id}) > (${lastName}, ${firstName}, ${id}::uuid)`
  const orders = {
    name: [byLastName, byFirstName, asc(people.id)],
    '-name': [sql`${byLastName} desc`, sql`${byFirstName} desc`, desc(people.id)],
    '-createdAt': [desc(people.id)],
    createdAt: [asc(people.id)],
  }
  const rows = await ctx.db
    .select({ ...rowColumns, key: sql<string>`${byLastName}`, key2: sql<string>`${byFirstName}` })
    .from(people)
    .where(and(asked(ctx, await ready(ctx, filter)), after))
    .orderBy(...orders[sort])
    .limit(limit)
  const tagged = await tagsOf(
    ctx,
    rows.map(row => row.id),
  )
  const end = rows.length === limit ? rows.at(-1)! : null
  return {
    items: rows.map(({ key, key2, ...row }) =>
      shown(ctx, { ...row, tags: canSeeEveryone(ctx) ? tagged.get(row.id)! : [] }),
    ),
    nextCursor: end && Buffer.from(JSON.stringify([end.id, end.key, end.key2])).toString('base64url'),
  }
}

function readCursor(cursor: string): string[] {
  try {
    const [id, ...names] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
    return /^[0-9a-f-]{36}$/.test(id ?? '') ? [id!, ...names.map(String)] : []
  } catch {
    return []
  }
}

export async function count(ctx: Ctx, filter: Filters) {
  const test = asked(ctx, await ready(ctx, filter))
  const [row] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(people).where(test)
  return { count: row!.count }
}

/** For the palette and for pickers: the best matches by name first. */
export async function search(ctx: Ctx, { q, limit }: { q: string; limit: number }) {
  const items = await ctx.db
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      phone: people.phone,
      assignedTo: people.assignedTo,
    })
    .from(people)
    .where(asked(ctx, { search: q }))
    .orderBy(sql`${people.search} not like ${`${escapeLike(foldName(q))}%`}`, byLastName, byFirstName)
    .limit(limit)
  return { items: items.map(({ assignedTo, ...row }) => shownInPicker(ctx, assignedTo, row)) }
}

const shownInPicker = (
  ctx: Ctx,
  assignedTo: string | null,
  row: { id: string; name: string; email: string | null; phone: string | null },
) => (isAssignedTo(ctx, { assignedTo }) ? row : { ...row, email: null, phone: null })

export async function facets(ctx: Ctx) {
  const values = async (column: typeof people.source) => {
    const rows = await ctx.db
      .select({ value: column })
      .from(people)
      .where(and(isNull(people.deletedAt), isNotNull(column)))
      .groupBy(column)
      .orderBy(sql`count(*) desc`, column)
      .limit(50)
    return rows.map(row => row.value!)
  }
  const found: Partial<Record<FacetName, string[]>> = {}
  for (const { field, facet } of facetFields) found[facet] = await values(people[field] as typeof people.source)
  return found as Record<FacetName, string[]>
}

const chosen = (ctx: Ctx, selection: Selection, only?: SQL) =>
  ctx.db
    .select({ id: people.id })
    .from(people)
    .where(
      'ids' in selection
        ? and(inArray(people.id, selection.ids), isNull(people.deletedAt), only)
        : and(where(selection.filter), only),
    )

/** The chosen people as a select of their ids, for a statement that does something with them. */
export const selected = async (ctx: Ctx, selection: Selection): Promise<SQL> =>
  sql`${chosen(ctx, await meant(ctx, selection))}`
/** What a filter finds, as a condition. */
export const foundBy = async (ctx: Ctx, filter: Filters) => where(await ready(ctx, filter))

/** The chosen people's ids in the order of the list, `most` at most; for a volunteer, only people who are theirs. */
export async function idsOf(ctx: Ctx, selection: Selection, most: number): Promise<string[]> {
  const rows = await chosen(
    ctx,
    await meant(ctx, selection),
    canSeeEveryone(ctx) ? undefined : eq(people.assignedTo, userOf(ctx)!),
  )
    .orderBy(byLastName, byFirstName, people.id)
    .limit(most)
  return rows.map(row => row.id)
}

/** Puts a tag on all chosen people, or takes it off. */
export async function tag(
  ctx: Ctx,
  { selection, tagId, remove }: { selection: Selection; tagId: string; remove: boolean },
) {
  const which = await meant(ctx, selection)
  const changed = remove
    ? await ctx.db
        .delete(personTags)
        .where(and(eq(personTags.tagId, tagId), inArray(personTags.personId, chosen(ctx, which))))
        .returning({ personId: personTags.personId, tagId: personTags.tagId })
    : (
        await ctx.db.execute<{ personId: string; tagId: string }>(sql`
          insert into ${personTags} (person_id, tag_id)
          select p.id, t.id from (${chosen(ctx, which)}) p, ${tags} t where t.id = ${tagId}
          on conflict do nothing returning person_id as "personId", tag_id as "tagId"`)
      ).rows
  await announceTagged(ctx, changed, !remove)
  announce(ctx, 'people')
  return { changed: changed.length }
}

/** Adds all chosen people to a group, or takes them out. */
export async function group(
  ctx: Ctx,
  { selection, groupId, remove }: { selection: Selection; groupId: string; remove: boolean },
) {
  const which = await meant(ctx, selection)
  const changed = remove
    ? await ctx.db
        .delete(groupMembers)
        .where(and(eq(groupMembers.groupId, groupId), inArray(groupMembers.personId, chosen(ctx, which))))
        .returning({ id: groupMembers.id })
    : (
        await ctx.db.execute<{ id: string }>(sql`
          insert into ${groupMembers} (person_id, group_id)
          select p.id, g.id from (${chosen(ctx, which)}) p, ${groups} g where g.id = ${groupId}
          on conflict do nothing returning id`)
      ).rows
  announce(ctx, 'people')
  return { changed: changed.length }
}

export async function assign(ctx: Ctx, { selection, assignedTo }: { selection: Selection; assignedTo: string | null }) {
  await requireMember(ctx, assignedTo, 'assignedTo')
  const which = await meant(ctx, selection)
  const changed = await ctx.db
    .update(people)
    .set({ assignedTo })
    .where(and(inArray(people.id, chosen(ctx, which)), sql`${people.assignedTo} is distinct from ${assignedTo}`))
    .returning({ id: people.id })
  announce(ctx, 'people')
  return { changed: changed.length }
}

/** Into the trash, for 30 days. What stops people being written to is by address, and stays. */
export async function trash(ctx: Ctx, { selection }: { selection: Selection }) {
  const which = await meant(ctx, selection)
  const changed = await ctx.db
    .update(people)
    .set({ deletedAt: clock.now() })
    .where(inArray(people.id, chosen(ctx, which)))
    .returning({ id: people.id })
  announce(ctx, 'people')
  announce(ctx, 'leads')
  return { changed: changed.length }
}

/** Who was deleted and then imported again is there twice otherwise. */
function takenSince(error: unknown): never {
  if (sqlState(error) !== '23505') throw error
  throw new Failure('CONFLICT', 'One of these people was imported again and is already in the list.')
}

export async function restore(ctx: Ctx, { selection }: { selection: Selection }) {
  const which =
    'ids' in selection
      ? and(inArray(people.id, selection.ids), where({ deleted: true }))
      : where({ ...(await ready(ctx, selection.filter)), deleted: true })
  const changed = await ctx.db
    .update(people)
    .set({ deletedAt: null })
    .where(which)
    .returning({ id: people.id })
    .catch(takenSince)
  announce(ctx, 'people')
  announce(ctx, 'leads')
  return { changed: changed.length }
}
