import { z } from 'zod'
import { ById, CsvFile, house, Id, Instant, line, Nothing, Page, resource } from '#kernel/contract.ts'
import { subscriberStates } from '../rules/states.ts'

export const Subscriber = z.object({
  /** Of the ledger's latest word about the address. */
  id: Id,
  email: z.string(),
  name: z.string(),
  /** form, link, staff, import … */
  source: z.string(),
  /** The latest yes. */
  consentedAt: Instant,
  status: z.enum(subscriberStates),
  /** The latest of: yes, no, newsletter sent. */
  lastActivityAt: Instant,
})
export type Subscriber = z.infer<typeof Subscriber>

export const SubscriberFilter = z.object({
  search: line(200).optional(),
  status: z.enum(subscriberStates).optional(),
  sort: z.enum(['consentedAt', '-consentedAt', 'email', '-email', 'name', '-name']).default('-consentedAt'),
})
export type SubscriberFilter = z.infer<typeof SubscriberFilter>
export const SubscriberList = SubscriberFilter.extend(Page.shape)
export type SubscriberList = z.infer<typeof SubscriberList>

/** Who opted in to the newsletter of the operator, newest first. */
export const newsletterSubscribers = resource(
  '/newsletter-subscribers',
  {
    list: house.input(SubscriberList).output(
      z.object({
        items: z.array(Subscriber),
        nextCursor: z.string().nullable(),
        total: z.number().int(),
        /** Whom a newsletter would reach, whatever is searched for. */
        subscribed: z.number().int(),
      }),
    ),
    export: house.input(SubscriberFilter).output(CsvFile),
    unsubscribe: house.input(ById).output(Nothing),
    /** A mailbox that is there again after all: lifts the suppression of a bounce. */
    allow: house.input(ById).output(Nothing),
  },
  {
    list: 'List newsletter subscribers',
    export: 'Export newsletter subscribers as CSV',
    unsubscribe: 'Unsubscribe a subscriber',
    allow: 'Allow a suppressed subscriber again',
  },
  ['export'],
)
