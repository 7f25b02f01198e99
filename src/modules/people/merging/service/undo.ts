import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import { mergeLenient } from '#consent/service/merge.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { addToTimeline } from '../../notes/service.ts'
import { liftDoNotContact } from '../../service/do-not-contact.ts'
import { derived } from '../../service.ts'
import { contactPoints, people } from '../../tables.ts'
import { UNDO } from '../service.ts'
import { mergeSteps, personAliases, personMerges } from '../tables.ts'
import { mergePolicies } from './policies.ts'
import { restoreRows } from './rows.ts'

type Merge = typeof personMerges.$inferSelect

/** They are two after all. What came with the one who had gone goes back to them; what is new since stays with the other. */
export const undo = (ctx: Ctx, wanted: { id: string }) => withEveryRight(ctx, 'merge', () => takeApart(ctx, wanted))

async function takeApart(ctx: Ctx, { id }: { id: string }) {
  const [named] = await ctx.db.select().from(personMerges).where(eq(personMerges.id, id))
  const { keptId, goneId } = found(named, 'Merge')
  const before = await lockBoth(ctx, [keptId, goneId])
  const [merge] = await ctx.db.select().from(personMerges).where(eq(personMerges.id, id)).for('update')
  if (merge!.undoneAt) return { keptId, goneId }
  await mustBeLast(ctx, merge!)
  await backward(ctx, id).catch(taken)
  await ctx.db.delete(personAliases).where(or(eq(personAliases.id, goneId), eq(personAliases.mergeId, id)))
  await ctx.db
    .update(personMerges)
    .set({ undoneAt: clock.now(), undoneBy: userOf(ctx) })
    .where(eq(personMerges.id, id))
  await mergeLenient(ctx, id)
  await mend(ctx, goneId)
  const kept = await mend(ctx, keptId)
  // The box that the merge had ticked.
  if (before.find(row => row.id === keptId)?.doNotContact && !kept.doNotContact) await liftDoNotContact(ctx, keptId)
  await tell(ctx, merge!)
  return { keptId, goneId }
}

const lockBoth = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ id: people.id, doNotContact: people.doNotContact })
    .from(people)
    .where(inArray(people.id, ids))
    .orderBy(people.id)
    .for('no key update')

/** Within 30 days, and the latest first where someone was merged again. */
async function mustBeLast(ctx: Ctx, { keptId, keptName, createdAt }: Merge): Promise<void> {
  if (createdAt.getTime() < clock.ms() - UNDO)
    throw new Failure('CONFLICT', 'This merge is more than 30 days old and can no longer be undone.')
  const [onward] = await ctx.db
    .select({ name: personMerges.keptName })
    .from(personMerges)
    .where(and(eq(personMerges.goneId, keptId), isNull(personMerges.undoneAt)))
  if (onward)
    throw new Failure('CONFLICT', `${keptName} was merged into ${onward.name} afterwards. Please undo that first.`)
}

async function backward(ctx: Ctx, mergeId: string): Promise<void> {
  const steps = await ctx.db
    .select()
    .from(mergeSteps)
    .where(eq(mergeSteps.mergeId, mergeId))
    .orderBy(desc(mergeSteps.id))
  for (const step of steps) await restoreRows(ctx, step)
  const rows = new Map<string, string[]>()
  for (const { tableName, kind, payload } of steps)
    if (kind !== 'moved')
      rows.set(tableName, [...new Set([...(rows.get(tableName) ?? []), ...payload.map(row => String(row.id))])])
  for (const { refresh } of mergePolicies()) await refresh?.(ctx, rows)
}

/** A number of another system can be someone else’s by now. */
function taken(error: unknown): never {
  if (sqlState(error) !== '23505') throw error
  throw new Failure(
    'CONFLICT',
    'This can’t be undone because a person imported since has the same ID in another system. Nothing was changed.',
  )
}

/** Names, addresses and what a search finds, as they follow from what someone has now. */
async function mend(ctx: Ctx, id: string) {
  const [person] = await ctx.db.select().from(people).where(eq(people.id, id))
  const points = await ctx.db
    .select()
    .from(contactPoints)
    .where(eq(contactPoints.personId, id))
    .orderBy(desc(contactPoints.isPrimary), contactPoints.id)
  const first = new Set(['email', 'phone'].map(kind => points.find(point => point.kind === kind)?.id))
  for (const point of points)
    if (point.isPrimary !== first.has(point.id))
      await ctx.db
        .update(contactPoints)
        .set({ isPrimary: first.has(point.id) })
        .where(eq(contactPoints.id, point.id))
  await ctx.db.update(people).set(derived(person!, points)).where(eq(people.id, id))
  return person!
}

async function tell(ctx: Ctx, { id, keptId, goneId, keptName, goneName }: Merge): Promise<void> {
  const entry = { at: clock.now(), userId: userOf(ctx), type: 'person.unmerged', sourceKey: `unmerged:${id}` }
  await addToTimeline(ctx, [
    { ...entry, personId: keptId, data: { name: goneName } },
    { ...entry, personId: goneId, data: { name: keptName } },
  ])
  for (const topic of ['people', 'leads', 'tasks', 'conversations']) announce(ctx, topic)
}
