import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import type { WorkflowAction } from '#kernel/server-modules.ts'
import { NewRequest } from '../contract.ts'
import { askOne } from './asking.ts'

export const RequestStep = NewRequest.omit({ id: true, personId: true })
type RequestStep = z.infer<typeof RequestStep>

/** One person, by the same way as many; whom the rules leave out is left out, and the workflow goes on. */
async function runRequestStep(
  ctx: Ctx,
  { personId, input }: { personId: string; input: RequestStep; key: string },
): Promise<object> {
  const request = await askOne(ctx, { ...input, id: randomUUID(), personId })
  if (!request) return { skipped: 'no_address' }
  if (request.state === 'cancelled') return { skipped: 'cancelled' }
  return request.state === 'skipped' ? { skipped: request.skipReason } : { messageId: request.messageId }
}

export const requestActions: Record<string, WorkflowAction> = {
  'reputation.ask': { input: RequestStep, run: runRequestStep },
}
