import { scopes } from '#api-access/rules/keys.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

export const endpointStates = ['enabled', 'disabled'] as const
/** `skipped`: there was nothing to send, or the endpoint may not read it. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Waits before each retry, as Standard Webhooks suggests; after the last one the delivery has failed. */
export const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** An endpoint to which nothing could be delivered for that long is disabled. */
export const DISABLED_AFTER = 24 * 5 * HOUR
/** Deliveries stay in the log that long. */
export const LOGGED_FOR = 24 * 30 * HOUR
/** The former signing secret is used beside a new one for that long. */
export const SECRET_OVERLAP = 24 * HOUR
export const MOST_ENDPOINTS = 20

/** How long an endpoint may take to answer, in milliseconds, and how much of its answer is read, in bytes. */
export const TIMEOUT = 15 * SECOND
export const MOST_READ = 2_048

/** What `webhookEndpoints.test` sends. */
export const TEST_EVENT = 'webhook.test'

export const endpointScopes = scopes
