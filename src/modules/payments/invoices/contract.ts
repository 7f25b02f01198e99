import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import {
  ById,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { lateFeeKinds, lateFeeRepeats } from './rules/late-fees.ts'
import { invoiceEventKinds, invoiceStates, manualMethods } from './rules/states.ts'
import { invoiceCurrencies, paymentTerms } from './rules/terms.ts'

const Email = z.union([z.literal(''), z.string().trim().toLowerCase().max(254).pipe(z.email('Email is invalid'))])
/** Minor units. */
const Minor = z.number().int()
const Positive = Minor.min(1, 'Please enter an amount').max(100_000_000_000)
const Percent = z.number().min(0).max(100, 'At most 100%').multipleOf(0.001)
const required = (most: number, message: string) => line(most).pipe(z.string().min(1, message))
/** Made by the screen, so that what is sent twice happens once. */
const Key = z.uuid()

const settings = {
  businessName: line(160),
  businessAddress: prose(500),
  footer: prose(500),
  hasLogo: z.boolean(),
  terms: z.enum(paymentTerms),
  /** Charged automatically on invoices finalized from now on. */
  lateFees: z.boolean(),
  lateFeeKind: z.enum(lateFeeKinds),
  lateFeeRate: Percent,
  lateFeeAmount: Minor.min(0).max(1_000_000_000),
  graceDays: z.number().int().min(0).max(365),
  lateFeeRepeat: z.enum(lateFeeRepeats),
  lateFeeCap: Positive.nullable(),
  reminders: z.boolean(),
  schedule: z.array(z.number().int().min(-60).max(365)).max(10, 'At most 10 reminders'),
  replyTo: Email,
}
export const InvoiceSettingsChange = z.object(settings)
export type InvoiceSettingsChange = z.infer<typeof InvoiceSettingsChange>
export const InvoiceSettings = InvoiceSettingsChange.extend({
  replyTo: z.string(),
  /** Of fixed fees and caps. */
  currency: z.string(),
  /** Whether there is a logo to include. */
  logo: z.boolean(),
  /** 0 while nothing was saved. */
  version: z.number().int().min(0),
})
export type InvoiceSettings = z.infer<typeof InvoiceSettings>

export const NewLine = z.object({
  description: required(500, 'Please describe what this is for'),
  quantity: z.number().positive('More than 0').max(1_000_000).multipleOf(0.001),
  /** Negative for a discount. */
  unitAmount: Minor.min(-1_000_000_000).max(1_000_000_000),
  taxName: line(60).default(''),
  taxRate: Percent.default(0),
})
export type NewLine = z.infer<typeof NewLine>

const draft = {
  personId: Id.nullable(),
  customerName: required(160, 'Please enter a name'),
  customerEmail: Email,
  customerAddress: prose(500),
  terms: z.enum(paymentTerms),
  memo: prose(2_000),
  lines: z.array(NewLine).min(1, 'Please add a line').max(100, 'At most 100 lines'),
}
export const NewInvoice = z.object({
  ...draft,
  personId: draft.personId.default(null),
  customerEmail: draft.customerEmail.default(''),
  customerAddress: draft.customerAddress.default(''),
  memo: draft.memo.default(''),
  /** Those of the settings where absent. */
  terms: draft.terms.optional(),
  /** The church's own where absent. */
  currency: z.enum(invoiceCurrencies).optional(),
})
export type NewInvoice = z.infer<typeof NewInvoice>
export const InvoiceChange = z
  .object({ ...draft, id: Id, version: Version })
  .partial()
  .required({ id: true, version: true })
export type InvoiceChange = z.infer<typeof InvoiceChange>

const summary = {
  id: Id,
  number: z.string().nullable(),
  state: z.enum(invoiceStates),
  personId: Id.nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  currency: z.string(),
  issuedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  total: Minor,
  /** Negative: the customer has a credit. */
  balance: Minor,
  createdAt: Instant,
  version: Version,
}
export const InvoiceSummary = z.object(summary)
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

export const Invoice = InvoiceSummary.extend({
  customerAddress: z.string(),
  terms: z.enum(paymentTerms),
  memo: z.string(),
  subtotal: Minor,
  tax: Minor,
  taxes: z.array(z.object({ name: z.string(), rate: z.number(), base: Minor, tax: Minor })),
  paid: Minor,
  credited: Minor,
  fees: Minor,
  lateFeesPaused: z.boolean(),
  chargesLateFees: z.boolean(),
  remindersStopped: z.enum(['staff', 'replied', 'unreachable']).nullable(),
  sentAt: Instant.nullable(),
  viewedAt: Instant.nullable(),
  /** The page where the customer pays; null while it is a draft. */
  url: z.string().nullable(),
  lines: z.array(
    z.object({
      id: Id,
      description: z.string(),
      quantity: z.number(),
      unitAmount: Minor,
      taxName: z.string(),
      taxRate: z.number(),
      amount: Minor,
      tax: Minor,
    }),
  ),
  payments: z.array(
    z.object({
      id: Id,
      method: z.string(),
      amount: Minor,
      paidAt: Instant,
      reference: z.string(),
      /** Recorded by hand, so it can be removed. */
      isManual: z.boolean(),
      /** Paid through a gateway, so it can be refunded. */
      isOnline: z.boolean(),
    }),
  ),
  credits: z.array(
    z.object({ id: Id, number: z.string(), issuedOn: z.string(), amount: Minor, tax: Minor, reason: z.string() }),
  ),
  lateFees: z.array(z.object({ period: z.number().int(), chargedOn: z.string(), amount: Minor, reversed: Minor })),
  timeline: z.array(
    z.object({
      id: Id,
      kind: z.enum(invoiceEventKinds),
      who: z.string().nullable(),
      amount: Minor.nullable(),
      detail: z.string(),
      happenedAt: Instant,
    }),
  ),
})
export type Invoice = z.infer<typeof Invoice>

const filters = {
  search: line(200).optional(),
  status: several(z.enum([...invoiceStates, 'overdue'])),
  personId: Id.optional(),
}
export const InvoiceFilter = Page.extend(filters)
export type InvoiceFilter = z.infer<typeof InvoiceFilter>

export const ManualPayment = z.object({
  id: Id,
  key: Key,
  method: z.enum(manualMethods),
  amount: Positive,
  /** The church's local day; today where absent. */
  paidOn: day().optional(),
  reference: line(120).default(''),
})
export type ManualPayment = z.infer<typeof ManualPayment>

export const NewCreditNote = z.object({ id: Id, key: Key, amount: Positive, reason: required(300, 'Please say why') })
export type NewCreditNote = z.infer<typeof NewCreditNote>

const own = () => member('payments.write')
export const invoices = resource(
  '/invoices',
  {
    list: own()
      .input(InvoiceFilter)
      .output(pageOf(InvoiceSummary).extend({ total: z.number().int() })),
    get: own().input(ById).output(Invoice),
    create: own().input(NewInvoice).output(Invoice),
    update: own().input(InvoiceChange).output(Invoice),
    remove: own().input(ById).output(Nothing),
    finalize: own().input(ById).output(Invoice),
    send: own()
      .input(ById.extend({ key: Key }))
      .output(Invoice),
    recordPayment: own().input(ManualPayment).output(Invoice),
    removePayment: own()
      .input(ById.extend({ paymentId: Id }))
      .output(Invoice),
    /** Some or all of what was paid through a gateway goes back; the invoice follows once the gateway says so. */
    refundPayment: own()
      .input(ById.extend({ paymentId: Id, amount: Positive, reason: required(300, 'Please say why') }))
      .output(Invoice),
    applyCredit: own()
      .input(ById.extend({ key: Key, fromId: Id }))
      .output(Invoice),
    creditNote: own().input(NewCreditNote).output(Invoice),
    void: own().input(ById).output(Invoice),
    markUncollectible: own().input(ById).output(Invoice),
    pause: own()
      .input(ById.extend({ lateFees: z.boolean().optional(), reminders: z.boolean().optional() }))
      .output(Invoice),
    taxRates: own()
      .input(Nothing)
      .output(z.object({ items: z.array(z.object({ name: z.string(), rate: z.number() })) })),
  },
  {
    list: 'List invoices',
    get: 'Get an invoice',
    create: 'Create a draft of an invoice',
    update: 'Update a draft of an invoice',
    remove: 'Delete a draft of an invoice',
    finalize: 'Finalize an invoice',
    send: 'Send an invoice by email',
    recordPayment: 'Record a payment of an invoice',
    removePayment: 'Remove a recorded payment of an invoice',
    refundPayment: 'Refund an online payment of an invoice',
    applyCredit: 'Apply a credit from another invoice of the customer',
    creditNote: 'Issue a credit note',
    void: 'Void an invoice',
    markUncollectible: 'Mark an invoice as uncollectible',
    pause: 'Pause or resume late fees and reminders of an invoice',
    taxRates: 'List the tax rates of invoices',
  },
  ['taxRates'],
)

export const invoiceSettings = resource(
  '/invoice-settings',
  {
    read: own().input(Nothing).output(InvoiceSettings),
    save: own()
      .input(InvoiceSettingsChange.extend({ version: z.number().int().min(0) }))
      .output(InvoiceSettings),
  },
  { read: 'Get the invoice settings', save: 'Save the invoice settings' },
  ['read'],
)
