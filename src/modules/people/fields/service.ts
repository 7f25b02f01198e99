import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { people } from '../tables.ts'
import type { FieldChange, NewField, PersonField } from './contract.ts'
import { type CustomOption, type CustomType, customKey, isList, MOST_CUSTOM, withIds } from './rules/types.ts'
import { personFields, personFieldValues } from './tables.ts'

const columns = {
  id: personFields.id,
  key: personFields.key,
  label: personFields.label,
  type: personFields.type,
  options: personFields.options,
  help: personFields.help,
  group: personFields.groupName,
  isPrivate: personFields.isPrivate,
  deletedAt: personFields.deletedAt,
  version: personFields.version,
}

/** Private facts are for those who may read pastoral notes, whichever way someone comes to them. */
export const readsPrivate = (ctx: Ctx): boolean => ctx.actor.type !== 'member' || Boolean(reachOf(ctx, 'pastoral.read'))
const visible = (ctx: Ctx): SQL | undefined => (readsPrivate(ctx) ? undefined : eq(personFields.isPrivate, false))
const there = isNull(personFields.deletedAt)
const kept = () => gt(personFields.deletedAt, new Date(clock.ms() - days(30)))

export async function list(ctx: Ctx, { deleted }: { deleted?: boolean } = {}): Promise<{ items: PersonField[] }> {
  const items = await ctx.db
    .select(columns)
    .from(personFields)
    .where(and(deleted ? kept() : there, visible(ctx)))
    .orderBy(...(deleted ? [desc(personFields.deletedAt)] : [asc(personFields.position), asc(personFields.id)]))
  return { items }
}

/** Those that the caller may see, in their order. */
export const fieldsOf = async (ctx: Ctx): Promise<PersonField[]> => (await list(ctx)).items

/** All there are, for a rule that must know of the private ones too. */
export const everyField = (ctx: Ctx): Promise<PersonField[]> => ctx.db.select(columns).from(personFields).where(there)

/** Also those in the trash: what was asked of them stands in segments still. */
export async function privateIds(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.db.select({ id: personFields.id }).from(personFields).where(eq(personFields.isPrivate, true))
  return new Set(rows.map(({ id }) => id))
}

async function one(ctx: Ctx, id: string, where: SQL = there): Promise<PersonField> {
  const [row] = await ctx.db
    .select(columns)
    .from(personFields)
    .where(and(eq(personFields.id, id), where, visible(ctx)))
  return found(row, 'Field')
}
export const fieldById = (ctx: Ctx, id: string) => one(ctx, id)

export async function sizes(ctx: Ctx) {
  const rows = await ctx.db
    .select({ fieldId: personFieldValues.fieldId, people: sql<number>`count(*)::int` })
    .from(personFieldValues)
    .innerJoin(personFields, and(eq(personFields.id, personFieldValues.fieldId), visible(ctx)))
    .innerJoin(people, and(eq(people.id, personFieldValues.personId), isNull(people.deletedAt)))
    .groupBy(personFieldValues.fieldId)
  return { items: rows }
}

/** Two who add at once would count the same fields and take the same key. */
const alone = (ctx: Ctx) => advisoryLock(ctx.db, `person fields ${ctx.client.id}`)

const NOT_YOURS = 'Only people who can read pastoral notes can make a field private'

/** What the answers of a list must be; of every other type there are none. */
function mustHaveOptions(type: CustomType, options: CustomOption[]): CustomOption[] {
  if (!isList(type)) return []
  if (options.length === 0) throw invalid('options', 'Please add some answers')
  const labels = options.map(({ label }) => label.toLowerCase())
  if (new Set(labels).size < labels.length) throw invalid('options', 'Two answers are the same')
  if (new Set(options.map(({ id }) => id)).size < options.length) throw invalid('options', 'Two answers are the same')
  return options
}

async function mustBeFreeLabel(ctx: Ctx, label: string, except?: string): Promise<void> {
  const [same] = await ctx.db
    .select({ id: personFields.id })
    .from(personFields)
    .where(and(there, eq(sql`lower(${personFields.label})`, label.toLowerCase())))
  if (same && same.id !== except) throw invalid('label', 'Another field has this name')
}

export async function create(ctx: Ctx, { group, options, ...words }: NewField): Promise<PersonField> {
  if (words.isPrivate && !readsPrivate(ctx)) throw invalid('isPrivate', NOT_YOURS)
  const answers = mustHaveOptions(words.type, withIds(options))
  await alone(ctx)
  const all = await ctx.db
    .select({ key: personFields.key, position: personFields.position, deletedAt: personFields.deletedAt })
    .from(personFields)
  if (all.filter(({ deletedAt }) => !deletedAt).length >= MOST_CUSTOM)
    throw invalid('label', `You already have ${MOST_CUSTOM} fields. Delete one you don’t need.`)
  await mustBeFreeLabel(ctx, words.label)
  const key = customKey(
    words.label,
    all.map(one => one.key),
  )
  const position = Math.max(0, ...all.map(one => one.position)) + 1
  const [row] = await ctx.db
    .insert(personFields)
    .values({ ...words, key, position, options: answers, groupName: group })
    .returning({ id: personFields.id })
  announce(ctx, 'people')
  return one(ctx, row!.id)
}

export async function update(ctx: Ctx, { id, version, group, options, ...words }: FieldChange): Promise<PersonField> {
  await alone(ctx)
  const before = await one(ctx, id)
  if (words.isPrivate && !readsPrivate(ctx)) throw invalid('isPrivate', NOT_YOURS)
  await mustBeFreeLabel(ctx, words.label, id)
  const answers = mustHaveOptions(before.type, withIds(options))
  if (before.version !== version) throw new Failure('CONFLICT')
  await mustNotLose(ctx, before, answers)
  const [row] = await ctx.db
    .update(personFields)
    .set({ ...words, options: answers, groupName: group })
    .where(and(eq(personFields.id, id), eq(personFields.version, version), there))
    .returning({ id: personFields.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'people')
  return one(ctx, id)
}

/** An answer that someone has is renamed or stays: nobody loses what is known of them by a change of the list. */
async function mustNotLose(ctx: Ctx, { id, options }: PersonField, after: CustomOption[]): Promise<void> {
  for (const { id: option, label } of options) {
    if (after.some(one => one.id === option)) continue
    const has = sql`(${personFieldValues.bodyText} = ${option} or ${personFieldValues.bodyOptions} @> array[${option}]::text[])`
    const people = await ctx.db.$count(personFieldValues, and(eq(personFieldValues.fieldId, id), has))
    if (people > 0)
      throw invalid(
        'options',
        `${people === 1 ? 'One person has' : `${people.toLocaleString('en-US')} people have`} the answer “${label}”. Rename it, or give them another one first.`,
      )
  }
}

/** The places that these fields have now, handed out in the new order: private ones that one can't see stay where they are. */
export async function order(ctx: Ctx, { ids }: { ids: string[] }) {
  await alone(ctx)
  const rows = await ctx.db
    .select({ id: personFields.id, position: personFields.position })
    .from(personFields)
    .where(and(inArray(personFields.id, ids), there, visible(ctx)))
  if (rows.length < ids.length) found(undefined, 'Field')
  const places = rows.map(({ position }) => position).sort((a, b) => a - b)
  const said = JSON.stringify(ids.map((id, i) => ({ id, position: places[i] })))
  await ctx.db.execute(sql`
    update ${personFields} f set position = r.position
    from jsonb_to_recordset(${said}::jsonb) r(id uuid, position int) where f.id = r.id and f.position <> r.position`)
  announce(ctx, 'people')
  return {}
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await one(ctx, id)
  await ctx.db.update(personFields).set({ deletedAt: clock.now() }).where(eq(personFields.id, id))
  const { items } = await sizes(ctx)
  announce(ctx, 'people')
  return { people: items.find(({ fieldId }) => fieldId === id)?.people ?? 0 }
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<PersonField> {
  await alone(ctx)
  const field = await one(ctx, id, kept())
  if ((await ctx.db.$count(personFields, there)) >= MOST_CUSTOM)
    throw new Failure('CONFLICT', `You already have ${MOST_CUSTOM} fields. Delete one you don’t need.`)
  await mustBeFreeLabel(ctx, field.label).catch(() => {
    throw new Failure('CONFLICT', 'Another field now has this name. Rename it first.')
  })
  await ctx.db.update(personFields).set({ deletedAt: null }).where(eq(personFields.id, id))
  announce(ctx, 'people')
  return one(ctx, id)
}
