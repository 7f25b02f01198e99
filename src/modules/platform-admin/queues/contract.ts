import { z } from 'zod'
import { CsvFile, Id, Instant, Nothing, Page, pageOf, platform, resource } from '#kernel/contract.ts'

export const Queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
})
export type Queue = z.infer<typeof Queue>

export const FailedJob = z.object({
  id: Id,
  queue: z.string(),
  /** Whose work it is; null for what belongs to no account. */
  clientName: z.string().nullable(),
  error: z.string(),
  /** How often it was tried. */
  tries: z.number().int(),
  failedAt: Instant,
})
export type FailedJob = z.infer<typeof FailedJob>

const One = z.object({ id: Id })
const Many = z.object({ queue: z.string().max(100).optional() })

/** What runs in the background, and what failed for good. */
export const queues = resource(
  '/operator/queues',
  {
    list: platform.input(Nothing).output(z.object({ items: z.array(Queue), failed: z.number().int() })),
    failed: platform.input(Page.extend(Many.shape)).output(pageOf(FailedJob)),
    /** From the beginning, with as many tries as at first. */
    retry: platform.input(One).output(Nothing),
    retryAll: platform.input(Many).output(z.object({ changed: z.number().int() })),
    dismiss: platform.input(One).output(Nothing),
    export: platform.input(Many).output(CsvFile),
  },
  ['failed', 'export'],
)
