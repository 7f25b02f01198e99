import { bigint, date, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { ledgerEntries } from '#ledger/tables.ts'

const giving = { always: 'giving' } as const

/** What an account of the ledger is called in the church's bookkeeping program. */
export const accountCodes = clientTable(
  'bookkeeping_codes',
  { key: text().notNull(), code: text().notNull() },
  {
    audit: { noun: ['an account of the bookkeeping program', 'accounts of the bookkeeping program'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [uniqueIndex('bookkeeping_codes_key').on(t.clientId, t.key)],
)

/** A line of the church's bank account. */
export const bankLines = clientTable(
  'bank_lines',
  {
    /** What the line says, as a hash, and how often the file said so before: the same file adds nothing twice. */
    key: text().notNull(),
    day: date().notNull(),
    description: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** The entry of the ledger that it is. */
    entryId: uuid(),
  },
  { audit: { noun: ['a bank line', 'bank lines'] }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('bank_lines_key').on(t.clientId, t.key),
    uniqueIndex('bank_lines_entry').on(t.clientId, t.entryId),
    index('bank_lines_day').on(t.clientId, t.day, t.id),
    inClient('bank_lines_entry_fk', t, t.entryId, ledgerEntries, 'restrict'),
  ],
)
