import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Id, Instant, member, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { Amount, Currency, Positive } from '../rules/shapes.ts'
import { frequencies } from '../rules/states.ts'
import { endedReasons, recurringStatuses } from './rules.ts'

export const RecurringGift = z.object({
  id: Id,
  personId: Id.nullable(),
  donor: z.string(),
  status: z.enum(recurringStatuses),
  frequency: z.enum(frequencies),
  currency: Currency,
  /** Each time, without a covered fee. */
  amount: Amount,
  coverFees: z.boolean(),
  lines: z.array(
    z.object({ fundId: Id, fund: z.string(), archived: z.boolean(), campaignId: Id.nullable(), amount: Amount }),
  ),
  nextOn: z.string(),
  pausedUntil: z.string().nullable(),
  brand: z.string(),
  last4: z.string(),
  expires: z.string().nullable(),
  failures: z.number().int(),
  problem: z.string(),
  endedReason: z.enum(endedReasons).nullable(),
  endedAt: Instant.nullable(),
  createdAt: Instant,
  version: Version,
})
export type RecurringGift = z.infer<typeof RecurringGift>

export const RecurringFilter = Page.extend({ status: z.enum(recurringStatuses).optional(), personId: Id.optional() })
export type RecurringFilter = z.infer<typeof RecurringFilter>
export const Pause = z.object({ id: Id, until: day().nullable().default(null) })
export type Pause = z.infer<typeof Pause>
export const ChangedRecurring = z.object({
  id: Id,
  version: Version,
  frequency: z.enum(frequencies).optional(),
  nextOn: day().optional(),
  lines: z
    .array(z.object({ fundId: Id, campaignId: Id.nullable().default(null), amount: Positive }))
    .min(1)
    .max(20)
    .optional(),
})
export type ChangedRecurring = z.infer<typeof ChangedRecurring>

export const recurringGifts = resource(
  '/recurring-gifts',
  {
    list: member('giving.read').input(RecurringFilter).output(pageOf(RecurringGift)),
    get: member('giving.read').input(ById).output(RecurringGift),
    update: member('giving.write').input(ChangedRecurring).output(RecurringGift),
    pause: member('giving.write').input(Pause).output(RecurringGift),
    resume: member('giving.write').input(ById).output(RecurringGift),
    skip: member('giving.write').input(ById).output(RecurringGift),
    cancel: member('giving.write').input(ById).output(RecurringGift),
    moveFund: member('giving.write')
      .input(z.object({ from: Id, to: Id }))
      .output(z.object({ moved: z.number().int() })),
  },
  {
    list: 'List recurring gifts',
    get: 'Get a recurring gift',
    update: 'Change a recurring gift',
    pause: 'Pause a recurring gift',
    resume: 'Resume a recurring gift',
    skip: 'Skip the next date of a recurring gift',
    cancel: 'Cancel a recurring gift',
    moveFund: 'Move all recurring gifts of a fund to another one',
  },
)
