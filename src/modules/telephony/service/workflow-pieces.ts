import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { callEnded } from '../events.ts'
import { calls } from '../tables.ts'

export const callTriggers: Record<string, WorkflowTrigger> = {
  'call.missed': {
    event: callEnded,
    input: z.object({}),
    async person({ id }: { id: string }, ctx) {
      const [row] = await ctx.db
        .select({ personId: calls.personId, missed: calls.missed, endedAt: calls.endedAt })
        .from(calls)
        .where(eq(calls.id, id))
      return row?.missed && row.endedAt ? row.personId : null
    },
  },
}
