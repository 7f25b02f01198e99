import { z } from 'zod'
import { Instant } from '#kernel/contract.ts'
import { SkipReason } from '#messaging/contract.ts'

const Count = z.number().int()
export const Skips = z.partialRecord(SkipReason, Count)

/** What became of a campaign so far; the parts add up to `total`. */
export const Progress = z.object({
  total: Count,
  /** Not yet on its way. */
  waiting: Count,
  sent: Count,
  /** Of `sent`, where the mail server says so. */
  delivered: Count,
  bounced: Count,
  failed: Count,
  /** Left without an answer: nobody knows, and it isn't repeated. */
  unknown: Count,
  skipped: Count,
  skippedBy: Skips,
  complained: Count,
  unsubscribed: Count,
  /** The mail server's words while it can't be reached. */
  problem: z.string().nullable(),
})
export type Progress = z.infer<typeof Progress>

/** What its readers did; each is counted once. */
export const Reading = z.object({
  /** Who opened it, as far as pictures tell: some programs show none, some fetch them all. */
  opened: Count,
  /** Whose mail was fetched by a machine alone. */
  machineOpened: Count,
  clicked: Count,
  replied: Count,
  links: z.array(z.object({ url: z.string(), people: Count, clicks: Count })),
  /** Who waits for their own clock, and when it is the next one’s and the last one’s turn. */
  later: z.object({ people: Count, next: Instant.nullable(), last: Instant.nullable() }),
  /** Until then nothing further leaves: the day's share is used up. */
  waitsUntil: Instant.nullable(),
  /** Mails a day at present; null: no limit. */
  cap: Count.nullable(),
})
export type Reading = z.infer<typeof Reading>
