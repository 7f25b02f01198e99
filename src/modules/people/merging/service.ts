import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { mergeStrictest } from '#consent/service/merge.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { addToTimeline } from '../notes/service.ts'
import { listFields, mapFields } from '../rules/standard-fields.ts'
import { setDoNotContact } from '../service/do-not-contact.ts'
import { derived } from '../service.ts'
import { contactPoints, people } from '../tables.ts'
import type { NewMerge } from './contract.ts'
import { personMerged } from './events.ts'
import { merged, mergeFields, type Picks, type Values } from './rules/fields.ts'
import { mergePolicies } from './service/policies.ts'
import { changeRow, dropRow, type Move, moveRows } from './service/rows.ts'
import { personAliases, personMerges } from './tables.ts'

export type Row = typeof people.$inferSelect
/** So long a merge can be undone. */
export const UNDO = days(30)

export const today = (ctx: Ctx): string => DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).toISODate()!

export const valuesOf = (row: Row): Values =>
  Object.fromEntries(mergeFields.map(field => [field, row[field] || null])) as Values

/** Both rows, locked in one order: two merges that share someone wait for each other. */
async function locked(ctx: Ctx, keepId: string, goneId: string): Promise<[Row, Row]> {
  if (keepId === goneId) throw invalid('goneId', 'Please choose two different people')
  const rows = await ctx.db
    .select()
    .from(people)
    .where(or(eq(people.id, keepId), eq(people.id, goneId)))
    .orderBy(people.id)
    // Rows of others may go on pointing at them meanwhile: what comes late follows.
    .for('no key update')
  const [kept, gone] = [keepId, goneId].map(id => rows.find(row => row.id === id))
  if (!kept || !gone) throw notFound('Person')
  return [kept, gone]
}

/** Refuses where one of the two is no longer there. */
export async function requirePeople(ctx: Ctx, row: Row): Promise<void> {
  if (!row.deletedAt) return
  const [alias] = await ctx.db
    .select({ name: people.name })
    .from(personAliases)
    .innerJoin(people, and(eq(people.clientId, personAliases.clientId), eq(people.id, personAliases.personId)))
    .where(eq(personAliases.id, row.id))
  if (!alias) throw notFound('Person')
  throw new Failure('CONFLICT', `${row.name} has just been merged into ${alias.name}. Nothing was changed.`)
}

const done = (ctx: Ctx, keptId: string, goneId: string) =>
  ctx.db
    .select({ id: personMerges.id })
    .from(personMerges)
    .where(and(eq(personMerges.keptId, keptId), eq(personMerges.goneId, goneId), isNull(personMerges.undoneAt)))

/** Including what the member may not read: a merge loses none of it. */
export const create = (ctx: Ctx, wanted: NewMerge) => withEveryRight(ctx, 'merge', () => merge(ctx, wanted))

async function merge(ctx: Ctx, { keepId, goneId, keepVersion, goneVersion, picks }: NewMerge) {
  const [kept, gone] = await locked(ctx, keepId, goneId)
  // A double click, or a colleague who was faster with the very same.
  const [before] = await done(ctx, keepId, goneId)
  if (before) return { id: before.id, personId: keepId }
  await requirePeople(ctx, kept)
  await requirePeople(ctx, gone)
  if (kept.version !== keepVersion || gone.version !== goneVersion) throw new Failure('CONFLICT')
  const [row] = await ctx.db
    .insert(personMerges)
    .values({
      keptId: keepId,
      goneId,
      keptName: kept.name,
      goneName: gone.name,
      userId: userOf(ctx),
      createdAt: clock.now(),
    })
    .returning({ id: personMerges.id })
  const move = { mergeId: row!.id, from: goneId, to: keepId }
  await unite(ctx, move, kept, gone, picks)
  await tell(ctx, move, gone.name)
  return { id: move.mergeId, personId: keepId }
}

async function unite(ctx: Ctx, move: Move, kept: Row, gone: Row, picks: Picks): Promise<void> {
  const { mergeId, from, to } = move
  await mergeStrictest(ctx, await valuesAt(ctx, [from, to]), mergeId)
  // First of all: a number from another system may belong to one person only.
  await changeRow(ctx, mergeId, 'people', sql`t.id = ${from}`, { deleted_at: sql`now()` })
  for (const { join } of mergePolicies()) await join?.(ctx, move)
  await dropDoubles(ctx, move)
  await moveRows(ctx, 'people', move)
  await ctx.db.insert(personAliases).values({ id: from, personId: to })
  await settle(ctx, mergeId, kept, gone, merged(valuesOf(kept), valuesOf(gone), picks, today(ctx)))
}

/** Rows that say the same of both, where no index says so; and what was said of the two as a pair. */
async function dropDoubles(ctx: Ctx, { mergeId, from, to }: Move): Promise<void> {
  await dropRow(
    ctx,
    mergeId,
    'addresses',
    sql`t.person_id = ${from} and exists (select from addresses o where o.person_id = ${to}
      and lower(concat_ws('|', o.street, o.street2, o.city, o.postal_code)) = lower(concat_ws('|', t.street, t.street2, t.city, t.postal_code)))`,
  )
  for (const table of ['possible_duplicates', 'household_suggestions']) {
    const name = sql.identifier(table)
    await dropRow(ctx, mergeId, table, sql`t.person_id in (${from}, ${to}) and t.other_id in (${from}, ${to})`)
    // The same pair the other way round.
    await dropRow(
      ctx,
      mergeId,
      table,
      sql`(t.person_id = ${from} and exists (select from ${name} o where o.other_id = ${to} and o.person_id = t.other_id))
        or (t.other_id = ${from} and exists (select from ${name} o where o.person_id = ${to} and o.other_id = t.person_id))`,
    )
  }
}

const valuesAt = async (ctx: Ctx, ids: string[]) =>
  (
    await ctx.db
      .select({ value: contactPoints.valueNorm })
      .from(contactPoints)
      .where(sql`${contactPoints.personId} = any(${sql.param(ids)}::uuid[])`)
  ).map(row => row.value)

/** The one who stays, as they are from now on: what was picked, and the more careful of both. */
async function settle(ctx: Ctx, mergeId: string, kept: Row, gone: Row, values: Values): Promise<void> {
  await changeRow(ctx, mergeId, 'contact_points', sql`t.person_id = ${kept.id}`, {
    is_primary: sql`t.value_norm is not distinct from case t.kind when 'email' then ${values.email}::text else ${values.phone}::text end`,
  })
  const points = await ctx.db
    .select()
    .from(contactPoints)
    .where(eq(contactPoints.personId, kept.id))
    .orderBy(desc(contactPoints.isPrimary), contactPoints.id)
  // Their columns are never null.
  const names = mapFields(listFields('filled'), name => values[name] ?? '')
  const doNotContact = kept.doNotContact || gone.doNotContact
  const columns = {
    ...values,
    ...names,
    ...derived(names, points),
    doNotContact,
    deceased: kept.deceased || gone.deceased,
    griefHoldUntil: [kept.griefHoldUntil, gone.griefHoldUntil].filter(Boolean).sort().at(-1) ?? null,
    careHoldAlone: [kept, gone].every(({ griefHoldUntil, careHoldAlone }) => !griefHoldUntil || careHoldAlone),
    externalId: kept.externalId ?? gone.externalId,
    importKey: kept.importKey ?? gone.importKey,
    importId: kept.importId ?? gone.importId,
  }
  const row = JSON.stringify(
    Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [people[name as keyof typeof columns].name, value]),
    ),
  )
  const names_ = Object.keys(JSON.parse(row) as object)
  await changeRow(
    ctx,
    mergeId,
    'people',
    sql`t.id = ${kept.id}`,
    Object.fromEntries(
      names_.map(name => [
        name,
        sql`(select r.${sql.identifier(name)} from jsonb_populate_record(null::people, ${row}::jsonb) r)`,
      ]),
    ),
  )
  if (doNotContact) await setDoNotContact(ctx, kept.id)
}

/** What was on its way to the one who went while the two were merged: it follows them. */
export const followMerge = (ctx: Ctx, mergeId: string): Promise<void> =>
  withEveryRight(ctx, 'merge', () => followOne(ctx, mergeId))

async function followOne(ctx: Ctx, mergeId: string): Promise<void> {
  const [merge] = await ctx.db
    .select()
    .from(personMerges)
    .where(and(eq(personMerges.id, mergeId), isNull(personMerges.undoneAt)))
  if (!merge) return
  const [alias] = await ctx.db.select().from(personAliases).where(eq(personAliases.id, merge.goneId))
  if (!alias) return
  const move = { mergeId, from: merge.goneId, to: alias.personId }
  await locked(ctx, move.to, move.from)
  for (const { join } of mergePolicies()) await join?.(ctx, move)
  await moveRows(ctx, 'people', move)
}

/** Those of the last days: whatever came late by then follows too. */
export async function followAllMerges(ctx: Ctx): Promise<void> {
  const recent = await ctx.db
    .select({ id: personMerges.id })
    .from(personMerges)
    .where(and(isNull(personMerges.undoneAt), gt(personMerges.createdAt, new Date(clock.ms() - days(2)))))
  for (const { id } of recent) await followMerge(ctx, id)
}

/** What can no longer be undone is not kept: it holds the words and numbers of those who were merged. */
export const purgeOldMerges = (ctx: Ctx) =>
  withEveryRight(ctx, 'merge', () =>
    ctx.db.execute(sql`
      delete from merge_steps where merge_id in (
        select id from person_merges where created_at < ${new Date(clock.ms() - UNDO).toISOString()}::timestamptz or undone_at is not null)`),
  )

/** The person who stayed in a merge. */
export async function keptOf(ctx: Ctx, mergeId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ keptId: personMerges.keptId })
    .from(personMerges)
    .where(eq(personMerges.id, mergeId))
  return row?.keptId
}

async function tell(ctx: Ctx, { mergeId, from, to }: Move, name: string): Promise<void> {
  const entry = { personId: to, at: clock.now(), userId: userOf(ctx), type: 'person.merged' }
  await addToTimeline(ctx, [{ ...entry, data: { mergeId, name }, sourceKey: `merged:${mergeId}` }])
  await emit(ctx, personMerged, { mergeId })
  for (const id of [from, to]) announce(ctx, 'people', id)
  for (const topic of ['leads', 'tasks', 'conversations'] as const) announce(ctx, topic)
}

/** Merges into someone, or into someone who was merged into them, that can still be undone. */
export async function list(ctx: Ctx, { personId }: { personId: string }) {
  const items = await ctx.db
    .select({
      id: personMerges.id,
      goneName: personMerges.goneName,
      keptName: personMerges.keptName,
      at: personMerges.createdAt,
    })
    .from(personMerges)
    .where(
      and(
        or(
          eq(personMerges.keptId, personId),
          sql`${personMerges.keptId} in (select a.id from ${personAliases} a where a.person_id = ${personId})`,
        ),
        isNull(personMerges.undoneAt),
        gt(personMerges.createdAt, new Date(clock.ms() - UNDO)),
      ),
    )
    .orderBy(desc(personMerges.id))
    .limit(100)
  return { items: items.map(item => ({ ...item, until: new Date(item.at.getTime() + UNDO) })) }
}
