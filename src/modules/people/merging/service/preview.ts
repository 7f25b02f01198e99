import { and, inArray, isNull } from 'drizzle-orm'
import { contradictions } from '#consent/service/merge.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid, notFound } from '#kernel/failure.ts'
import { contactPoints, people } from '../../tables.ts'
import type { MergePreview } from '../contract.ts'
import { fuller, mergeFields, minorSide } from '../rules/fields.ts'
import { type Row, today, valuesOf } from '../service.ts'
import { listBelongings } from './belongings.ts'
import { mergePolicies } from './policies.ts'

const MINOR = 'One of these dates makes them under 18, so it is selected. Choose the other one if it is right.'

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
    along: await listBelongings(ctx, goneId),
    notices: [
      ...heldOf(kept, gone),
      ...(await joinsOf(ctx, { keepId, goneId })),
      ...(await wordsOf(ctx, keepId, goneId)),
    ],
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

async function joinsOf(ctx: Ctx, pair: { keepId: string; goneId: string }): Promise<string[]> {
  const said: string[] = []
  for (const { describeJoin } of mergePolicies()) said.push(...((await describeJoin?.(ctx, pair)) ?? []))
  return said
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
