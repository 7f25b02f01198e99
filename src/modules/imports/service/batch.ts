import { sql } from 'drizzle-orm'
import { suppress } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { recordImported } from '#people/consents/service.ts'
import { writeAnswers } from '#people/fields/service/field-values.ts'
import { derived } from '#people/service.ts'
import type { ImportCounts, ImportOptions } from '../rules/options.ts'
import type { Plan, PlannedRow } from '../rules/plan.ts'
import { changesRow, isChanged, type PersonState } from '../rules/state.ts'

/** Someone edited a person between our look and our write: the batch is to be tried again. */
export class Stale extends Error {}

export interface Origin {
  importId: string
  /** Who started the import. */
  userId: string | null
  consent?: ImportOptions['consent']
}

type Written = Partial<Pick<ImportCounts, 'suppressed' | 'consented' | 'withoutNumber' | 'withoutAddress'>>

/**
 * Writes what a plan says, a statement for each table; returns how many addresses and numbers are newly refused, and how
 * many people's consent was recorded.
 */
export async function writePlan(ctx: Ctx, plan: Plan, origin: Origin): Promise<Written> {
  const fresh = plan.people.filter(({ version }) => version === 0)
  const known = plan.people.filter(({ version, change }) => version > 0 && isChanged(change))
  await insertPeople(ctx, fresh, origin)
  await updatePeople(ctx, known)
  await writePoints(ctx, plan.people)
  await writeAddresses(ctx, plan.people)
  await writeLabels(ctx, plan.people)
  await writeHouseholds(ctx, plan.people)
  await writeNotes(ctx, plan.people, origin)
  await writeFacts(ctx, plan.people)
  await writeTimeline(ctx, fresh, known, origin)
  await writeDuplicates(ctx, plan, origin)
  await writeRows(ctx, plan, known, origin)
  const suppressed = await suppress(
    ctx,
    plan.suppressions.map(({ row, ...one }) => ({
      ...one,
      source: 'import',
      evidence: { importId: origin.importId, row },
    })),
  )
  // After what the same rows refuse.
  return { suppressed, ...(await writeConsents(ctx, plan, origin)) }
}

async function writeConsents(ctx: Ctx, { consents }: Plan, { consent, importId, userId }: Origin): Promise<Written> {
  if (!consent) return {}
  const reachable = consents.flatMap(({ value, ...one }) => (value === null ? [] : [{ ...one, value }]))
  const without = (channel: string) => consents.filter(one => one.value === null && one.channel === channel).length
  return {
    consented: await recordImported(ctx, reachable, { ...consent, importId, userId }),
    withoutNumber: without('sms'),
    withoutAddress: without('email'),
  }
}

const rowOf = (state: PersonState) => ({
  id: state.id,
  version: state.version,
  createdOn: state.createdOn,
  ...state.fields,
  ...derived(state.fields, state.points),
})

const columns = `id uuid, version int, "createdOn" text, name text, prefix text, "firstName" text, "middleName" text,
  "lastName" text, "nickName" text, email text, phone text, "birthDate" text, anniversary text, gender text,
  "maritalStatus" text, "membershipStatus" text, campus text, "timeZone" text, source text, "assignedTo" uuid, "externalId" text,
  "importKey" text, deceased boolean, "doNotContact" boolean, search text`

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

async function insertPeople(ctx: Ctx, states: PersonState[], { importId }: Origin): Promise<void> {
  if (states.length === 0) return
  await ctx.db.execute(sql`
    insert into people (id, name, prefix, first_name, middle_name, last_name, nick_name, email, phone, birth_date,
      anniversary, gender, marital_status, membership_status, campus, time_zone, source, assigned_to, external_id, import_key,
      deceased, do_not_contact, search, import_id, created_at)
    select id, name, prefix, "firstName", "middleName", "lastName", "nickName", email, phone, "birthDate",
      anniversary, gender, "maritalStatus", "membershipStatus", campus, "timeZone", source, "assignedTo", "externalId", "importKey",
      deceased, "doNotContact", search, ${importId}::uuid,
      coalesce(("createdOn"::timestamp + interval '12 hours') at time zone ${ctx.client.timeZone}, now())
    from jsonb_to_recordset(${json(states.map(rowOf))}) as r(${sql.raw(columns)})`)
}

async function updatePeople(ctx: Ctx, states: PersonState[]): Promise<void> {
  const changed = states.filter(({ change }) => changesRow(change))
  if (changed.length === 0) return
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update people p set name = r.name, prefix = r.prefix, first_name = r."firstName", middle_name = r."middleName",
      last_name = r."lastName", nick_name = r."nickName", email = r.email, phone = r.phone, birth_date = r."birthDate",
      anniversary = r.anniversary, gender = r.gender, marital_status = r."maritalStatus",
      membership_status = r."membershipStatus", campus = r.campus, time_zone = r."timeZone", source = r.source, assigned_to = r."assignedTo",
      external_id = r."externalId", deceased = r.deceased, do_not_contact = r."doNotContact", search = r.search
    from jsonb_to_recordset(${json(changed.map(rowOf))}) as r(${sql.raw(columns)})
    where p.id = r.id and p.version = r.version and p.deleted_at is null returning p.id`)
  if (rows.length !== changed.length) throw new Stale()
}

async function writePoints(ctx: Ctx, people: PersonState[]): Promise<void> {
  const pointsOf = ({ id: personId, points }: PersonState) =>
    points.map((point, i) => ({
      personId,
      ...point,
      isPrimary: points.findIndex(({ kind }) => kind === point.kind) === i,
      added: true,
    }))
  const added = people.flatMap(state => {
    const all = pointsOf(state)
    return all.filter((_, i) => state.change.points.includes(state.points[i]!))
  })
  const record = sql.raw('"personId" uuid, kind text, label text, value text, "valueNorm" text, "isPrimary" boolean')
  if (added.length > 0)
    await ctx.db.execute(sql`
      insert into contact_points (person_id, kind, label, value, value_norm, is_primary)
      select "personId", kind, label, value, "valueNorm", "isPrimary"
      from jsonb_to_recordset(${json(added)}) as r(${record}) on conflict do nothing`)
  const moved = people.filter(({ version, change }) => version > 0 && change.primary).flatMap(pointsOf)
  if (moved.length === 0) return
  await ctx.db.execute(sql`
    update contact_points c set is_primary = r."isPrimary" from jsonb_to_recordset(${json(moved)}) as r(${record})
    where c.person_id = r."personId" and c.kind = r.kind and c.value_norm = r."valueNorm"
      and c.is_primary <> r."isPrimary"`)
}

async function writeAddresses(ctx: Ctx, people: PersonState[]): Promise<void> {
  const all = people.flatMap(({ id: personId, change }) => change.addresses.map(address => ({ ...address, personId })))
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
async function writeLabels(ctx: Ctx, people: PersonState[]): Promise<void> {
  const tagged = people.flatMap(({ id, change }) => change.tags.map(name => ({ id, name })))
  const grouped = people.flatMap(({ id, change }) => change.groups.map(name => ({ id, name })))
  const record = sql.raw('r(id uuid, name text)')
  for (const [said, table, links, column] of [
    [tagged, 'tags', 'person_tags', 'tag_id'],
    [grouped, 'groups', 'group_members', 'group_id'],
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
async function writeHouseholds(ctx: Ctx, people: PersonState[]): Promise<void> {
  const said = people.flatMap(({ id, change }) => change.households.map(one => ({ id, ...one })))
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

async function writeNotes(ctx: Ctx, people: PersonState[], { userId }: Origin): Promise<void> {
  const said = people.flatMap(({ id, change }) => change.notes.map(body => ({ id, body })))
  if (said.length === 0) return
  await ctx.db.execute(sql`
    insert into notes (person_id, body, author_id) select id, body, ${userId}::uuid
    from jsonb_to_recordset(${json(said)}) as r(id uuid, body text)`)
}

const writeFacts = (ctx: Ctx, people: PersonState[]): Promise<void> =>
  writeAnswers(
    ctx,
    people.flatMap(({ id: personId, change }) => change.custom.map(fact => ({ ...fact, personId }))),
    'replace',
  )

/** One line for each person and import, however many rows are about them. */
async function writeTimeline(ctx: Ctx, fresh: PersonState[], known: PersonState[], origin: Origin): Promise<void> {
  const said = [
    ...fresh.map(({ id }) => ({ id, outcome: 'created' })),
    ...known.map(({ id }) => ({ id, outcome: 'updated' })),
  ]
  if (said.length === 0) return
  const { importId, userId } = origin
  await ctx.db.execute(sql`
    insert into timeline (person_id, type, user_id, data, source_key)
    select id, 'person.imported', ${userId}::uuid, jsonb_build_object('importId', ${importId}::text, 'outcome', outcome),
      ${`import:${importId}`}
    from jsonb_to_recordset(${json(said)}) as r(id uuid, outcome text) on conflict do nothing`)
}

async function writeDuplicates(ctx: Ctx, { duplicates }: Plan, { importId }: Origin): Promise<void> {
  if (duplicates.length === 0) return
  await ctx.db.execute(sql`
    insert into possible_duplicates (person_id, other_id, score, reason, import_id)
    select "personId", "otherId", score, reason, ${importId}::uuid from jsonb_to_recordset(${json(duplicates)})
      as r("personId" uuid, "otherId" uuid, score real, reason text) on conflict do nothing`)
}

async function writeRows(ctx: Ctx, { rows }: Plan, known: PersonState[], { importId }: Origin): Promise<void> {
  if (rows.length === 0) return
  const before = new Map(known.map(({ id, change }) => [id, change.before]))
  const said = rows.map((row: PlannedRow) => ({
    ...row,
    before: row.outcome === 'updated' ? (before.get(row.personId) ?? null) : null,
  }))
  await ctx.db.execute(sql`
    insert into import_rows (import_id, row, key, person_id, outcome, lead_stage, before)
    select ${importId}::uuid, row, key, "personId", outcome, "leadStage", nullif(before, 'null'::jsonb)
    from jsonb_to_recordset(${json(said)})
      as r(row int, key text, "personId" uuid, outcome text, "leadStage" text, before jsonb)`)
}
