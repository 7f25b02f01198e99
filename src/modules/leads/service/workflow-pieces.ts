import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { setAssignee } from '#people/service.ts'
import { nextInRotation } from '../assignment/service.ts'
import type { LeadChange } from '../contract.ts'
import { leadCreated, leadMoved } from '../events.ts'
import { stages } from '../rules/stages.ts'
import { addLeads, update } from '../service.ts'
import { leads } from '../tables.ts'
import { move } from './board.ts'

const person = ({ personId }: { personId: string }) => personId

/** Someone with a card on the board; in that stage, if one is named. */
const onBoard = (stage?: string | null): SQL =>
  sql`people.id in (select l.person_id from leads l where l.client_id = people.client_id and l.deleted_at is null
    ${stage ? sql`and l.status = ${stage}` : sql``})`

export const leadTriggers: Record<string, WorkflowTrigger> = {
  'lead.created': { event: leadCreated, input: z.object({}), person, existing: () => onBoard() },
  'lead.moved': {
    event: leadMoved,
    input: z.object({ to: z.enum(stages).nullish() }),
    person,
    fits: ({ to }, input) => !input.to || input.to === to,
    existing: (_, { to }) => onBoard(to),
  },
}

/** The newest card of the person that is still on the board. */
async function cardOf(ctx: Ctx, personId: string) {
  const [row] = await ctx.db
    .select({ id: leads.id, status: leads.status, assignedTo: leads.assignedTo, version: leads.version })
    .from(leads)
    .where(and(eq(leads.personId, personId), isNull(leads.deletedAt)))
    .orderBy(desc(leads.id))
    .limit(1)
  return row
}

const Open = z.object({ stage: z.enum(stages).exclude(['closed']) })

export const leadActions: Record<string, WorkflowAction> = {
  'leads.add': {
    input: Open,
    async run(ctx, { personId, input: { stage } }) {
      const known = await cardOf(ctx, personId)
      if (known && known.status !== 'closed') return { leadId: known.id, known: true }
      const [lead] = await addLeads(ctx, [{ personId, status: stage, source: 'Automation', notes: '' } as never])
      return { leadId: lead!.id }
    },
  },
  'leads.assign_next': {
    input: z.object({}),
    async run(ctx, { personId }) {
      const userId = await nextInRotation(ctx)
      if (!userId) return { skipped: 'no_member' }
      await setAssignee(ctx, personId, userId)
      const lead = await cardOf(ctx, personId)
      if (lead && lead.assignedTo !== userId)
        await update(ctx, { id: lead.id, version: lead.version, assignedTo: userId } as LeadChange)
      return { userId, ...(lead && { leadId: lead.id }) }
    },
  },
  'leads.move': {
    input: Open,
    async run(ctx, { personId, input: { stage } }) {
      const lead = await cardOf(ctx, personId)
      if (!lead || lead.status === stage) return { moved: false }
      await move(ctx, { id: lead.id, status: stage, after: null } as never)
      return { moved: true, leadId: lead.id, from: lead.status }
    },
  },
}
