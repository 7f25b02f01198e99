import { sql } from 'drizzle-orm'
import { hours } from '#kernel/clock.ts'
import { every } from '#kernel/jobs.ts'
import { KEPT_HOURS } from '../rules/keys.ts'
import { purge } from './service.ts'

export const purgeIdempotencyKeys = every(
  '23 * * * *',
  'api-access.purge',
  purge,
  now =>
    sql`select client_id from idempotency_keys where called_at < ${new Date(now.getTime() - hours(KEPT_HOURS))}::timestamptz`,
)
