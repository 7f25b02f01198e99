import { sql } from 'drizzle-orm'
import { every } from '#kernel/jobs.ts'
import { prove } from './service.ts'

/** A difference fails the job, which the operator's queues show. */
export const proving = every(
  '50 3 * * *',
  'ledger.prove',
  prove,
  () => sql`select distinct client_id from ledger_accounts`,
  { rights: ['giving'] },
)
