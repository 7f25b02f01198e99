import { z } from 'zod'
import { noCardNumbers } from '#card-numbers/rules.ts'
import { Id, Instant, line, prose, publicOf, resource } from '#kernel/contract.ts'

const required = (text: z.ZodType<string>, message: string) => text.pipe(z.string().min(1, message))

export const NewSubmission = z.object({
  /** Whose form it is: `site` is the public site's own. */
  form: z.literal('site'),
  name: noCardNumbers(required(line(200), 'Name is required')),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Email is required')
    .max(254, 'Email is invalid')
    .pipe(z.email('Email is invalid')),
  subject: noCardNumbers(required(line(200), 'Subject is required')),
  message: noCardNumbers(required(prose(10_000), 'Message is required')),
  isSubscribed: z.boolean().default(false),
  /** Milliseconds since the form was shown. */
  elapsed: z.number().int().min(0).max(1e12),
  /** Hidden from people; a robot fills it in. */
  website: z.string().max(500).default(''),
})
export type NewSubmission = z.infer<typeof NewSubmission>

/** What was stored, as the sender wrote it. */
export const ReceivedSubmission = NewSubmission.pick({
  name: true,
  email: true,
  subject: true,
  message: true,
  isSubscribed: true,
}).extend({
  id: Id,
  createdAt: Instant,
})
export type ReceivedSubmission = z.infer<typeof ReceivedSubmission>

export const contact = resource(
  '/contact',
  { submit: publicOf('form').input(NewSubmission).output(ReceivedSubmission) },
  { submit: 'Send a message to Lampstand' },
)
