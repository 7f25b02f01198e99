import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { type AccountKind, type AccountName, natural, problemWith, type Side } from './rules/accounts.ts'
import { ledgerAccounts, ledgerEntries, ledgerPeriods, ledgerPostings } from './tables.ts'

export interface NewEntry {
  /** What happened, e.g. `stripe:ch_123`: posted again, it is the same entry. */
  key: string
  /** The church's local day on which it counts, `YYYY-MM-DD`. */
  day: string
  /** ISO 4217. */
  currency: string
  /** They sum to zero. */
  sides: readonly Side[]
  memo?: string
  /** The row that it comes from. */
  source: { module: string; id: string }
}

/** SQLSTATE of the trigger that guards closed periods. */
const CLOSED = 'LG001'
const closed = () => new Failure('PERIOD_CLOSED', 'The books are closed for this day. Please choose a later one.')

/**
 * Writes an entry into the books, once for each key. Runs in the caller's transaction, which needs the right `giving`.
 * @returns the entry's id, and whether it was new
 * @throws PERIOD_CLOSED for a day up to which the books are closed
 * @throws Error where the sides don't balance, or the key belongs to an entry with other sides: a bug of the caller's
 */
export async function post(ctx: Ctx, entry: NewEntry): Promise<{ id: string; isNew: boolean }> {
  const problem = problemWith(entry.sides)
  if (problem) throw new Error(`${entry.key}: ${problem}`)
  return write(ctx, entry, null)
}

async function write(ctx: Ctx, { sides, source, ...entry }: NewEntry, reverses: string | null) {
  const { key, day, currency, memo = '' } = entry
  const [made] = await ctx.db
    .insert(ledgerEntries)
    .values({ key, day, currency, memo, reverses, module: source.module, sourceId: source.id })
    // Of two at once the second waits for the first, and then is the same.
    .onConflictDoNothing()
    .returning({ id: ledgerEntries.id })
    .catch(error => {
      throw sqlState(error) === CLOSED ? closed() : error
    })
  if (!made) return { id: await sameEntry(ctx, { key, currency, sides, reverses }), isNew: false }
  const ids = await accountsFor(
    ctx,
    currency,
    sides.map(side => side.account),
  )
  await ctx.db
    .insert(ledgerPostings)
    .values(sides.map(({ account, amount }) => ({ entryId: made.id, accountId: ids.get(account.key)!, amount })))
  return { id: made.id, isNew: true }
}

/** Ids by key; accounts that are missing are opened. */
async function accountsFor(ctx: Ctx, currency: string, names: readonly AccountName[]): Promise<Map<string, string>> {
  const wanted = [...new Map(names.map(name => [name.key, name])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  const find = () =>
    ctx.db
      .select({ id: ledgerAccounts.id, key: ledgerAccounts.key, kind: ledgerAccounts.kind })
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.currency, currency),
          sql`${ledgerAccounts.key} = any(${sql.param(wanted.map(({ key }) => key))}::text[])`,
        ),
      )
  let rows = await find()
  if (rows.length < wanted.length) {
    await ctx.db
      .insert(ledgerAccounts)
      .values(wanted.map(name => ({ ...name, currency })))
      .onConflictDoNothing()
    rows = await find()
  }
  const kinds = new Map(rows.map(row => [row.key, row.kind]))
  const other = wanted.find(({ key, kind }) => kinds.get(key) !== kind)
  if (other) throw new Error(`account ${other.key} is of the kind ${kinds.get(other.key)}, not ${other.kind}`)
  return new Map(rows.map(row => [row.key, row.id]))
}

async function sameEntry(
  ctx: Ctx,
  { key, currency, sides, reverses }: Pick<NewEntry, 'key' | 'currency' | 'sides'> & { reverses: string | null },
) {
  const where = reverses ? eq(ledgerEntries.reverses, reverses) : eq(ledgerEntries.key, key)
  const [known] = await ctx.db
    .select({ id: ledgerEntries.id, currency: ledgerEntries.currency })
    .from(ledgerEntries)
    .where(where)
  const { id, ...entry } = found(known, 'Ledger entry')
  const before = (await sidesOf(ctx, id)).map(({ key: account, amount }) => `${account} ${amount}`)
  const now = sides.map(({ account, amount }) => `${account.key} ${amount}`)
  if (entry.currency !== currency || before.sort().join() !== now.sort().join())
    throw new Error(`${key} was posted with other sides`)
  return id
}

const sidesOf = (ctx: Ctx, entryId: string) =>
  ctx.db
    .select({
      key: ledgerAccounts.key,
      kind: ledgerAccounts.kind,
      name: ledgerAccounts.name,
      amount: ledgerPostings.amount,
    })
    .from(ledgerPostings)
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.clientId, ledgerPostings.clientId), eq(ledgerAccounts.id, ledgerPostings.accountId)),
    )
    .where(eq(ledgerPostings.entryId, entryId))

/**
 * Undoes an entry by its mirror image, on a day of its own; the entry itself stays. An entry is reversed once: again,
 * it is the same reversal.
 * @throws NOT_FOUND without such an entry, PERIOD_CLOSED as `post`
 */
export async function reverse(
  ctx: Ctx,
  { entryId, day, memo = '' }: { entryId: string; day: string; memo?: string },
): Promise<{ id: string; isNew: boolean }> {
  const [row] = await ctx.db.select().from(ledgerEntries).where(eq(ledgerEntries.id, entryId))
  const { key, currency, module, sourceId } = found(row, 'Ledger entry')
  const sides = (await sidesOf(ctx, entryId)).map(({ amount, ...account }) => ({ account, amount: -amount }))
  const entry = { key: `reversal of ${key}`, day, currency, memo, sides, source: { module, id: sourceId } }
  return write(ctx, entry, entryId)
}

export interface Balance {
  key: string
  kind: AccountKind
  name: string
  currency: string
  /** Minor units as an account of its kind is read: income that came in is positive. */
  amount: number
}

/** Balances of accounts whose key begins so, by currency; they are maintained, not summed. */
export async function balances(ctx: Ctx, prefix: string): Promise<Balance[]> {
  const rows = await ctx.db
    .select()
    .from(ledgerAccounts)
    .where(sql`starts_with(${ledgerAccounts.key}, ${prefix})`)
    .orderBy(ledgerAccounts.key, ledgerAccounts.currency)
  return rows.map(({ key, kind, name, currency, balance }) => ({
    key,
    kind,
    name,
    currency,
    amount: natural(kind, balance),
  }))
}

/**
 * The same for members who may see sums and no gift: a function of the database answers with nothing else.
 * @param prefix of account keys
 */
export async function totals(ctx: Ctx, prefix: string): Promise<Balance[]> {
  const { rows } = await ctx.db.execute<Record<string, any>>(sql`select * from ledger_totals(${prefix})`)
  return rows.map(({ key, kind, name, currency, balance }) => ({
    key,
    kind,
    name,
    currency,
    amount: natural(kind, Number(balance)),
  }))
}

/** Up to which day the books are closed; null: nothing is. */
export async function closedThrough(ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.db.select({ day: ledgerPeriods.closedThrough }).from(ledgerPeriods)
  return row?.day ?? null
}

/** Closes the books up to a day, or with an earlier one or null opens them again; waits for entries that are being written. */
export async function closeThrough(ctx: Ctx, day: string | null): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(ledger_lock(${ctx.client.id}::uuid))`)
  await ctx.db
    .insert(ledgerPeriods)
    .values({ closedThrough: day })
    .onConflictDoUpdate({ target: ledgerPeriods.clientId, set: { closedThrough: day } })
}

/**
 * Adds up every posting anew, and compares.
 * @throws Error where a maintained balance differs, or an entry doesn't sum to zero
 */
export async function prove(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<{ what: string }>(sql`
    select a.key || ' ' || a.currency as what from ledger_accounts a
    left join (select account_id, sum(amount) as sum from ledger_postings group by account_id) p on p.account_id = a.id
    where a.balance <> coalesce(p.sum, 0)
    union all
    select 'entry ' || entry_id from ledger_postings group by entry_id having sum(amount) <> 0`)
  if (rows.length > 0)
    throw new Error(
      `the ledger does not add up: ${rows
        .slice(0, 20)
        .map(({ what }) => what)
        .join(', ')}`,
    )
}
