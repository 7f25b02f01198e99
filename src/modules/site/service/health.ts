import { sql } from 'drizzle-orm'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { asPlatform } from '#kernel/run.ts'
import type { Health } from '../contract.ts'

/** A job or a mail that waits longer than this is waiting in vain. */
const PATIENCE = minutes(5)
/** Anyone may ask; the database is asked this often at most. */
const FRESH = seconds(5)

let last: { at: number; health: Promise<Health> } | undefined

/** Looks at the four services as they are now; an answer is good for five seconds. */
export async function health(): Promise<Health> {
  if (!last || clock.ms() - last.at > FRESH) last = { at: clock.ms(), health: look() }
  return last.health
}

const oldest = async (db: Db, query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await db.execute<{ since: string | null }>(query)
  return rows[0]?.since ? clock.ms() - new Date(rows[0].since).getTime() : 0
}

/** Tries after which a mail server is not merely having a bad minute: four of them have passed. */
const TRIES = 7
/** What waits for its planned hour, or for someone's quiet hours to end, does not wait in vain. */
const overdueMail = sql`select min(since) as since from (
  select greatest(created_on, start_after) as since from pgboss.job
  where name in ('messaging.queued', 'messaging.deliver') and state in ('created', 'retry') and start_after < now()
  union all
  select created_at from messages where state = 'queued' and channel = 'email' and problem is not null and tries >= ${TRIES}
) waiting`

async function look(): Promise<Health> {
  const up = (name: string, fine: boolean) => ({ name, state: fine ? ('operational' as const) : ('degraded' as const) })
  const checkedAt = clock.now()
  try {
    const [jobs, mail] = await asPlatform('health', async db => [
      await oldest(
        db,
        sql`select min(greatest(created_on, start_after)) as since from pgboss.job where state in ('created', 'retry') and start_after < now()`,
      ),
      await oldest(db, overdueMail),
    ])
    const services = [
      up('Web application', true),
      up('Database', true),
      up('Background jobs', jobs! < PATIENCE),
      up('Mail', mail! < PATIENCE),
    ]
    return { services, checkedAt }
  } catch {
    const down = ['Database', 'Background jobs', 'Mail'].map(name => ({ name, state: 'down' as const }))
    return { services: [up('Web application', true), ...down], checkedAt }
  }
}
