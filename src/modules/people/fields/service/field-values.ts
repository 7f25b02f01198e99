import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Selection } from '../../contract.ts'
import { selected } from '../../service/list.ts'
import type { PersonField } from '../contract.ts'
import { readAnswer } from '../rules/answer.ts'
import type { CustomAnswer, CustomAnswers, CustomType } from '../rules/types.ts'
import { fieldById, fieldsOf } from '../service.ts'
import { personFields, personFieldValues } from '../tables.ts'

const columnOf: Record<CustomType, string> = {
  text: 'body_text',
  long: 'body_text',
  number: 'body_number',
  date: 'body_day',
  yesno: 'body_flag',
  choice: 'body_text',
  choices: 'body_options',
}

type Row = typeof personFieldValues.$inferSelect
const answerIn = (row: Row): CustomAnswer | null =>
  row.bodyText ?? row.bodyNumber ?? row.bodyDay ?? row.bodyFlag ?? row.bodyOptions

/** What is known of these people in these fields. */
export async function answersOf(ctx: Ctx, ids: string[], fields: PersonField[]): Promise<Map<string, CustomAnswers>> {
  const all = new Map<string, CustomAnswers>(ids.map(id => [id, {}]))
  if (ids.length === 0 || fields.length === 0) return all
  const rows = await ctx.db
    .select()
    .from(personFieldValues)
    .where(
      and(
        inArray(personFieldValues.personId, ids),
        inArray(
          personFieldValues.fieldId,
          fields.map(({ id }) => id),
        ),
      ),
    )
  for (const row of rows) {
    const answer = answerIn(row)
    if (answer !== null) all.get(row.personId)![row.fieldId] = answer
  }
  return all
}

/** What the caller may know of one person. */
export async function answersFor(ctx: Ctx, personId: string): Promise<CustomAnswers> {
  return (await answersOf(ctx, [personId], await fieldsOf(ctx))).get(personId)!
}

export interface FieldAnswer {
  personId: string
  fieldId: string
  type: CustomType
  /** Null takes away what is known. */
  answer: CustomAnswer | null
}

const recordOf = ({ personId, fieldId, type, answer }: FieldAnswer) => ({
  personId,
  fieldId,
  [columnOf[type]]: answer,
})
const record = sql.raw(
  'r("personId" uuid, "fieldId" uuid, body_text text, body_number float8, body_day date, body_flag boolean, body_options text[])',
)
const values = sql.raw('body_text, body_number, body_day, body_flag, body_options')

/** Writes what was read already; `fill` leaves what is known as it is. */
export async function writeAnswers(ctx: Ctx, said: FieldAnswer[], how: 'replace' | 'fill'): Promise<void> {
  const [given, gone] = [said.filter(({ answer }) => answer !== null), said.filter(({ answer }) => answer === null)]
  if (given.length > 0)
    await ctx.db.execute(sql`
      insert into ${personFieldValues} (person_id, field_id, ${values})
      select "personId", "fieldId", ${values} from jsonb_to_recordset(${JSON.stringify(given.map(recordOf))}::jsonb) as ${record}
      on conflict (client_id, person_id, field_id) ${how === 'fill' ? sql`do nothing` : replaced}`)
  if (gone.length > 0 && how === 'replace')
    await ctx.db.execute(sql`
      delete from ${personFieldValues} v using jsonb_to_recordset(${JSON.stringify(gone.map(recordOf))}::jsonb) as ${record}
      where v.person_id = r."personId" and v.field_id = r."fieldId"`)
}
/** What is said again changes nothing, and leaves no trace. */
const replaced = sql`do update set body_text = excluded.body_text, body_number = excluded.body_number,
  body_day = excluded.body_day, body_flag = excluded.body_flag, body_options = excluded.body_options
  where (person_field_values.body_text, person_field_values.body_number, person_field_values.body_day,
    person_field_values.body_flag, person_field_values.body_options)
    is distinct from (excluded.body_text, excluded.body_number, excluded.body_day, excluded.body_flag, excluded.body_options)`

/** Reads what was typed, and refuses at its field what can't be: nothing is written before all of it is read. */
export async function readAll(ctx: Ctx, custom: Record<string, unknown>): Promise<Omit<FieldAnswer, 'personId'>[]> {
  if (Object.keys(custom).length === 0) return []
  const fields = await fieldsOf(ctx)
  return Object.entries(custom).map(([fieldId, said]) => {
    const field = fields.find(({ id }) => id === fieldId)
    if (!field) throw invalid(`custom.${fieldId}`, 'This field no longer exists')
    const read = readAnswer(field, said)
    if (read.problem !== undefined) throw invalid(`custom.${fieldId}`, read.problem)
    return { fieldId, type: field.type, answer: read.answer }
  })
}

/** The same fact on all chosen people, or taken from them. */
export async function setField(
  ctx: Ctx,
  { selection, fieldId, answer: said }: { selection: Selection; fieldId: string; answer: CustomAnswer | null },
) {
  const field = await fieldById(ctx, fieldId)
  const read = readAnswer(field, said)
  if (read.problem !== undefined) throw invalid('answer', read.problem)
  const which = await selected(ctx, selection)
  const changed =
    read.answer === null
      ? await clear(ctx, fieldId, which)
      : await put(ctx, { personId: '', fieldId, type: field.type, answer: read.answer }, which)
  announce(ctx, 'people')
  return { changed }
}

async function clear(ctx: Ctx, fieldId: string, which: SQL): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`delete from ${personFieldValues} where field_id = ${fieldId} and person_id in (${which}) returning id`,
  )
  return rows.length
}

async function put(ctx: Ctx, said: FieldAnswer, which: SQL): Promise<number> {
  const { personId: _, ...one } = recordOf(said)
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    insert into ${personFieldValues} (person_id, field_id, ${values})
    select p.id, "fieldId", ${values} from (${which}) p, jsonb_to_recordset(${JSON.stringify([one])}::jsonb) as ${record}
    on conflict (client_id, person_id, field_id) ${replaced} returning id`)
  return rows.length
}

/** For the file: what is known, by field, in one column; those that the caller may not see are not in it. */
export const answersJson = (fields: PersonField[]): SQL => sql`(
  select jsonb_object_agg(v.field_id, case f.type
    when 'number' then to_jsonb(v.body_number) when 'date' then to_jsonb(v.body_day) when 'yesno' then to_jsonb(v.body_flag)
    when 'choices' then to_jsonb(v.body_options) else to_jsonb(v.body_text) end)
  from ${personFieldValues} v join ${personFields} f on f.client_id = v.client_id and f.id = v.field_id
  where v.person_id = people.id and v.field_id = any(${sql.param(fields.map(({ id }) => id))}::uuid[]))`
