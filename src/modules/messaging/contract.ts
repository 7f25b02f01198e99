import { z } from 'zod'
import { Id, Instant, member, Page, pageOf, resource } from '#kernel/contract.ts'
import { channels, messageStates, purposes } from './rules/states.ts'
import { skipReasons } from './send-policy/rules/reasons.ts'

export const SkipReason = z.enum(skipReasons)

export const Message = z.object({
  id: Id,
  channel: z.enum(channels),
  recipient: z.string(),
  sender: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  kind: z.string(),
  state: z.enum(messageStates),
  provider: z.string().nullable(),
  problem: z.string().nullable(),
  /** Why the gate did not let it through. */
  skipReason: SkipReason.nullable(),
  purpose: z.enum(purposes),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type Message = z.infer<typeof Message>

export const OutboxFilter = Page.extend({ recipient: z.string().max(254).optional() })
export type OutboxFilter = z.infer<typeof OutboxFilter>

/** What has left, or is waiting to leave, newest first. */
export const outbox = resource(
  '/outbox',
  {
    list: member('settings.read').input(OutboxFilter).output(pageOf(Message)),
  },
  { list: 'List messages in the outbox' },
)
