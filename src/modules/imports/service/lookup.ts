import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { findSuppressed } from '#consent/service.ts'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { people } from '#people/tables.ts'
import type { Around } from '../rules/apply.ts'
import { type Book, book, crowd } from '../rules/book.ts'
import type { ParsedRow } from '../rules/parsing.ts'
import { rowKey } from '../rules/row-key.ts'
import { knownOf, noChange, type PersonFields, type PersonState, storedFields } from '../rules/state.ts'

/**
 * Everyone stored whom these rows could mean, with all that an import may change; `touched` are people whom a check has
 * seen changed without writing it.
 */
export async function lookUpRows(
  ctx: Ctx,
  importId: string,
  rows: readonly ParsedRow[],
  touched: ReadonlySet<string> = new Set(),
): Promise<Book> {
  const found = book()
  const keys = new Map(rows.map(row => [rowKey(row.person), row.fingerprint]))
  const imported = await importedBefore(ctx, [...keys.keys()])
  const ids = new Set([...imported.values(), ...(await candidates(ctx, rows))])
  if (ids.size === 0) return found
  const states = await statesOf(ctx, importId, [...ids], rows)
  const rowKeys = new Map<string, string[]>()
  for (const [key, id] of imported) rowKeys.set(id, [...(rowKeys.get(id) ?? []), key])
  for (const state of states) {
    state.touched ||= touched.has(state.id)
    const { importKey } = state.fields
    found.add(knownOf(state), [...(rowKeys.get(state.id) ?? []), ...(importKey ? [importKey] : [])])
  }
  return found
}

/** The same row, imported before; the latest import that knew it counts. */
async function importedBefore(ctx: Ctx, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await ctx.db.execute<{ key: string; id: string }>(sql`
    select distinct on (r.key) r.key, r.person_id as id from import_rows r
    join people p on p.client_id = r.client_id and p.id = r.person_id and p.deleted_at is null
    where r.key = any(${sql.param(keys)}::text[]) order by r.key, r.import_id desc, r.row`)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Of an address or number that a crowd shares, only those of the same name: a batch must not load half the church. */
async function candidates(ctx: Ctx, rows: readonly ParsedRow[]): Promise<string[]> {
  const contacts = rows.flatMap(({ person }) => {
    const name = { first: person.firstName ?? '', last: person.lastName ?? '' }
    const numbers = person.phones.filter(({ number }) => number !== null)
    return [
      ...person.emails.map(({ address }) => ({ kind: 'email', value: address, ...name })),
      ...numbers.map(({ number }) => ({ kind: 'phone', value: number, ...name })),
    ]
  })
  const numbers = rows.map(({ person }) => person.externalId).filter(id => id !== null)
  const fingerprints = rows.map(row => row.fingerprint).filter(key => key !== null)
  const found = await ctx.db.execute<{ id: string }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
        as w(kind text, value text, first text, last text)
    ), hits as materialized (
      select c.person_id, c.kind, c.value_norm, count(*) over (partition by c.kind, c.value_norm) > ${crowd} as crowded
      from (select distinct kind, value from wanted) w
      join contact_points c on c.kind = w.kind and c.value_norm = w.value
    )
    select person_id as id from hits where not crowded
    union select h.person_id from hits h
      join wanted w on w.kind = h.kind and w.value = h.value_norm
      join people p on p.id = h.person_id and lower(p.first_name) = lower(w.first) and lower(p.last_name) = lower(w.last)
      where h.crowded
    union select id from people where external_id = any(${sql.param(numbers)}::text[]) and deleted_at is null
    union select id from people where import_key = any(${sql.param(fingerprints)}::text[]) and deleted_at is null`)
  return found.rows.map(({ id }) => id)
}

/** For each field its name and its column of `people p`. */
const stored = storedFields.map(name => `'${name}', p.${people[name].name}`).join(', ')

type Stored = Pick<PersonState, 'id' | 'version' | 'touched' | 'points' | 'addresses' | 'households' | 'custom'> & {
  fields: PersonFields
  tags: string[]
  groups: string[]
  notes: string[]
}

async function statesOf(ctx: Ctx, importId: string, ids: string[], rows: readonly ParsedRow[]): Promise<PersonState[]> {
  const bodies = rows.map(({ person }) => person.notes).filter(body => body !== null)
  const found = await ctx.db.execute<Stored & Record<string, unknown>>(sql`
    select p.id, p.version,
      jsonb_build_object(${sql.raw(stored)}) as fields,
      coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'label', c.label, 'value', c.value,
        'valueNorm', c.value_norm) order by c.is_primary desc, c.id) from contact_points c where c.person_id = p.id), '[]') as points,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label, 'street', a.street, 'street2', a.street2,
        'city', a.city, 'region', a.region, 'postalCode', a.postal_code, 'country', a.country) order by a.id)
        from addresses a where a.person_id = p.id), '[]') as addresses,
      array(select lower(t.name) from person_tags x join tags t on t.id = x.tag_id where x.person_id = p.id) as tags,
      array(select lower(g.name) from group_members x join groups g on g.id = x.group_id where x.person_id = p.id) as groups,
      coalesce((select jsonb_agg(jsonb_build_object('externalId', h.external_id, 'name', h.name, 'role', m.role,
        'isPrimary', m.is_primary)) from household_members m join households h on h.id = m.household_id
        where m.person_id = p.id), '[]') as households,
      array(select n.body from notes n where n.person_id = p.id and n.body = any(${sql.param(bodies)}::text[])) as notes,
      coalesce((select jsonb_object_agg(v.field_id, coalesce(to_jsonb(v.body_text), to_jsonb(v.body_number),
        to_jsonb(v.body_day), to_jsonb(v.body_flag), to_jsonb(v.body_options))) from person_field_values v
        where v.person_id = p.id), '{}') as custom,
      exists (select from import_rows r where r.person_id = p.id and r.import_id = ${importId}
        and r.outcome in ('created', 'updated')) as touched
    from people p where p.id = any(${sql.param(ids)}::uuid[]) and p.deleted_at is null`)
  return found.rows.map(row => ({
    ...row,
    createdOn: null,
    tags: new Set(row.tags),
    groups: new Set(row.groups),
    notes: new Set(row.notes),
    change: noChange(),
  }))
}

/** Members by their address and name in lower case. */
export type DetailOwners = Map<string, string>

export async function findOwners(ctx: Ctx): Promise<DetailOwners> {
  const team = await ctx.db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(activeMember)
  return new Map(
    team.flatMap(({ id, email, name }) => [[email.toLowerCase(), id] as const, [plain(name), id] as const]),
  )
}

/** Finds members by what a file has in its column of owners ("Ruth Adams (ruth@example.org)"); households by name and address. */
export const toSurroundings = (owners: DetailOwners): Around => ({
  ownerOf: written =>
    owners.get(normaliseEmail(/[(<]([^()<>]+@[^()<>]+)[)>]/.exec(written)?.[1] ?? written) ?? '') ??
    owners.get(plain(written.replace(/[(<].*$/, ''))) ??
    null,
  householdKey: (name, address) =>
    `home:${createHash('sha256').update(`${name}|${address}`).digest('base64url').slice(0, 22)}`,
})

const plain = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()

/** How many of these refusals are not recorded yet; `seen` gathers them over a whole file. */
export async function countNewSuppressions(
  ctx: Ctx,
  refusals: readonly { value: string; channel: string; reason: string }[],
  seen: Set<string>,
): Promise<number> {
  const fresh = refusals.filter(({ value, channel, reason }) => !seen.has(`${value} ${channel} ${reason}`))
  const standing = await findSuppressed(ctx, [...new Set(fresh.map(({ value }) => value))])
  const before = seen.size
  for (const { value, channel, reason } of fresh) {
    if (!standing.some(one => one.value === value && one.channel === channel && one.reason === reason))
      seen.add(`${value} ${channel} ${reason}`)
  }
  return seen.size - before
}
