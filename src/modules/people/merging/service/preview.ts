import { and, inArray, isNull, sql } from 'drizzle-orm'
import { contradictions } from '#consent/service/merge.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid, notFound } from '#kernel/failure.ts'
import { contactPoints, people } from '../../tables.ts'
import type { MergePreview } from '../contract.ts'
import { fuller, mergeFields, minorSide } from '../rules/fields.ts'
import { type Belongings, belongingsInWords } from '../rules/words.ts'
import { type Row, today, valuesOf } from '../service.ts'

const MINOR = 'One of these dates makes them under 18, so it is selected. Choose the other one if it is right.'
const stages: Record<string, string> = {
  new: 'New Leads',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
}

/** What a merge would do, before anyone does it. */
export async function preview(ctx: Ctx, { keepId, goneId }: { keepId: string; goneId: string }): Promise<MergePreview> {
  if (keepId === goneId) throw invalid('goneId', 'Please choose two different people')
  const rows = await ctx.db
    .select()
    .from(people)
    .where(and(inArray(people.id, [keepId, goneId]), isNull(people.deletedAt)))
  const [kept, gone] = [keepId, goneId].map(id => rows.find(row => row.id === id))
  if (!kept || !gone) throw notFound('Person')
  return {
    kept: side(kept),
    gone: side(gone),
    fields: fieldsOf(ctx, kept, gone),
    along: belongingsInWords(await belongings(ctx, goneId)),
    notices: [...heldOf(kept, gone), ...(await boardOf(ctx, keepId, goneId)), ...(await wordsOf(ctx, keepId, goneId))],
  }
}

const side = ({ id, name, email, phone, createdAt, version }: Row) => ({ id, name, email, phone, createdAt, version })

function fieldsOf(ctx: Ctx, kept: Row, gone: Row): MergePreview['fields'] {
  const [mine, theirs] = [valuesOf(kept), valuesOf(gone)]
  const minor = minorSide(mine.birthDate, theirs.birthDate, today(ctx))
  return mergeFields
    .filter(field => mine[field] !== theirs[field])
    .map(field => {
      const underAge = field === 'birthDate' ? minor : null
      const side = underAge ?? fuller(field, mine[field], theirs[field])
      return { field, kept: mine[field], gone: theirs[field], side, hint: underAge ? MINOR : null }
    })
}

/** Confidential rows are counted for those alone who may read them: row policies see to that. */
async function belongings(ctx: Ctx, id: string): Promise<Belongings> {
  const count = (from: string, and = sql``) =>
    sql`(select count(*)::int from ${sql.raw(from)} where person_id = ${id} ${and})`
  const threads = sql`select c.id from conversations c where c.person_id = ${id} `
  const { rows } = await ctx.db.execute<Belongings & Record<string, unknown>>(sql`
    select ${count('notes', sql`and deleted_at is null`)} as notes,
      ${count('tasks', sql`and deleted_at is null`)} as tasks, (select count(*)::int from (${threads}) t) as conversations,
      (select count(*)::int from conversation_items where conversation_id in (${threads})) as items,
      ${count('person_tags')} as tags, ${count('group_members')} as groups, ${count('household_members')} as households,
      ${count('leads', sql`and deleted_at is null`)} as leads, ${count('contact_points')} as details, ${count('addresses')} as addresses,
      ${count('form_submissions', sql`and deleted_at is null`)} as forms, ${count('calls')} as calls,
      ${count('messages')} as messages`)
  return rows[0]!
}

/** What either had, and both have from now on. */
function heldOf(kept: Row, gone: Row): string[] {
  const only = (field: 'doNotContact' | 'deceased') => kept[field] !== gone[field]
  return [
    ...(only('doNotContact')
      ? ['One of them is marked “Do not contact”. This applies to all their addresses and numbers.']
      : []),
    ...(only('deceased') ? ['One of them is marked as deceased. This is kept.'] : []),
    ...(kept.griefHoldUntil !== gone.griefHoldUntil
      ? ['Promotions to their household are paused until the later of the two dates.']
      : []),
  ]
}

async function boardOf(ctx: Ctx, keepId: string, goneId: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ status: string; person: string }>(sql`
    select status, person_id as person from leads where person_id in (${keepId}, ${goneId}) and deleted_at is null and status <> 'closed'
    order by array_position(array['new', 'contacted', 'qualified', 'proposal'], status) desc, person_id = ${keepId} desc, id`)
  const [stays, ...rest] = rows
  if (!stays || new Set(rows.map(row => row.person)).size < 2) return []
  if (rest.every(row => row.status === stays.status))
    return [`Both are on the board in ${stages[stays.status]}. One card is kept, with the notes of both.`]
  const away = [...new Set(rest.map(row => stages[row.status]))].join(' and ')
  return [`Both are on the board. The card in ${stages[stays.status]} is kept, with the notes of the card in ${away}.`]
}

async function wordsOf(ctx: Ctx, keepId: string, goneId: string): Promise<string[]> {
  const points = await ctx.db
    .select({ value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(inArray(contactPoints.personId, [keepId, goneId]))
  const against = await contradictions(
    ctx,
    points.map(point => point.value),
  )
  return against.length > 0
    ? [
        'One of them opted out of something the other opted in to. The opt-out applies to all their addresses and numbers.',
      ]
    : []
}
