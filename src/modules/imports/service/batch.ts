import { sql } from 'drizzle-orm'
import { recordImportedConsents } from '#consent/service/records.ts'
import { suppress } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type ImportedPeople, writeImportedPeople } from '#people/service/imported-people.ts'
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
 * Writes what a plan says; returns how many addresses and numbers are newly refused, and how many people's consent was
 * recorded.
 */
export async function writePlan(ctx: Ctx, plan: Plan, origin: Origin): Promise<Written> {
  const known = plan.people.filter(({ version, change }) => version > 0 && isChanged(change))
  if (!(await writeImportedPeople(ctx, rowsOf(plan, known), origin))) throw new Stale()
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
    consented: await recordImportedConsents(ctx, reachable, { ...consent, importId, userId }),
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

/** The primary of each kind comes first. */
const pointsOf = ({ id: personId, points }: PersonState) =>
  points.map((point, i) => ({
    personId,
    ...point,
    isPrimary: points.findIndex(({ kind }) => kind === point.kind) === i,
  }))

const named = (names: readonly string[], id: string) => names.map(name => ({ id, name }))

function rowsOf({ people, duplicates }: Plan, known: PersonState[]): ImportedPeople {
  const fresh = people.filter(({ version }) => version === 0)
  return {
    created: fresh.map(rowOf),
    changed: known.filter(({ change }) => changesRow(change)).map(rowOf),
    points: people.flatMap(state => pointsOf(state).filter((_, i) => state.change.points.includes(state.points[i]!))),
    primaries: people.filter(({ version, change }) => version > 0 && change.primary).flatMap(pointsOf),
    addresses: people.flatMap(({ id: personId, change }) => change.addresses.map(one => ({ ...one, personId }))),
    tags: people.flatMap(({ id, change }) => named(change.tags, id)),
    groups: people.flatMap(({ id, change }) => named(change.groups, id)),
    households: people.flatMap(({ id, change }) => change.households.map(one => ({ id, ...one }))),
    notes: people.flatMap(({ id, change }) => change.notes.map(body => ({ id, body }))),
    facts: people.flatMap(({ id: personId, change }) => change.custom.map(fact => ({ ...fact, personId }))),
    timeline: [
      ...fresh.map(({ id }) => ({ id, outcome: 'created' as const })),
      ...known.map(({ id }) => ({ id, outcome: 'updated' as const })),
    ],
    duplicates,
  }
}

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

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
