import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Id, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { Count, Currency, plainLine } from '../rules/shapes.ts'
import { journalShapes } from './rules/shapes.ts'

/** Minor units; debits are positive. */
const Signed = z.number().int()
const Period = z.object({ from: day(), to: day(), currency: Currency.optional() })
export type Period = z.infer<typeof Period>

export const Books = z.object({
  currency: Currency,
  /** Those in which anything was booked. */
  currencies: z.array(Currency),
  accounts: z.array(
    z.object({ key: z.string(), name: z.string(), kind: z.string(), code: z.string(), debit: Count, credit: Count }),
  ),
  debit: Count,
  credit: Count,
})
export type Books = z.infer<typeof Books>
export const JournalExport = Period.extend({ shape: z.enum(journalShapes) })
export type JournalExport = z.infer<typeof JournalExport>
export const AccountCode = z.object({ key: z.string().min(1).max(200), code: plainLine(80) })
export type AccountCode = z.infer<typeof AccountCode>

export const bookkeeping = resource(
  '/bookkeeping',
  {
    read: member('giving.read').input(Period).output(Books),
    export: member('giving.write')
      .input(JournalExport)
      .output(z.object({ csv: z.string() })),
    setCode: member('giving.write').input(AccountCode).output(Nothing),
  },
  {
    read: 'Read the totals of all accounts for a period',
    export: 'Export the journal of a period',
    setCode: 'Set what an account is called in the bookkeeping program',
  },
)

const Booked = z.object({ id: Id, day: z.string(), label: z.string() })
export const BankLine = z.object({
  id: Id,
  day: z.string(),
  description: z.string(),
  amount: Signed,
  currency: Currency,
  /** What it is in our books. */
  match: Booked.nullable(),
  /** Entries of the same amount within five days that no line is matched with. */
  suggestions: z.array(Booked),
})
export type BankLine = z.infer<typeof BankLine>
export const BankFile = z.object({
  text: z.string().min(1, 'This file is empty').max(900_000, 'This file is larger than 900 kB. Please split it.'),
  currency: Currency.optional(),
})
export type BankFile = z.infer<typeof BankFile>
const Problem = z.object({ row: Count, message: z.string() })
export const BankPreview = z.object({
  lines: Count,
  /** Lines that an earlier file has brought, by the rows of this one; the first fifty. */
  known: Count,
  knownRows: z.array(Count),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Minor units: the sum of receipts, and of payments. */
  received: Count,
  spent: Count,
  currency: Currency,
  /** The first fifty rows that can't be added. */
  problems: z.array(Problem),
  problemCount: Count,
  notes: z.array(z.string()),
})
export type BankPreview = z.infer<typeof BankPreview>
export const BankFilter = Page.extend({ open: z.stringbool().optional() })
export type BankFilter = z.infer<typeof BankFilter>

export const bankLines = resource(
  '/bank-lines',
  {
    list: member('giving.read').input(BankFilter).output(pageOf(BankLine)),
    check: member('giving.write').input(BankFile).output(BankPreview),
    add: member('giving.write')
      .input(BankFile)
      .output(
        z.object({
          added: Count,
          known: Count,
          matched: Count,
          problems: z.array(Problem),
        }),
      ),
    match: member('giving.write')
      .input(z.object({ id: Id, entryId: Id }))
      .output(BankLine),
    unmatch: member('giving.write').input(ById).output(BankLine),
  },
  {
    list: 'List bank lines',
    check: 'Check a file of bank lines',
    add: 'Add lines of a bank account from a file',
    match: 'Match a bank line with an entry of the books',
    unmatch: 'Undo the match of a bank line',
  },
)
