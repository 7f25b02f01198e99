import { emit, enqueue, every, on, task } from '#kernel/jobs.ts'
import { batchMoved, messagesQueued, textLost } from '../events.ts'
import { accountsWithOpenMessages, giveUpUnknownTexts, listUnknownTexts } from '../sms-status/service.ts'
import { askCarrierLater } from '../sms-status/tasks.ts'
import { listStuck, settleMessage } from './service/state.ts'
import { deliverAll } from './service.ts'
import { deliver } from './tasks.ts'

/** What is delivered, and what becomes of it, does not depend on who may read it. */
const rights = ['pastoral'] as const

export const delivering = task(
  deliver,
  (ctx, { messageIds, paced = false }, attempt) => deliverAll(ctx, messageIds, paced, attempt),
  { rights },
)

/** Messages of one job: few enough that a stopped worker leaves little behind. */
const HANDFUL = 50

export const queued = on(messagesQueued, 'messaging.queued', async (ctx, { messageIds, notBefore }) => {
  const after = notBefore ? { after: new Date(notBefore) } : {}
  for (let i = 0; i < messageIds.length; i += HANDFUL)
    await enqueue(ctx, deliver, { messageIds: messageIds.slice(i, i + HANDFUL) }, after)
})

/** A worker that was killed between claim and answer leaves "sending": nobody knows whether it left. */
export const sweep = every(
  '*/5 * * * *',
  'messaging.sweep',
  async ctx => {
    const stuck = await listStuck(ctx)
    for (const { id } of stuck)
      await settleMessage(ctx, id, { state: 'unknown', problem: 'The worker stopped while sending' })
    for (const batchId of new Set(stuck.flatMap(one => one.batchId ?? []))) await emit(ctx, batchMoved, { batchId })
    for (const { id } of await listUnknownTexts(ctx)) await enqueue(ctx, askCarrierLater, { id })
    for (const { id } of await giveUpUnknownTexts(ctx)) await emit(ctx, textLost, { messageId: id })
  },
  accountsWithOpenMessages,
  { rights },
)
