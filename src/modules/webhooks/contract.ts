import { z } from 'zod'
import { Scopes } from '#api-access/contract.ts'
import { ById, Id, Instant, line, member, Nothing, Page, pageOf, resource, several, Version } from '#kernel/contract.ts'
import { deliveryStates, endpointStates } from './rules.ts'

const url = z
  .string()
  .trim()
  .max(2_000)
  .pipe(z.url({ protocol: /^https?$/, error: 'Please enter an address like https://example.org/webhooks' }))
const events = z
  .array(z.string().max(100))
  .min(1, 'Please choose at least one event')
  .max(200)
  .transform(list => [...new Set(list)])

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  scopes: z.array(z.string()),
  state: z.enum(endpointStates),
  /** Why it was disabled; empty while enabled. */
  disabledReason: z.string(),
  /** The first failure since the last success. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  createdBy: Id,
  createdAt: Instant,
  version: Version,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** `secret` signs what is sent (Standard Webhooks, `whsec_…`): it is shown in this answer and never again. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({ secret: z.string() })
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>

/** `scopes` limit what is sent; those that the events need where absent. */
export const NewWebhookEndpoint = z.object({
  url,
  description: line(200).default(''),
  events,
  scopes: Scopes.optional(),
})
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const WebhookEndpointChange = z.object({
  id: Id,
  version: Version,
  url: url.optional(),
  description: line(200).optional(),
  events: events.optional(),
  scopes: Scopes.optional(),
  enabled: z.boolean().optional(),
})
export type WebhookEndpointChange = z.infer<typeof WebhookEndpointChange>

export const WebhookEventType = z.object({
  type: z.string(),
  summary: z.string(),
  /** The scope that an endpoint needs for it. */
  scope: z.string(),
  /** The call whose answer is sent. */
  path: z.string(),
})

export const WebhookDelivery = z.object({
  id: Id,
  endpointId: Id,
  type: z.string(),
  state: z.enum(deliveryStates),
  occurredAt: Instant,
  deliveredAt: Instant.nullable(),
  nextAttemptAt: Instant.nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      /** Milliseconds. */
      took: z.number().int(),
    }),
  ),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryFilter = Page.extend({
  endpointId: Id.optional(),
  state: several(z.enum(deliveryStates)),
  type: z.string().max(100).optional(),
})
export type DeliveryFilter = z.infer<typeof DeliveryFilter>

/** Where events are sent, signed as Standard Webhooks (standardwebhooks.com). */
export const webhookEndpoints = resource(
  '/webhook-endpoints',
  {
    list: member('api.write')
      .input(Nothing)
      .output(z.object({ items: z.array(WebhookEndpoint) })),
    create: member('api.write').meta({ secret: true }).input(NewWebhookEndpoint).output(WebhookEndpointWithSecret),
    update: member('api.write').input(WebhookEndpointChange).output(WebhookEndpoint),
    remove: member('api.write').input(ById).output(Nothing),
    rotateSecret: member('api.write').meta({ secret: true }).input(ById).output(WebhookEndpointWithSecret),
    /** Sends an event of type `webhook.test`. */
    test: member('api.write').input(ById).output(WebhookDelivery),
    events: member('api.write')
      .input(Nothing)
      .output(z.object({ items: z.array(WebhookEventType) })),
  },
  {
    list: 'List webhook endpoints',
    create: 'Add a webhook endpoint',
    update: 'Update a webhook endpoint',
    remove: 'Delete a webhook endpoint',
    rotateSecret: 'Rotate the signing secret of an endpoint',
    test: 'Send a test event to an endpoint',
    events: 'List the events that webhooks carry',
  },
  ['events'],
)

/** What was sent in the last 30 days, newest first. */
export const webhookDeliveries = resource(
  '/webhook-deliveries',
  {
    list: member('api.write').input(DeliveryFilter).output(pageOf(WebhookDelivery)),
    /** Sends it once more, with what the resource is now and the same `webhook-id`. */
    replay: member('api.write').input(ById).output(WebhookDelivery),
  },
  { list: 'List webhook deliveries', replay: 'Send a webhook delivery again' },
)
