/** Writes made-up churches, each in one transaction that PostgreSQL limits to its own rows. */
import { sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { asIdentity, asJob, asPlatform } from '#kernel/run.ts'
import { type Church, type Columns, churchOf, slugOf } from './church.ts'

/** Rows of one statement: its arrays stay below a few megabytes. */
const BATCH = 5_000
/** The server's own pool has ten connections; this leaves it room. */
const WORKERS = 4
const DAY = 86_400_000

type Types = Map<string, string>
const quoted = (names: string[]) => sql.raw(names.map(name => `"${name}"`).join(', '))

/** Inserts the columns of a table as arrays: one round trip for each batch. */
async function insertColumns(db: Db, table: string, columns: Columns, types: Types): Promise<number> {
  const names = Object.keys(columns)
  const rows = columns[names[0] ?? '']?.length ?? 0
  for (let from = 0; from < rows; from += BATCH) {
    const arrays = names.map(name => {
      const type = types.get(`${table}.${name}`)
      if (!type) throw new Error(`${table} has no column ${name}`)
      return sql`${sql.param(columns[name]!.slice(from, from + BATCH))}::${sql.raw(type)}[]`
    })
    await db.execute(
      sql`insert into ${sql.identifier(table)} (${quoted(names)}) select * from unnest(${sql.join(arrays, sql`, `)})`,
    )
  }
  return rows
}

/** The type of every column, by `table.column`. */
const columnTypes = (): Promise<Types> =>
  asPlatform('seed', async db => {
    const { rows } = await db.execute<{ name: string; type: string }>(sql`
      select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
    return new Map(rows.map(row => [row.name, row.type]))
  })

/** The account with its owner, who has no password: an invitation or a reset opens it. */
const openChurch = (church: Church) =>
  asIdentity('seed', async ({ db }: Ctx) => {
    const { id, name, slug, timeZone, ownerId, ownerEmail, ownerName } = church
    await db.execute(sql`insert into clients (id, name, slug, time_zone, set_up_at)
      values (${id}, ${name}, ${slug}, ${timeZone}, ${clock.now().toISOString()})`)
    await db.execute(sql`insert into users (id, email, name) values (${ownerId}, ${ownerEmail}, ${ownerName})`)
    await db.execute(sql`insert into auth.credentials (user_id, email_confirmed_at) values (${ownerId}, now())`)
    await db.execute(sql`insert into members (client_id, user_id, role) values (${id}, ${ownerId}, 'owner')`)
    return 3
  })

const fillChurch = (church: Church, types: Types) =>
  asJob(church.id, 'seed', 'seed', async ctx => {
    await ctx.db.execute(
      sql`select set_config(n, '120000', true) from unnest(array['lock_timeout', 'statement_timeout']) n`,
    )
    let rows = 0
    for (const [table, columns] of Object.entries(church.tables))
      rows += await insertColumns(ctx.db, table, columns, types)
    return rows
  })

/** Accounts that are there already, and whether they have their people: a run that was cut off is continued. */
const existing = (accounts: number) =>
  asPlatform('seed', async db => {
    const slugs = Array.from({ length: accounts }, (_, i) => slugOf(i + 1))
    const { rows } = await db.execute<{ slug: string; id: string; filled: boolean }>(sql`
      select slug, id, exists (select from people p where p.client_id = c.id) as filled from clients c
      where slug = any(${sql.param(slugs)}::text[])`)
    return new Map(rows.map(row => [row.slug, row]))
  })

export interface Written {
  accounts: number
  skipped: number
  rows: number
  seconds: number
}

/** Writes churches 1 to `accounts` with so many people each; what is there already is left alone. */
export async function seedChurches(accounts: number, people: number): Promise<Written> {
  const [types, there] = [await columnTypes(), await existing(accounts)]
  const today = Math.floor(clock.ms() / DAY) * DAY
  const start = performance.now()
  const done: Written = { accounts: 0, skipped: 0, rows: 0, seconds: 0 }
  let next = 1
  async function work(): Promise<void> {
    while (next <= accounts) {
      const nth = next++
      const before = there.get(slugOf(nth))
      if (before?.filled) {
        done.skipped++
        continue
      }
      const church = churchOf(nth, people, today)
      if (before) church.id = before.id
      const opened = before ? 0 : await openChurch(church)
      // Added after the wait: other workers add to the same sum meanwhile.
      const filled = await fillChurch(church, types)
      done.rows += opened + filled
      done.accounts++
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return { ...done, seconds: (performance.now() - start) / 1000 }
}
