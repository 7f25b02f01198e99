import { z } from 'zod'
import { ById, external, Instant, resource } from '#kernel/contract.ts'

/** A mail as it arrived, before anything was read from it. */
export const OriginalEmail = z.object({
  /** In their order, each on one line. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Bytes. */
  size: z.number().int(),
  /** Until then it can be opened; null: for good. */
  keptUntil: Instant.nullable(),
})
export type OriginalEmail = z.infer<typeof OriginalEmail>

export const inboundEmails = resource(
  '/inbound-emails',
  {
    /** `id` is that of the message; NOT_FOUND once the original is no longer kept. */
    original: external.member('conversations.read').input(ById).output(OriginalEmail),
  },
  { original: 'Read the headers of an email as it arrived' },
)
