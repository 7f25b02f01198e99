import { and, inArray, isNull, ne } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { makeRoom } from '#entitlements/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { Selection } from '#people/contract.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { idsOf } from '#people/service/list.ts'
import { firstFollowUp } from '../assignment/service.ts'
import type { Stage } from '../rules/stages.ts'
import { leads, stageHistory } from '../tables.ts'
import { firstRank, lockColumn } from './ranks.ts'

/** As many at once as one transaction should hold. */
const BATCH = 500
/** As many as one click may added to the board; an import brings its own in batches. */
export const MAX_LEADS = 5_000

interface NewCards {
  personIds: string[]
  stage: Stage
  source?: string | null
}

/** Puts people on the board, in their order, on top of the column; people with an open lead are skipped. Returns how many. */
export async function addPeople(ctx: Ctx, { personIds, stage, source }: NewCards): Promise<number> {
  if (personIds.length === 0) return 0
  const at = clock.now()
  await lockColumn(ctx, stage)
  const open = await ctx.db
    .select({ personId: leads.personId })
    .from(leads)
    .where(and(inArray(leads.personId, personIds), isNull(leads.deletedAt), ne(leads.status, 'closed')))
  const known = new Set(open.map(row => row.personId))
  const fresh = personIds.filter(id => !known.has(id))
  await makeRoom(ctx, 'leads', fresh.length)
  const ranks = generateNKeysBetween(null, await firstRank(ctx, stage), fresh.length)
  const followUpAt = stage === 'new' ? await firstFollowUp(ctx) : null
  const userId = userOf(ctx)
  for (let from = 0; from < fresh.length; from += BATCH) {
    const some = fresh.slice(from, from + BATCH)
    const made = await ctx.db
      .insert(leads)
      .values(
        some.map((personId, i) => ({
          personId,
          status: stage,
          source: source ?? null,
          rank: ranks[from + i]!,
          stageEnteredAt: at,
          followUpAt,
          createdBy: userId,
        })),
      )
      .returning({ id: leads.id, personId: leads.personId })
    await ctx.db.insert(stageHistory).values(made.map(lead => ({ leadId: lead.id, to: stage, userId })))
    // Straight into the timeline: a job for each of thousands would say no more.
    await addToTimeline(
      ctx,
      made.map(({ id, personId }) => ({
        personId,
        at,
        userId,
        type: 'lead.created',
        data: { leadId: id },
        sourceKey: `lead:${id}`,
      })),
    )
  }
  if (fresh.length > 0) announce(ctx, 'leads')
  return fresh.length
}

/** Puts chosen people on the board. */
export async function addMany(ctx: Ctx, { selection, status }: { selection: Selection; status: Stage }) {
  const personIds = await idsOf(ctx, selection, MAX_LEADS)
  return { changed: await addPeople(ctx, { personIds, stage: status }) }
}
