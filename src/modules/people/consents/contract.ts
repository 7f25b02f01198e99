import { z } from 'zod'
import { Id, Instant, line, member, Nothing, resource } from '#kernel/contract.ts'
import { SkipReason } from '#messaging/contract.ts'
import { Selection } from '../contract.ts'

const channel = z.enum(['email', 'sms', 'voice'])
const Where = z.object({ value: line(254).pipe(z.string().min(1)), channel })
const Which = Where.extend({ topic: line(100).pipe(z.string().min(1)) })
/** Empty: the whole channel. */
const anyTopic = line(100)
const how = line(500).pipe(z.string().min(1, 'Please say how they consented'))

export const Consent = Where.extend({
  topic: anyTopic,
  topicName: z.string(),
  /** form, keyword, import, staff, link */
  source: z.string(),
  /** What it was given by: the form's name, the keyword, the file; empty where that is not known. */
  via: z.string(),
  /** The words that were shown, or of the person who recorded it. */
  wording: z.string(),
  at: Instant,
  /** What stands against it all the same. */
  against: SkipReason.nullable(),
})
export type Consent = z.infer<typeof Consent>

export const NewConsent = Which.extend({ personId: Id, how })
export type NewConsent = z.infer<typeof NewConsent>
export const NewConsents = z.object({ selection: Selection, channel, topic: Which.shape.topic, how })
export type NewConsents = z.infer<typeof NewConsents>
const count = z.number().int()

/** What people opted in to; what someone of the church heard or holds on paper is recorded here, with its proof. */
export const consents = resource(
  '/consents',
  {
    of: member('people.read')
      .input(z.object({ personId: Id }))
      .output(z.object({ items: z.array(Consent) })),
    add: member('messaging.write').input(NewConsent).output(Nothing),
    /** One address or number of each. */
    addMany: member('messaging.write')
      .input(NewConsents)
      .output(
        z.object({
          changed: count,
          /** Had said so before. */
          already: count,
          /** Have opted out, or can't be written to. */
          refused: count,
          /** Have no address or number for it. */
          without: count,
        }),
      ),
    /** Recorded by mistake, or they changed their mind. */
    withdraw: member('messaging.write')
      .input(Where.extend({ personId: Id, topic: anyTopic }))
      .output(Nothing),
  },
  {
    of: 'List the consents of a person',
    add: 'Record consent for a person',
    addMany: 'Record consent for many people',
    withdraw: 'Withdraw a recorded consent',
  },
  ['of'],
)
