import { z } from 'zod'
import { enqueue, every, task } from '#kernel/jobs.ts'
import { askCarrier, compareWithCarrier } from './service.ts'
import { askCarrierLater } from './tasks.ts'

/** What becomes of a text does not depend on who may read it. */
const rights = ['pastoral'] as const

/** Asks the carrier what became of a text of which nobody knows. */
export const askingCarrier = task(askCarrierLater, (ctx, { id }) => askCarrier(ctx, id), { rights })

/** Notices get lost: what the carrier lists is laid beside what stands here, and prices are taken over. */
export const comparingWithCarrier = task(
  'messaging.compare',
  z.object({}),
  async ctx => void (await compareWithCarrier(ctx)),
  {
    rights,
  },
)
export const compareHourly = every('23 * * * *', 'messaging.compare-hourly', ctx =>
  enqueue(ctx, comparingWithCarrier, {}),
)
