import { scopes } from '#api-access/rules.ts'
import { days, hours, minutes, seconds } from '#kernel/clock.ts'

export const endpointStates = ['enabled', 'disabled'] as const
/** `skipped`: there was nothing to send, or the endpoint may not read it. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Waits before each retry, as Standard Webhooks suggests; after the last one the delivery has failed. */
export const RETRY_DELAYS = [
  seconds(5),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
]

/** An endpoint to which nothing could be delivered for that long is disabled. */
export const DISABLED_AFTER = days(5)
/** Deliveries stay in the log that long. */
export const LOGGED_FOR = days(30)
/** The former signing secret is used beside a new one for that long. */
export const SECRET_OVERLAP = hours(24)
export const MOST_ENDPOINTS = 20

/** How long an endpoint may take to answer, in milliseconds, and how much of its answer is read, in bytes. */
export const TIMEOUT = seconds(15)
export const MOST_READ = 2_048

/** What `webhookEndpoints.test` sends. */
export const TEST_EVENT = 'webhook.test'

export const endpointScopes = scopes
