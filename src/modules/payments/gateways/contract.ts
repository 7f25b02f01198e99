import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { external, Instant, member, Nothing, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { descriptorProblem } from '../rules/descriptor.ts'
import { gatewayNames, payMethods } from '../rules/gateways.ts'
import { TaxRate } from '../rules/tax.ts'

export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const
export const GatewayName = z.enum(gatewayNames)
export const PayMethod = z.enum(payMethods)

export const GatewayState = z.object({
  gateway: GatewayName,
  enabled: z.boolean(),
  /** `sandbox` is our own stand-in, `test` the gateway's test mode. */
  mode: z.enum(['sandbox', 'test', 'live']),
  environment: z.enum(['sandbox', 'production']),
  /** Fields that are no secrets, by name. */
  fields: z.record(z.string(), z.string()),
  /** Secrets are never shown: whether there is one, and its last four characters. */
  secrets: z.record(z.string(), z.object({ set: z.boolean(), last4: z.string() })),
  accountName: z.string(),
  /** The gateway takes money for this account. */
  charges: z.boolean(),
  /** Where the gateway sends its events. */
  webhookUrl: z.string(),
  /** Events can be proven: the secret for them is known. */
  webhookReady: z.boolean(),
  methods: z.array(PayMethod),
  checkedAt: Instant.nullable(),
  lastEventAt: Instant.nullable(),
  lastError: z.string(),
  failedEvents: z.number().int(),
  version: Version.nullable(),
})
export type GatewayState = z.infer<typeof GatewayState>

export const Methods = z.object({
  currency: z.enum(currencies),
  descriptor: z.string(),
  cards: z.boolean(),
  ach: z.boolean(),
  wallets: z.boolean(),
  collectTax: z.boolean(),
  taxRates: z.array(TaxRate.extend({ from: day() })).max(50),
})
export type Methods = z.infer<typeof Methods>

export const CheckItem = z.object({
  key: z.enum(['gateway', 'charges', 'webhook', 'live', 'methods', 'descriptor', 'clock', 'address']),
  done: z.boolean(),
  /** What is missing, or what is there. */
  text: z.string(),
})

export const PaymentSettings = z.object({
  gateways: z.array(GatewayState),
  methods: Methods.extend({ version: Version.nullable() }),
  /** What has to be there before someone's money is taken. */
  checklist: z.array(CheckItem),
  /** The sandbox may stand in here: this is no production server, or the church is a demo. */
  sandbox: z.boolean(),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

const Credential = z.string().trim().max(500, 'At most 500 characters')
export const GatewayInput = z.object({
  gateway: GatewayName,
  enabled: z.boolean(),
  environment: z.enum(['sandbox', 'production']).default('sandbox'),
  /** A secret that is left out or empty stays as it was. */
  credentials: z.record(z.string().max(40), Credential).default({}),
  version: Version.nullable(),
  /** What still runs on it is accepted to fail. */
  confirmed: z.boolean().default(false),
})
export type GatewayInput = z.infer<typeof GatewayInput>

export const MethodsInput = Methods.extend({
  descriptor: z
    .string()
    .trim()
    .superRefine((text, issues) => {
      const message = descriptorProblem(text)
      if (message) issues.addIssue({ code: 'custom', message })
    }),
  version: Version.nullable(),
})
export type MethodsInput = z.infer<typeof MethodsInput>

export const GatewayEvent = z.object({
  id: z.uuid(),
  gateway: GatewayName,
  eventId: z.string(),
  type: z.string(),
  objectId: z.string(),
  state: z.enum(['new', 'done', 'failed', 'ignored']),
  attempts: z.number().int(),
  problem: z.string(),
  createdAt: Instant,
  processedAt: Instant.nullable(),
})
export type GatewayEvent = z.infer<typeof GatewayEvent>

export const Difference = z.object({
  id: z.uuid(),
  gateway: GatewayName,
  externalId: z.string(),
  kind: z.enum(['unknown', 'missing', 'amount', 'currency', 'state', 'fee', 'refund']),
  theirs: z.string(),
  ours: z.string(),
  createdAt: Instant,
})

const inUse = {
  IN_USE: {
    status: 409,
    message: 'Recurring payments still use this gateway. Turning it off stops them.',
    data: z.object({ count: z.number().int() }),
  },
} as const

export const paymentSettings = resource(
  '/payment-settings',
  {
    read: member('payments.write').input(Nothing).output(PaymentSettings),
    saveGateway: external.member('payments.write').input(GatewayInput).output(PaymentSettings).errors(inUse),
    testGateway: external
      .member('payments.write')
      .input(z.object({ gateway: GatewayName }))
      .output(PaymentSettings),
    createWebhook: external
      .member('payments.write')
      .input(z.object({ gateway: GatewayName }))
      .output(PaymentSettings),
    disconnect: member('payments.write')
      .input(z.object({ gateway: GatewayName, confirmed: z.boolean().default(false) }))
      .output(PaymentSettings)
      .errors(inUse),
    saveMethods: member('payments.write').input(MethodsInput).output(PaymentSettings),
    events: member('payments.write')
      .input(
        Page.extend({
          gateway: GatewayName.optional(),
          state: z.enum(['new', 'done', 'failed', 'ignored']).optional(),
        }),
      )
      .output(pageOf(GatewayEvent)),
    replay: member('payments.write')
      .input(z.object({ id: z.uuid() }))
      .output(GatewayEvent),
    differences: member('payments.write')
      .input(Nothing)
      .output(z.object({ items: z.array(Difference), checkedAt: Instant.nullable() })),
    reconcile: member('payments.write').input(Nothing).output(Nothing),
  },
  {
    read: 'Read the payment settings',
    saveGateway: 'Save the credentials of a payment gateway after trying them',
    testGateway: 'Try the credentials of a payment gateway',
    createWebhook: 'Register the webhook at a payment gateway',
    disconnect: 'Remove the credentials of a payment gateway',
    saveMethods: 'Save the payment methods',
    events: 'List the webhook events of payment gateways',
    replay: 'Process a webhook event again',
    differences: 'List where gateways and the ledger differ',
    reconcile: 'Compare the gateways with the ledger now',
  },
  ['read', 'events', 'differences'],
)
