import { sql } from 'drizzle-orm'
import { bigint, date, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { accountKinds } from './rules/accounts.ts'

const amount = () => bigint({ mode: 'number' }).notNull()
const written = { none: 'Entries are never changed: they are their own trail' } as const

/** Where money is, or what it was for: a fund, a bank account, what a gateway still owes, fees. */
export const ledgerAccounts = clientTable(
  'ledger_accounts',
  {
    /** `fund:{id}`, `clearing:stripe`, `fees`: what the module that posts knows it by. */
    key: text().notNull(),
    kind: text({ enum: accountKinds }).notNull(),
    name: text().notNull(),
    /** ISO 4217. */
    currency: text().notNull(),
    /** Sum of its postings in minor units, debits positive; PostgreSQL maintains it. */
    balance: amount().default(0),
  },
  { audit: written, export: 'rows', merge: 'nobody', confidential: { always: 'giving' } },
  t => [uniqueIndex('ledger_accounts_key').on(t.clientId, t.key, t.currency)],
)

/** One event in the books: a gift, a fee, a refund, a payout, a deposit. Its postings sum to zero, or it does not exist. */
export const ledgerEntries = clientTable(
  'ledger_entries',
  {
    /** What happened, as the module that posts knows it: the same key is the same entry. */
    key: text().notNull(),
    /** The church's local day on which it counts. */
    day: date().notNull(),
    currency: text().notNull(),
    memo: text().notNull().default(''),
    module: text().notNull(),
    sourceId: uuid().notNull(),
    /** The entry that it undoes. */
    reverses: uuid(),
    /** Postings are added in the transaction that made the entry, and never later. */
    madeIn: text().notNull().default(sql`pg_current_xact_id()::text`),
  },
  { audit: written, export: 'rows', merge: 'nobody', confidential: { always: 'giving' } },
  t => [
    uniqueIndex('ledger_entries_key').on(t.clientId, t.key),
    uniqueIndex('ledger_entries_reverses').on(t.clientId, t.reverses),
    index('ledger_entries_day').on(t.clientId, t.day),
    index('ledger_entries_source').on(t.clientId, t.module, t.sourceId),
    inClient('ledger_entries_reversed', t, t.reverses, t, 'restrict'),
  ],
)

/** One side of an entry: minor units, debits positive, credits negative. */
export const ledgerPostings = clientTable(
  'ledger_postings',
  { entryId: uuid().notNull(), accountId: uuid().notNull(), amount: amount() },
  { audit: written, export: 'rows', merge: 'nobody', confidential: { always: 'giving' } },
  t => [
    inClient('ledger_postings_entry', t, t.entryId, ledgerEntries, 'restrict'),
    inClient('ledger_postings_account', t, t.accountId, ledgerAccounts, 'restrict'),
    index('ledger_postings_by_entry').on(t.clientId, t.entryId),
    index('ledger_postings_by_account').on(t.clientId, t.accountId, t.entryId),
  ],
)

/** Up to which day the books are closed. */
export const ledgerPeriods = clientTable(
  'ledger_periods',
  { closedThrough: date() },
  {
    audit: { noun: ['the period lock of the books', 'period locks of the books'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('ledger_periods_one').on(t.clientId)],
)
