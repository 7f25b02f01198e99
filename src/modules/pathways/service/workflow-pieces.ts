import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { pathwayCompleted, pathwayJoined } from '../events.ts'
import { join } from '../people/service.ts'
import { pathways } from '../tables.ts'

const input = z.object({ pathwayId: z.uuid().nullish() })
type Chosen = z.infer<typeof input>
const person = ({ personId }: { personId: string }) => personId
const fits = ({ pathwayId }: { pathwayId: string }, chosen: Chosen) =>
  !chosen.pathwayId || chosen.pathwayId === pathwayId
const among = ({ pathwayId }: Chosen, isCompleted: boolean) =>
  sql`people.id in (select w.person_id from pathway_people w where w.client_id = people.client_id and w.ended_at is null
    ${pathwayId ? sql`and w.pathway_id = ${pathwayId}` : sql``} ${isCompleted ? sql`and w.completed_at is not null` : sql``})`

export const pathwayTriggers: Record<string, WorkflowTrigger> = {
  'pathway.joined': { event: pathwayJoined, input, person, fits, existing: (_, chosen) => among(chosen, false) },
  'pathway.completed': { event: pathwayCompleted, input, person, fits, existing: (_, chosen) => among(chosen, true) },
}

export const pathwayActions: Record<string, WorkflowAction> = {
  'pathway.join': {
    input: z.object({ pathwayId: z.uuid() }),
    async run(ctx, { personId, input: { pathwayId } }) {
      const [pathway] = await ctx.db
        .select({ id: pathways.id, name: pathways.name })
        .from(pathways)
        .where(and(eq(pathways.id, pathwayId), eq(pathways.state, 'active'), isNull(pathways.deletedAt)))
      if (!pathway) return { skipped: 'no_pathway' }
      const [made] = await join(ctx, pathway, [personId], null)
      return made ? { pathwayPersonId: made.id } : { known: true }
    },
  },
}
