import { z } from 'zod'
import { line, member, Nothing, resource } from '#kernel/contract.ts'

const Key = line(100).pipe(z.string().min(1))
const name = line(80).pipe(z.string().min(1, 'Please enter a name'))
const fields = { name, description: line(300), isPublic: z.boolean(), doubleOptIn: z.boolean() }

export const Topic = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** Readers find it on their preference page. */
  isPublic: z.boolean(),
  /** A yes counts once it is confirmed by mail. */
  doubleOptIn: z.boolean(),
  /** The one that every church has: it can't be deleted. */
  standard: z.boolean(),
  /** Addresses and numbers whose last word is yes. */
  subscribed: z.number().int(),
})
export type Topic = z.infer<typeof Topic>

export const NewTopic = z.object({
  ...fields,
  description: fields.description.default(''),
  isPublic: fields.isPublic.default(true),
  doubleOptIn: fields.doubleOptIn.default(false),
})
export type NewTopic = z.infer<typeof NewTopic>
export const TopicChange = z
  .object({ key: Key, ...fields })
  .partial()
  .required({ key: true })
export type TopicChange = z.infer<typeof TopicChange>

const refusals = { TAKEN: { status: 409, message: 'There is already a topic with that name.' } } as const

/** What a church writes about; an opt-in names one of these. */
export const topics = resource(
  '/topics',
  {
    list: member('messaging.write')
      .input(Nothing)
      .output(z.object({ items: z.array(Topic) })),
    create: member('messaging.write').input(NewTopic).output(Topic).errors(refusals),
    change: member('messaging.write').input(TopicChange).output(Topic).errors(refusals),
    retire: member('messaging.write')
      .input(z.object({ key: Key }))
      .output(Nothing),
    restore: member('messaging.write')
      .input(z.object({ key: Key }))
      .output(Nothing),
  },
  {
    list: 'List topics',
    create: 'Create a topic',
    change: 'Update a topic',
    retire: 'Retire a topic',
    restore: 'Restore a topic',
  },
)
