import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { writeAnswers } from '../fields/service/field-values.ts'
import { listFields } from '../rules/standard-fields.ts'
import { type addresses, type contactPoints, type householdMembers, people } from '../tables.ts'

type Row = typeof people.$inferInsert
/** What an import writes of someone known; the key of a row is theirs from the first import on. */
const changing = [
  ...(['name', 'email', 'phone', 'externalId', 'assignedTo', 'search'] as const),
  ...listFields('imported'),
] as const
const fields = ['importKey', ...changing] as const
export interface ImportedPerson extends Pick<Row, Field> {
  id: string
  /** Of the row that was read. */
  version: number
  /** Day on which an old system got to know someone new, "2019-03-04". */
  createdOn: string | null
}
interface OfPerson {
  personId: string
}
type Point = OfPerson &
  Pick<typeof contactPoints.$inferInsert, 'kind' | 'label' | 'value' | 'valueNorm'> & { isPrimary: boolean }
type Address = OfPerson &
  Record<'label' | 'street' | 'street2' | 'city' | 'region' | 'postalCode' | 'country', string> & {
    /** Null for one that is not stored yet. */
    id: (typeof addresses.$inferSelect)['id'] | null
  }
interface Named {
  id: string
  name: string
}
interface Household extends Named {
  externalId: string | null
  role: (typeof householdMembers.$inferSelect)['role']
  isPrimary: boolean
}

/** What a batch of a file says of people, as rows; `id` is a person's where nothing else is said. */
export interface ImportedPeople {
  created: readonly ImportedPerson[]
  changed: readonly ImportedPerson[]
  points: readonly Point[]
  /** All that those have whose primary address or number is another one now. */
  primaries: readonly Point[]
  addresses: readonly Address[]
  /** By name; made where they are missing. */
  tags: readonly Named[]
  groups: readonly Named[]
  households: readonly Household[]
  notes: readonly { id: string; body: string }[]
  facts: Parameters<typeof writeAnswers>[1]
  timeline: readonly { id: string; outcome: 'created' | 'updated' }[]
  duplicates: readonly { personId: string; otherId: string; score: number; reason: string }[]
}
interface Origin {
  importId: string
  /** Who started the import. */
  userId: string | null
}

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Writes a batch, a statement for each table. @returns false where someone has edited one of them since they were read */
export async function writeImportedPeople(ctx: Ctx, batch: ImportedPeople, origin: Origin): Promise<boolean> {
  await insertPeople(ctx, batch.created, origin)
  if (!(await updatePeople(ctx, batch.changed))) return false
  await writePoints(ctx, batch)
  await writeAddresses(ctx, batch.addresses)
  await writeLabels(ctx, batch)
  await writeHouseholds(ctx, batch.households)
  await writeNotes(ctx, batch.notes, origin)
  await writeAnswers(ctx, batch.facts, 'replace')
  await writeTimeline(ctx, batch.timeline, origin)
  await writeDuplicates(ctx, batch.duplicates, origin)
  return true
}

/** Puts people of an undone import in the trash. @param which a query for their ids @returns how many */
export async function trashImportedPeople(ctx: Ctx, which: SQLWrapper): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`update people set deleted_at = now() where deleted_at is null and id in (${which}) returning id`,
  )
  return rows.length
}

type Field = (typeof fields)[number]
const listed = (names: readonly Field[], toSql: (name: Field) => string) => sql.raw(names.map(toSql).join(', '))
const columnOf = (name: Field) => people[name].name
const record = sql`r(id uuid, version int, "createdOn" text, ${listed(fields, name => `"${name}" ${people[name].getSQLType()}`)})`

async function insertPeople(ctx: Ctx, created: readonly ImportedPerson[], { importId }: Origin): Promise<void> {
  if (created.length === 0) return
  await ctx.db.execute(sql`
    insert into people (id, import_id, ${listed(fields, columnOf)}, created_at)
    select id, ${importId}::uuid, ${listed(fields, name => `"${name}"`)},
      coalesce(("createdOn"::timestamp + interval '12 hours') at time zone ${ctx.client.timeZone}, now())
    from jsonb_to_recordset(${json(created)}) as ${record}`)
}

async function updatePeople(ctx: Ctx, changed: readonly ImportedPerson[]): Promise<boolean> {
  if (changed.length === 0) return true
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update people p set ${listed(changing, name => `${columnOf(name)} = r."${name}"`)}
    from jsonb_to_recordset(${json(changed)}) as ${record}
    where p.id = r.id and p.version = r.version and p.deleted_at is null returning p.id`)
  return rows.length === changed.length
}

async function writePoints(ctx: Ctx, { points, primaries }: ImportedPeople): Promise<void> {
  const record = sql.raw('"personId" uuid, kind text, label text, value text, "valueNorm" text, "isPrimary" boolean')
  if (points.length > 0)
    await ctx.db.execute(sql`
      insert into contact_points (person_id, kind, label, value, value_norm, is_primary)
      select "personId", kind, label, value, "valueNorm", "isPrimary"
      from jsonb_to_recordset(${json(points)}) as r(${record}) on conflict do nothing`)
  if (primaries.length === 0) return
  await ctx.db.execute(sql`
    update contact_points c set is_primary = r."isPrimary" from jsonb_to_recordset(${json(primaries)}) as r(${record})
    where c.person_id = r."personId" and c.kind = r.kind and c.value_norm = r."valueNorm"
      and c.is_primary <> r."isPrimary"`)
}

async function writeAddresses(ctx: Ctx, all: readonly Address[]): Promise<void> {
  const record = sql.raw(
    'id uuid, "personId" uuid, label text, street text, street2 text, city text, region text, "postalCode" text, country text',
  )
  const [added, replaced] = [all.filter(({ id }) => id === null), all.filter(({ id }) => id !== null)]
  if (added.length > 0)
    await ctx.db.execute(sql`
      insert into addresses (person_id, label, street, street2, city, region, postal_code, country)
      select "personId", label, street, street2, city, region, "postalCode", country
      from jsonb_to_recordset(${json(added)}) as r(${record})`)
  if (replaced.length > 0)
    await ctx.db.execute(sql`
      update addresses a set street = r.street, street2 = r.street2, city = r.city, region = r.region,
        postal_code = r."postalCode", country = r.country
      from jsonb_to_recordset(${json(replaced)}) as r(${record}) where a.id = r.id`)
}

/** Tags and groups by name, made where they are missing. */
async function writeLabels(ctx: Ctx, { tags, groups }: ImportedPeople): Promise<void> {
  const record = sql.raw('r(id uuid, name text)')
  for (const [said, table, links, column] of [
    [tags, 'tags', 'person_tags', 'tag_id'],
    [groups, 'groups', 'group_members', 'group_id'],
  ] as const) {
    if (said.length === 0) continue
    await ctx.db.execute(sql`
      insert into ${sql.raw(table)} (name) select distinct on (lower(name)) name
      from jsonb_to_recordset(${json(said)}) as ${record} order by lower(name), name on conflict do nothing`)
    await ctx.db.execute(sql`
      insert into ${sql.raw(links)} (person_id, ${sql.raw(column)}) select r.id, t.id
      from jsonb_to_recordset(${json(said)}) as ${record} join ${sql.raw(table)} t on lower(t.name) = lower(r.name)
      on conflict do nothing`)
  }
}

/** A household has one first contact at most: of several that a file names, the first. */
async function writeHouseholds(ctx: Ctx, said: readonly Household[]): Promise<void> {
  if (said.length === 0) return
  const numbered = json(said.map((one, n) => ({ ...one, n })))
  const record = sql.raw('r(n int, id uuid, "externalId" text, name text, role text, "isPrimary" boolean)')
  await ctx.db.execute(sql`
    insert into households (name, external_id) select distinct on ("externalId") name, "externalId"
    from jsonb_to_recordset(${numbered}) as ${record} order by "externalId", n on conflict do nothing`)
  await ctx.db.execute(sql`
    insert into household_members (household_id, person_id, role, is_primary)
    select h.id, r.id, r.role, r."isPrimary" and row_number() over (partition by h.id, r."isPrimary" order by r.n) = 1
      and not exists (select from household_members m where m.household_id = h.id and m.is_primary)
    from jsonb_to_recordset(${numbered}) as ${record} join households h on h.external_id = r."externalId"
    on conflict do nothing`)
}

async function writeNotes(ctx: Ctx, said: ImportedPeople['notes'], { userId }: Origin): Promise<void> {
  if (said.length === 0) return
  await ctx.db.execute(sql`
    insert into notes (person_id, body, author_id) select id, body, ${userId}::uuid
    from jsonb_to_recordset(${json(said)}) as r(id uuid, body text)`)
}

/** One line for each person and import, however many rows are about them. */
async function writeTimeline(ctx: Ctx, said: ImportedPeople['timeline'], origin: Origin): Promise<void> {
  if (said.length === 0) return
  const { importId, userId } = origin
  await ctx.db.execute(sql`
    insert into timeline (person_id, type, user_id, data, source_key)
    select id, 'person.imported', ${userId}::uuid, jsonb_build_object('importId', ${importId}::text, 'outcome', outcome),
      ${`import:${importId}`}
    from jsonb_to_recordset(${json(said)}) as r(id uuid, outcome text) on conflict do nothing`)
}

async function writeDuplicates(
  ctx: Ctx,
  duplicates: ImportedPeople['duplicates'],
  { importId }: Origin,
): Promise<void> {
  if (duplicates.length === 0) return
  await ctx.db.execute(sql`
    insert into possible_duplicates (person_id, other_id, score, reason, import_id)
    select "personId", "otherId", score, reason, ${importId}::uuid from jsonb_to_recordset(${json(duplicates)})
      as r("personId" uuid, "otherId" uuid, score real, reason text) on conflict do nothing`)
}
