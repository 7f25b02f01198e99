import { sql } from 'drizzle-orm'
import { every, task } from '#kernel/jobs.ts'
import { LOGGED_FOR } from './rules.ts'
import { attempt, purge } from './service/deliveries.ts'
import { deliverWebhook } from './tasks.ts'

export const deliver = task(deliverWebhook, attempt)

export const purgeDeliveries = every(
  '41 3 * * *',
  'webhooks.purge',
  purge,
  now =>
    sql`select client_id from webhook_deliveries where occurred_at < ${new Date(now.getTime() - LOGGED_FOR)}::timestamptz`,
)
