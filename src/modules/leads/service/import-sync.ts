import { sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { type Stage, stages } from '../rules/stages.ts'
import { leads, stageHistory } from '../tables.ts'
import { boardImported, unboardUndone } from '../tasks.ts'
import { stagesNamed } from './import-stages.ts'
import { rankOnTop } from './ranks.ts'

const BATCH = 500

interface Origin {
  importId: string
  userId: string | null
  stage: Stage
}

/** Has an import's new people put on the board soon, in this stage unless their row names another. */
export const addImportedLeadsLater = (ctx: Ctx, origin: Origin) => enqueue(ctx, boardImported, origin)

/** Has the cards of an undone import removed soon. */
export const removeUndoneLeadsLater = (ctx: Ctx, importId: string) => enqueue(ctx, unboardUndone, { importId })

/**
 * Puts some of an import's new people on the board, each once; true while there are more. Nobody is reminded of them:
 * a list of thousands would become thousands of overdue follow-ups at once.
 */
export async function addImportedLeads(ctx: Ctx, { importId, userId, stage }: Origin): Promise<boolean> {
  // Two who take the same people at once would put them on the board twice.
  await advisoryLock(ctx.db, `leads of import ${importId}`)
  const { rows } = await ctx.db.execute<{
    id: string
    source: string | null
    owner: string | null
  }>(sql`
    select p.id, p.source, p.assigned_to as owner from people p
    where p.import_id = ${importId} and p.deleted_at is null
      and not exists (select from leads l where l.client_id = p.client_id and l.person_id = p.id)
    order by p.id desc limit ${BATCH}`)
  const named = await stagesNamed(
    ctx,
    importId,
    rows.map(row => row.id),
  )
  const at = clock.now()
  for (const status of stages) {
    // The later of the file first, so that its first row comes to lie on top.
    const theirs = rows.filter(row => stageOf(named.get(row.id), stage) === status).reverse()
    if (theirs.length === 0) continue
    const ranks = generateNKeysBetween(null, await rankOnTop(ctx, status), theirs.length)
    const made = await ctx.db
      .insert(leads)
      .values(
        theirs.map(({ id, source, owner }, i) => ({
          personId: id,
          status,
          source,
          assignedTo: owner,
          rank: ranks[i]!,
          stageEnteredAt: at,
          createdBy: userId,
          // How it ended, the file doesn't say: such cards count in no rate.
          ...(status === 'closed' && { closedAt: at }),
        })),
      )
      .returning({ leadId: leads.id, personId: leads.personId })
    await ctx.db.insert(stageHistory).values(made.map(({ leadId }) => ({ leadId, to: status, userId })))
    await addToTimeline(
      ctx,
      made.map(card => entryOf(card, userId, at)),
    )
  }
  if (rows.length > 0) announce(ctx, 'leads')
  return rows.length === BATCH
}

const entryOf = ({ leadId, personId }: { leadId: string; personId: string }, userId: string | null, at: Date) => ({
  personId,
  userId,
  at,
  type: 'lead.created',
  data: { leadId },
  sourceKey: `lead:${leadId}`,
})

const stageOf = (named: string | undefined, otherwise: Stage): Stage =>
  stages.find(stage => stage === named) ?? otherwise

/** Cards of people whose import was undone, as long as nobody has moved them. */
export async function removeUndoneLeads(ctx: Ctx, importId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update leads set deleted_at = now() where id in (
      select l.id from leads l join people p on p.id = l.person_id
      where p.import_id = ${importId} and p.deleted_at is not null and l.deleted_at is null limit 1000)
    returning id`)
  if (rows.length > 0) announce(ctx, 'leads')
  return rows.length === 1000
}
