import { z } from 'zod'
import { ById, CsvFile, external, Id, Instant, Nothing, Page, pageOf, platform, resource } from '#kernel/contract.ts'
import { subscriptionStates } from '../rules/states.ts'
import { intervals } from '../rules.ts'
import { Invoice } from '../subscriptions/contract.ts'

/** A subscription as the operator sees it. */
export const SoldSubscription = z.object({
  id: Id,
  clientId: Id,
  client: z.string(),
  /** Who bought it. */
  buyer: z.string().nullable(),
  plan: z.string(),
  priceId: Id,
  unitAmount: z.number().int(),
  currency: z.string(),
  interval: z.enum(intervals),
  status: z.enum(subscriptionStates),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodStart: Instant,
  currentPeriodEnd: Instant,
  trialEnd: Instant.nullable(),
  comp: z.boolean(),
  page: z.string().nullable(),
})
export type SoldSubscription = z.infer<typeof SoldSubscription>

const Refundable = Invoice.extend({
  /** Why it can't be given back; null where it can. */
  whyNot: z.string().nullable(),
})
const Filter = Page.extend({ search: z.string().max(200).optional(), status: z.enum(subscriptionStates).optional() })
export type SoldFilter = z.infer<typeof Filter>

export const subscriptions = resource(
  '/admin/subscriptions',
  {
    list: platform.input(Filter).output(pageOf(SoldSubscription)),
    export: platform.input(Filter.omit({ cursor: true, limit: true })).output(CsvFile),
    invoices: platform.input(ById).output(z.object({ items: z.array(Refundable) })),
    cancel: external.platform.input(z.object({ id: Id, when: z.enum(['now', 'period_end']) })).output(SoldSubscription),
    resume: external.platform.input(ById).output(SoldSubscription),
    extendTrial: external.platform
      .input(z.object({ id: Id, days: z.number().int().min(1, 'At least one day').max(365, 'At most 365 days') }))
      .output(SoldSubscription),
    comp: external.platform.input(z.object({ id: Id, free: z.boolean() })).output(SoldSubscription),
    preview: external.platform
      .input(z.object({ id: Id, priceId: Id }))
      .output(z.object({ amount: z.number().int(), currency: z.string() })),
    change: external.platform
      .input(z.object({ id: Id, priceId: Id, when: z.enum(['now', 'period_end']) }))
      .output(SoldSubscription),
    /** Tries once more to collect an open invoice. */
    collect: external.platform.input(z.object({ id: Id, invoiceId: Id })).output(z.object({ paid: z.boolean() })),
    refund: external.platform.input(z.object({ id: Id, invoiceId: Id })).output(Nothing),
  },
  {
    list: 'List all subscriptions',
    export: 'Export subscriptions as CSV',
    invoices: 'List the invoices of a subscription',
    cancel: 'Cancel a subscription',
    resume: 'Resume a subscription',
    extendTrial: 'Extend a trial',
    comp: 'Give a subscription for free',
    preview: 'Preview a plan change for an account',
    change: 'Change the plan of an account',
    collect: 'Collect an open invoice',
    refund: 'Refund a payment',
  },
  ['invoices', 'export'],
)
