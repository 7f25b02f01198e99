import { Readable } from 'node:stream'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { files } from '#files/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { csvLine, csvStart } from '#kernel/csv.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { tablePolicies } from '#kernel/table-policies.ts'
import { forColleagues } from '#messaging/rules/personal.ts'
import { storage } from '#providers/storage/index.ts'
import { cellOf, isShown } from '../exports/rules.ts'
import { clients, members } from '../tables.ts'

const PAGE = 1_000
const NIL = '00000000-0000-0000-0000-000000000000'

interface Table {
  name: string
  columns: string[]
  rows: number
}
interface Kept {
  id: string
  name: string
  storageKey: string
}
interface Wish {
  forOperator: boolean
  signal: AbortSignal
  /** Called every other second with rows and files written, of so many. */
  progress: (done: number, total: number) => Promise<void>
}

/**
 * Everything of the account as a ZIP: a CSV for each table, its uploads, and a page that says what is what. Written as
 * it is read, so that neither a long table nor a large file is in memory whole.
 */
export async function writeArchive(
  outer: OuterCtx,
  { forOperator, signal, progress }: Wish,
): Promise<AsyncIterable<Uint8Array>> {
  const ctx = forOperator ? outer : withAll(outer)
  const { tables, uploads, account, team } = await ctx.tx(async tx => ({
    tables: await tablesOf(tx, forOperator),
    uploads: await uploadsOf(tx, forOperator),
    account: await accountOf(tx),
    team: await teamOf(tx),
  }))
  const total = tables.reduce((sum, table) => sum + table.rows, uploads.length)
  const step = counter(total, progress)
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', error => out.destroy(error as Error))
  signal.addEventListener('abort', () => out.destroy(new Error('the worker is stopping')), { once: true })
  const add = (name: string, content: () => Promise<Readable> | Readable) =>
    zip.addReadStreamLazy(name, { mtime: clock.now() }, done => {
      const give = async () => {
        const stream = await content()
        stream.on('error', error => out.destroy(error))
        done(null, stream)
      }
      give().catch(error => out.destroy(error))
    })
  zip.addBuffer(Buffer.from(readme(tables, uploads.length, forOperator)), 'README.txt')
  zip.addBuffer(Buffer.from(JSON.stringify(account, null, 2)), 'account.json')
  zip.addBuffer(Buffer.from(csvStart + team.map(row => csvLine(row)).join('')), 'team.csv')
  for (const table of tables) add(`${table.name}.csv`, () => Readable.from(linesOf(ctx, table, step)))
  for (const file of uploads)
    add(`files/${file.id.slice(-6)} ${file.name}`, async () => {
      await step(1)
      return storage().get(file.storageKey)
    })
  zip.end()
  return out
}

/** The owner's own export holds the confidential rows too; in the operator's the row policies leave them out. */
const withAll = (ctx: OuterCtx): OuterCtx => ({
  ...ctx,
  tx: work => ctx.tx(tx => withEveryRight(tx, 'export', () => work(tx))),
})

/** Says how far it is every other second, and at the beginning. */
function counter(total: number, progress: Wish['progress']) {
  let done = 0
  let told = 0
  return async (more: number) => {
    done += more
    if (clock.ms() - told < seconds(2)) return
    told = clock.ms()
    await progress(done, total)
  }
}

/** As its table declares; a table that declares nothing is not exported. */
function isExported(name: string, forOperator: boolean): boolean {
  const policy = tablePolicies().get(name)?.export
  return policy === 'rows' || (typeof policy === 'object' && 'owner' in policy && !forOperator)
}

/** Every table that belongs to accounts, new ones included, with the columns that mean something outside. */
async function tablesOf(ctx: Ctx, forOperator: boolean): Promise<Table[]> {
  const { rows } = await ctx.db.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by 1 having 'client_id' = any(array_agg(a.attname::text)) and 'id' = any(array_agg(a.attname::text)) order by 1`)
  const tables: Table[] = []
  for (const { name, columns } of rows) {
    if (!isExported(name, forOperator)) continue
    const found = await ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)}`,
    )
    tables.push({ name, columns: columns.filter(isShown), rows: found.rows[0]!.count })
  }
  return tables
}

async function* linesOf(ctx: OuterCtx, { name, columns }: Table, step: (n: number) => Promise<void>) {
  yield csvStart + csvLine(columns)
  for (let after = NIL; ; ) {
    const { rows } = await ctx.tx(tx =>
      tx.db.execute<Record<string, unknown> & { id: string }>(
        sql`select * from ${sql.identifier(name)} where id > ${after} order by id limit ${PAGE}`,
      ),
    )
    if (rows.length === 0) return
    await step(rows.length)
    yield rows.map(row => csvLine(columns.map(column => cellOf(guarded(name, row)[column])))).join('')
    after = rows.at(-1)!.id
  }
}

/** A link that lets its reader in as someone stays with that someone, also here. */
function guarded(table: string, row: Record<string, unknown>): Record<string, unknown> {
  if (table !== 'messages') return row
  const { kind, body_text, body_html } = row as Record<string, string>
  const { text, html } = forColleagues({ kind: kind!, text: body_text!, html: body_html! })
  return { ...row, body_text: text, body_html: html }
}

/** What people sent with a form, a message or a call may be for a pastor alone: it leaves with the church’s own export. */
const uploadsOf = (ctx: Ctx, forOperator: boolean): Promise<Kept[]> =>
  ctx.db
    .select({ id: files.id, name: files.name, storageKey: files.storageKey })
    .from(files)
    .where(
      sql`${isNull(files.removedAt)} and ${files.purpose} not in ('export', 'import-errors') and not (${forOperator} and ${files.purpose} in ('form', 'mail', 'attachment', 'chat', 'recording'))`,
    )
    .orderBy(asc(files.id))

async function accountOf(ctx: Ctx) {
  const [row] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name, timeZone, locale, country, currency, address, followUpHours, leadAssignment, brandColor, createdAt } =
    row!
  return { name, timeZone, locale, country, currency, address, followUpHours, leadAssignment, brandColor, createdAt }
}

async function teamOf(ctx: Ctx) {
  const rows = await ctx.db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: members.role,
      removedAt: members.removedAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .orderBy(asc(members.id))
  return [
    ['user_id', 'name', 'email', 'role', 'removed_at'],
    ...rows.map(({ userId, name, email, role, removedAt }) => [userId, name, email, role, removedAt]),
  ]
}

const readme = (tables: Table[], uploads: number, forOperator: boolean) =>
  [
    'Everything that Lampstand has for this account.',
    '',
    'account.json has its settings, team.csv its members. Every other CSV is one kind of record, in UTF-8;',
    'an id in one file refers to the row with that id in another. Times are UTC.',
    forOperator
      ? 'Confidential notes, conversations, submissions and fields are not included: only the church can see them.'
      : 'It includes confidential notes and conversations, so keep this file in a safe place.',
    '',
    ...tables
      .filter(table => table.rows > 0)
      .map(table => `${table.name}.csv: ${table.rows} ${table.rows === 1 ? 'row' : 'rows'}`),
    ...(uploads > 0 ? [`files: ${uploads} ${uploads === 1 ? 'upload' : 'uploads'}`] : []),
    '',
  ].join('\r\n')
