import { z } from 'zod'
import type { Event } from '#kernel/jobs.ts'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import {
  firstGiftArrived,
  giftArrived,
  pledgeFulfilled,
  recurringBegan,
  recurringEnded,
  recurringFailed,
} from '../events.ts'

/** Events carry ids alone, and workflows see no gift: neither amounts nor funds reach a run. */
const startedBy = (event: Event<any>): WorkflowTrigger<{ personId: string | null }> => ({
  event,
  input: z.object({}),
  person: ({ personId }) => personId,
})

export const givingTriggers: Record<string, WorkflowTrigger> = {
  'giving.first_gift': startedBy(firstGiftArrived),
  'giving.gift_received': startedBy(giftArrived),
  'giving.recurring_began': startedBy(recurringBegan),
  'giving.recurring_failed': startedBy(recurringFailed),
  'giving.recurring_ended': startedBy(recurringEnded),
  'giving.pledge_fulfilled': startedBy(pledgeFulfilled),
}
