import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Flag, Id, Instant, member, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { Count, Currency, Positive, plainProse } from '../rules/shapes.ts'
import { pledgeFrequencies } from '../rules/states.ts'

export const Pledge = z.object({
  id: Id,
  personId: Id.nullable(),
  householdId: Id.nullable(),
  donor: z.string(),
  fundId: Id.nullable(),
  fund: z.string().nullable(),
  campaignId: Id.nullable(),
  campaign: z.string().nullable(),
  currency: z.string(),
  amount: Count,
  frequency: z.enum(pledgeFrequencies),
  startDate: z.string(),
  endDate: z.string().nullable(),
  note: z.string(),
  /** Of the whole time; without an end, up to today. */
  pledged: Count,
  given: Count,
  fulfilled: z.boolean(),
  canceledAt: Instant.nullable(),
  version: Version,
})
export type Pledge = z.infer<typeof Pledge>
const fields = {
  amount: Positive,
  frequency: z.enum(pledgeFrequencies),
  startDate: day(),
  endDate: z.preprocess(value => (value === '' ? null : value), day().nullable()),
  note: plainProse(1_000),
}
export const NewPledge = z.object({
  ...fields,
  personId: Id.nullable().default(null),
  householdId: Id.nullable().default(null),
  fundId: Id.nullable().default(null),
  campaignId: Id.nullable().default(null),
  currency: Currency.optional(),
  endDate: fields.endDate.default(null),
  note: fields.note.default(''),
})
export type NewPledge = z.infer<typeof NewPledge>
export const ChangedPledge = z.object({ id: Id, version: Version, ...z.object(fields).partial().shape })
export type ChangedPledge = z.infer<typeof ChangedPledge>
export const PledgeFilter = Page.extend({
  campaign: Id.optional(),
  person: Id.optional(),
  canceled: Flag.optional(),
})
export type PledgeFilter = z.infer<typeof PledgeFilter>

export const pledges = resource(
  '/pledges',
  {
    list: member('giving.read').input(PledgeFilter).output(pageOf(Pledge)),
    get: member('giving.read').input(ById).output(Pledge),
    create: member('giving.write').input(NewPledge).output(Pledge),
    update: member('giving.write').input(ChangedPledge).output(Pledge),
    cancel: member('giving.write').input(ById).output(Pledge),
  },
  {
    list: 'List pledges',
    get: 'Get a pledge',
    create: 'Create a pledge',
    update: 'Update a pledge',
    cancel: 'Cancel a pledge',
  },
)
