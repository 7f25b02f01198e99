import { z } from 'zod'
import { noCardNumbers } from '#card-numbers/rules.ts'
import { ById, Id, Instant, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { answerFields, asAnswer, When } from '../contract.ts'
import { answerChannels, scheduledStates } from '../rules/states.ts'

/** An answer that waits for its time. */
export const Scheduled = z.object({
  id: Id,
  conversationId: Id,
  channel: z.enum(answerChannels),
  subject: z.string(),
  text: z.string(),
  files: z.array(z.object({ id: Id, name: z.string(), size: z.number().int() })),
  sendAt: Instant,
  state: z.enum(scheduledStates),
  /** Why it was not sent. */
  problem: z.string().nullable(),
  author: z.string().nullable(),
  version: Version,
})
export type Scheduled = z.infer<typeof Scheduled>

export const NewScheduled = asAnswer(
  z.object({
    conversationId: Id,
    ...answerFields,
    sendAt: When,
    /** Made by the screen: pressed twice, it is written once. */
    key: Id,
  }),
)
export type NewScheduled = z.infer<typeof NewScheduled>

export const ScheduledChange = z.object({
  id: Id,
  version: Version,
  text: noCardNumbers(prose(10_000)).optional(),
  subject: z.string().trim().max(200).optional(),
  sendAt: When.optional(),
})
export type ScheduledChange = z.infer<typeof ScheduledChange>

export const scheduledReplies = resource(
  '/scheduled-replies',
  {
    /** What waits in a thread, and what came to nothing within the last days. */
    list: member('conversations.read')
      .input(z.object({ conversationId: Id }))
      .output(z.object({ items: z.array(Scheduled) })),
    create: member('conversations.write').input(NewScheduled).output(Scheduled),
    update: member('conversations.write').input(ScheduledChange).output(Scheduled),
    cancel: member('conversations.write').input(ById).output(Nothing),
    /** Past the gate at once; pressed twice, it leaves once. */
    sendNow: member('conversations.write').input(ById).output(Nothing),
  },
  {
    list: 'List scheduled messages',
    create: 'Schedule a message',
    update: 'Update a scheduled message',
    cancel: 'Cancel a scheduled message',
    sendNow: 'Send a scheduled message now',
  },
)
