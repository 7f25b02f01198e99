import { z } from 'zod'
import { ById, Id, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { planIntervals } from '#payments/plans/rules.ts'
import { audienceKinds, offerKinds } from '../rules/offers.ts'

const Minor = z.number('Please enter an amount').int().min(0, 'Please enter an amount').max(100_000_000)
const fields = {
  name: line(120).pipe(z.string().min(1, 'Please enter a name')),
  description: prose(1_000),
  kind: z.enum(offerKinds),
  /** Minor units of the account’s currency: the price, or of “Pay what you can” what is suggested. */
  amount: Minor,
  interval: z.enum(planIntervals).nullable(),
  /** Of a payment plan: how many payments. */
  times: z.number('Please enter a number').int().min(2, 'At least 2').max(60, 'At most 60').nullable(),
  code: line(40),
  audience: z.enum(audienceKinds).nullable(),
  /** The group, tag or segment. */
  audienceId: Id.nullable(),
  /** Days of access from the start; null: for good, or as long as it is paid. */
  accessDays: z.number('Please enter a number').int().min(1, 'At least 1').max(3_650, 'At most 3,650').nullable(),
  /** Empty: every course of the site. */
  courseIds: z.array(Id).max(100, 'Up to 100 courses'),
  isOn: z.boolean(),
}

export const Offer = z.object({
  id: Id,
  siteId: Id,
  ...fields,
  name: z.string(),
  currency: z.string(),
  /** What visitors read. */
  price: z.string(),
  /** People who came by it. */
  members: z.number().int(),
  version: Version,
})
export type Offer = z.infer<typeof Offer>

export const NewOffer = z.object(fields).partial().required({ name: true, kind: true }).extend({ siteId: Id })
export type NewOffer = z.infer<typeof NewOffer>
/** How people get in never changes: another way is another offer. */
export const OfferChange = z.object(fields).omit({ kind: true }).partial().extend({ id: Id, version: Version })
export type OfferChange = z.infer<typeof OfferChange>

export const membershipOffers = resource(
  '/membership-offers',
  {
    list: member('content.read')
      .input(z.object({ siteId: Id }))
      .output(z.object({ items: z.array(Offer) })),
    get: member('content.read').input(ById).output(Offer),
    create: member('content.write').input(NewOffer).output(Offer),
    update: member('content.write').input(OfferChange).output(Offer),
    /** One that was used is switched off instead. */
    remove: member('content.write').input(ById).output(Nothing),
  },
  {
    list: 'List offers of a membership site',
    get: 'Get an offer of a membership site',
    create: 'Create an offer',
    update: 'Update an offer',
    remove: 'Delete an offer',
  },
)
