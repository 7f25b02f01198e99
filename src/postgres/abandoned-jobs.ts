import type pg from 'pg'
import { log } from '#kernel/log.ts'

/**
 * Jobs that a killed process had in its hands wait for their heartbeat to run out. Where nobody else is connected to this
 * database, nobody works on them: they are due for a retry at once. A worker that connects between the look and the update
 * can lose a job it has just fetched, which then runs twice, as any job may.
 */
export async function releaseAbandonedJobs(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`
    with abandoned as (
      update pgboss.job set heartbeat_on = now() - interval '1 day'
      where state = 'active' and heartbeat_on > now() - interval '1 hour' and not exists (
        select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())
      returning name)
    update pgboss.queue set monitor_claim_on = null, monitor_on = null where name in (select name from abandoned)`)
  if (rowCount) log.info({ queues: rowCount }, 'jobs of a process that ended without finishing them are tried again')
}
