import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, CsvFile, exporting, Id, Instant, line, member, Page, pageOf, prose, resource } from '#kernel/contract.ts'
import { Message } from '#messaging/contract.ts'

export const TextRecord = z.object({
  id: Id,
  /** At the carrier. */
  sid: z.string().nullable(),
  direction: z.enum(['in', 'out']),
  from: z.string(),
  to: z.string(),
  /** Of the other side, where it is one person's. */
  name: z.string().nullable(),
  personId: Id.nullable(),
  body: z.string(),
  status: Message.shape.state,
  skipReason: Message.shape.skipReason,
  /** Queued: until then it waits for the end of quiet hours. */
  heldUntil: Instant.nullable(),
  errorCode: z.string().nullable(),
  /** Why it did not arrive, and what helps. */
  problem: z.string().nullable(),
  fix: z.string().nullable(),
  segments: z.number().int().nullable(),
  mayRetry: z.boolean(),
  /** Its thread. */
  conversationId: Id.nullable(),
  createdAt: Instant,
})
export type TextRecord = z.infer<typeof TextRecord>

const filters = {
  search: z.string().trim().max(200).optional(),
  direction: z.enum(['in', 'out']).optional(),
  /** `pending`: not known to have arrived; `held`, of these: waits for the end of quiet hours, or its campaign is paused. */
  status: z.enum(['delivered', 'undelivered', 'failed', 'pending', 'held', 'unknown', 'skipped']).optional(),
  number: z.string().max(30).optional(),
  from: day().optional(),
  to: day().optional(),
}
export const TextFilter = Page.extend(filters)
export type TextFilter = z.infer<typeof TextFilter>
export const TextExport = z.object(filters)

export const NewText = z
  .object({
    /** Made by the screen: pressed twice, it leaves once. */
    key: Id,
    personId: Id.optional(),
    to: line(50).optional(),
    body: prose(1_600).pipe(z.string().min(1, 'Please write something')),
    from: z.string().max(30).optional(),
    /** At night one is asked first: now all the same, or in the morning. */
    when: z.enum(['asked', 'now', 'morning']).default('asked'),
  })
  .refine(({ personId, to }) => personId || to, { path: ['to'], message: 'Please choose a person or enter a number' })
export type NewText = z.infer<typeof NewText>

export const texts = resource(
  '/texts',
  {
    list: member('telephony.use')
      .input(TextFilter)
      .output(pageOf(TextRecord).extend({ total: z.number().int().optional() })),
    export: exporting('telephony.use').input(TextExport).output(CsvFile),
    send: member('telephony.use').input(NewText).output(TextRecord),
    /** The same words again, where that may help. */
    retry: member('telephony.use').input(ById).output(TextRecord),
  },
  { list: 'List texts', export: 'Export texts as CSV', send: 'Send a text', retry: 'Retry a failed text' },
  ['export'],
)
