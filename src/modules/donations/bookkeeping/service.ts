import { createHash } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { ledgerAccounts } from '#ledger/tables.ts'
import type {
  AccountCode,
  BankFile,
  BankFilter,
  BankLine,
  BankPreview,
  Books,
  JournalExport,
  Period,
} from './contract.ts'
import { readBankFile } from './rules/bank-file.ts'
import { type JournalLine, journalFile } from './rules/journal.ts'
import { accountCodes, bankLines } from './tables.ts'

/** Of one currency: sums of different ones are never added. */
async function currencyOf(ctx: Ctx, asked: string | undefined) {
  const rows = await ctx.db.selectDistinct({ currency: ledgerAccounts.currency }).from(ledgerAccounts)
  const currencies = rows.map(({ currency }) => currency).sort()
  return {
    currency:
      asked ??
      (currencies.includes(ctx.client.currency) ? ctx.client.currency : (currencies[0] ?? ctx.client.currency)),
    currencies,
  }
}

/** What every account moved by, for the forms that ask for yearly sums. */
export async function read(ctx: Ctx, { from, to, currency: asked }: Period): Promise<Books> {
  const { currency, currencies } = await currencyOf(ctx, asked)
  const { rows } = await ctx.db.execute<Record<string, string>>(sql`
    select a.key, a.name, a.kind, coalesce(c.code, '') as code,
      coalesce(sum(p.amount) filter (where p.amount > 0), 0) as debit, coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as credit
    from ledger_entries e join ledger_postings p on p.client_id = e.client_id and p.entry_id = e.id
    join ledger_accounts a on a.client_id = p.client_id and a.id = p.account_id
    left join bookkeeping_codes c on c.client_id = a.client_id and c.key = a.key
    where e.currency = ${currency} and e.day between ${from} and ${to} group by 1, 2, 3, 4 order by a.kind, a.name`)
  const accounts = rows.map(row => ({
    key: row.key!,
    name: row.name!,
    kind: row.kind!,
    code: row.code!,
    debit: Number(row.debit),
    credit: Number(row.credit),
  }))
  const sum = (side: 'debit' | 'credit') => accounts.reduce((all, account) => all + account[side], 0)
  return { currency, currencies, accounts, debit: sum('debit'), credit: sum('credit') }
}

/** One journal for each day, by account. */
export async function exportJournal(ctx: Ctx, { from, to, currency: asked, shape }: JournalExport) {
  const { currency } = await currencyOf(ctx, asked)
  const { rows } = await ctx.db.execute<Record<string, string>>(sql`
    select e.day::text as day, a.name, coalesce(nullif(c.code, ''), a.name) as account, sum(p.amount) as amount
    from ledger_entries e join ledger_postings p on p.client_id = e.client_id and p.entry_id = e.id
    join ledger_accounts a on a.client_id = p.client_id and a.id = p.account_id
    left join bookkeeping_codes c on c.client_id = a.client_id and c.key = a.key
    where e.currency = ${currency} and e.day between ${from} and ${to} group by 1, 2, 3 order by 1, 2`)
  const lines = rows.map(row => ({ ...row, amount: Number(row.amount) })) as unknown as JournalLine[]
  return { csv: journalFile(lines, shape, currency) }
}

export async function setCode(ctx: Ctx, { key, code }: AccountCode) {
  await ctx.db
    .insert(accountCodes)
    .values({ key, code })
    .onConflictDoUpdate({ target: [accountCodes.clientId, accountCodes.key], set: { code } })
  announce(ctx, 'gifts')
  return {}
}

const NEAR = 5
type Line = typeof bankLines.$inferSelect

/** Entries that brought such an amount to the bank within five days, and are no other line's. */
async function candidates(ctx: Ctx, lines: readonly Pick<Line, 'id'>[]) {
  const ids = lines.map(({ id }) => id)
  const { rows } = await ctx.db.execute<{ line: string; id: string; day: string; label: string }>(sql`
    select l.id as line, e.id, e.day::text as day, ${labelOf} as label
    from bank_lines l
    join ledger_accounts a on a.client_id = l.client_id and a.key = 'bank' and a.currency = l.currency
    join ledger_entries e on e.client_id = l.client_id and e.currency = l.currency
      and e.day between l.day - ${NEAR}::int and l.day + ${NEAR}::int
    join ledger_postings p on p.client_id = e.client_id and p.entry_id = e.id and p.account_id = a.id and p.amount = l.amount
    left join giving_batches b on b.client_id = e.client_id and e.key = 'deposit:' || b.id
    where l.id = any(${sql.param(ids)}::uuid[]) and l.entry_id is null
      and not exists (select from bank_lines o where o.client_id = e.client_id and o.entry_id = e.id)
    order by abs(e.day - l.day), e.id`)
  return Map.groupBy(rows, row => row.line)
}
const labelOf = sql`case when b.id is not null then 'Deposit of ' || b.name
  when e.key like 'payout%' then 'Payout of ' || initcap(split_part(e.key, ':', 2))
  when e.key like 'gift:%' then 'Gift' else coalesce(nullif(e.memo, ''), 'Entry') end`

async function shown(ctx: Ctx, lines: readonly Line[]): Promise<BankLine[]> {
  const open = await candidates(
    ctx,
    lines.filter(line => !line.entryId),
  )
  const ids = lines.flatMap(({ entryId }) => entryId ?? [])
  const { rows } = await ctx.db.execute<{ id: string; day: string; label: string }>(sql`
    select e.id, e.day::text as day, ${labelOf} as label from ledger_entries e
    left join giving_batches b on b.client_id = e.client_id and e.key = 'deposit:' || b.id
    where e.id = any(${sql.param(ids)}::uuid[])`)
  const entries = new Map(rows.map(row => [row.id, row]))
  return lines.map(({ id, day, description, amount, currency, entryId }) => ({
    id,
    day,
    description,
    amount,
    currency,
    match: (entryId && entries.get(entryId)) || null,
    suggestions: (open.get(id) ?? []).slice(0, 5).map(({ line: _, ...one }) => one),
  }))
}

const CURSOR = /^\d{4}-\d{2}-\d{2} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function list(ctx: Ctx, { open, cursor, limit }: BankFilter) {
  const [day, id] = CURSOR.test(cursor ?? '') ? cursor!.split(' ') : []
  const rows = await ctx.db
    .select()
    .from(bankLines)
    .where(
      and(
        open === undefined ? undefined : open ? isNull(bankLines.entryId) : isNotNull(bankLines.entryId),
        day && id ? lt(sql`(${bankLines.day}, ${bankLines.id})`, sql`(${day}::date, ${id}::uuid)`) : undefined,
      ),
    )
    .orderBy(desc(bankLines.day), desc(bankLines.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items: await shown(ctx, items), nextCursor: rows.length > limit ? `${last!.day} ${last!.id}` : null }
}

function linesOf(ctx: Ctx, { text, currency = ctx.client.currency }: BankFile) {
  const { country, timeZone } = ctx.client
  const today = localDay(clock.now(), timeZone)
  const { rows, ...found } = readBankFile(text, { country, currency, timeZone, today })
  const times = new Map<string, number>()
  const values = rows.map(({ row, ...line }) => {
    const said = createHash('sha256')
      .update(JSON.stringify([line, currency]))
      .digest('hex')
      .slice(0, 32)
    const nth = (times.get(said) ?? 0) + 1
    times.set(said, nth)
    return { row, value: { ...line, currency, key: `${said}:${nth}` } }
  })
  return { ...found, values, currency }
}

/** What adding this file would do; nothing is written. */
export async function check(ctx: Ctx, input: BankFile): Promise<BankPreview> {
  const { values, problems, notes, currency } = linesOf(ctx, input)
  const stored = await ctx.db
    .select({ key: bankLines.key })
    .from(bankLines)
    .where(sql`${bankLines.key} = any(${sql.param(values.map(({ value }) => value.key))}::text[])`)
  const keys = new Set(stored.map(({ key }) => key))
  const known = values.filter(({ value }) => keys.has(value.key))
  const days = values.map(({ value }) => value.day).sort()
  const sum = (sign: number) => values.reduce((all, { value }) => all + Math.max(0, sign * value.amount), 0)
  return {
    lines: values.length,
    known: known.length,
    knownRows: known.slice(0, 50).map(({ row }) => row),
    currency,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    received: sum(1),
    spent: sum(-1),
    problems: problems.slice(0, 50),
    problemCount: problems.length,
    notes,
  }
}

/** Adds the lines of a file, each once, and matches those that can be one entry alone. */
export async function add(ctx: Ctx, input: BankFile) {
  const { values: all, problems } = linesOf(ctx, input)
  const values = all.map(({ value }) => value)
  if (values.length === 0) throw invalid('text', problems[0]?.message ?? 'There are no lines in this file')
  const added: Line[] = []
  for (let from = 0; from < values.length; from += 1_000)
    added.push(
      ...(await ctx.db
        .insert(bankLines)
        .values(values.slice(from, from + 1_000))
        .onConflictDoNothing()
        .returning()),
    )
  const open = await candidates(ctx, added)
  const taken = Map.groupBy([...open.values()].flat(), ({ id }) => id)
  let matched = 0
  // Two lines of one amount, or two entries of it: someone decides.
  for (const [line, own] of open)
    if (own.length === 1 && taken.get(own[0]!.id)!.length === 1) {
      await ctx.db.update(bankLines).set({ entryId: own[0]!.id }).where(eq(bankLines.id, line))
      matched++
    }
  announce(ctx, 'gifts')
  return { added: added.length, known: values.length - added.length, matched, problems: problems.slice(0, 50) }
}

async function lineById(ctx: Ctx, id: string): Promise<Line> {
  const [row] = await ctx.db.select().from(bankLines).where(eq(bankLines.id, id)).for('update')
  return found(row, 'Bank line')
}

export async function match(ctx: Ctx, { id, entryId }: { id: string; entryId: string }): Promise<BankLine> {
  const row = await lineById(ctx, id)
  if (row.entryId !== entryId) {
    const open = (await candidates(ctx, [{ id }])).get(id) ?? []
    if (row.entryId || !open.some(one => one.id === entryId))
      throw new Failure('CONFLICT', 'This line or this entry is matched already.')
    await ctx.db
      .update(bankLines)
      .set({ entryId })
      .where(eq(bankLines.id, id))
      .catch(error => {
        throw sqlState(error) === '23505' ? new Failure('CONFLICT', 'This entry is matched already.') : error
      })
    announce(ctx, 'gifts')
  }
  return (await shown(ctx, [{ ...row, entryId }]))[0]!
}

export async function unmatch(ctx: Ctx, { id }: { id: string }): Promise<BankLine> {
  const row = await lineById(ctx, id)
  await ctx.db.update(bankLines).set({ entryId: null }).where(eq(bankLines.id, id))
  announce(ctx, 'gifts')
  return (await shown(ctx, [{ ...row, entryId: null }]))[0]!
}
