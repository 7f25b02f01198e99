import { z } from 'zod'
import { ById, Id, Instant, member, resource } from '#kernel/contract.ts'
import { Amount, Count, Currency, plainLine } from '../rules/shapes.ts'
import { identities } from './rules/identity.ts'
import { products } from './rules/products.ts'

export const GiftFileText = z.object({
  name: plainLine(120).pipe(z.string().min(1, 'Please choose a file')),
  /** The file's text: CSV with a header. */
  text: z
    .string()
    .min(1, 'This file is empty')
    .max(900_000, 'This file is larger than 900 kB. Please split it, such as by year.'),
})
/** A file and what only the church knows about it. */
export const GiftFileInput = GiftFileText.extend({
  /** Whether the file's numbers are those of gifts; rows whose number repeats are imported as `rows` alone. */
  identity: z.enum(identities).default('numbers'),
  /** For gifts whose row names no fund: needed where there are any. */
  fundId: Id.nullable().default(null),
})
export type GiftFileInput = z.infer<typeof GiftFileInput>
export type GiftFileText = z.infer<typeof GiftFileText>

const Problem = z.object({ row: Count, message: z.string() })
export const GiftPreview = z.object({
  product: z.enum(products),
  gifts: Count,
  /** Rows that are no gifts, such as failed ones. */
  skipped: Count,
  /** Gifts that an earlier import has brought. */
  known: Count,
  sums: z.array(z.object({ currency: Currency, amount: Amount })),
  from: z.string().nullable(),
  to: z.string().nullable(),
  funds: z.array(z.object({ name: z.string(), exists: z.boolean(), gifts: Count })),
  unnamed: Count,
  /** The first fifty. */
  problems: z.array(Problem),
  problemCount: Count,
  /** The first fifty rows that are imported without something that was not understood. */
  warnings: z.array(Problem),
  warningCount: Count,
  /** Sentences about the file as a whole. */
  notes: z.array(z.string()),
  /** Rows whose number is another row's, too, and the column of the numbers. */
  repeated: Count,
  idHeader: z.string().nullable(),
  /** Gifts that name no fund. */
  withoutFund: Count,
})
export type GiftPreview = z.infer<typeof GiftPreview>

export const GiftImport = z.object({
  id: Id,
  name: z.string(),
  product: z.enum(products),
  state: z.enum(['running', 'completed']),
  rows: Count,
  done: Count,
  created: Count,
  known: Count,
  problems: z.array(Problem),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type GiftImport = z.infer<typeof GiftImport>

export const giftImports = resource(
  '/gift-imports',
  {
    check: member('giving.write').input(GiftFileInput).output(GiftPreview),
    start: member('giving.write').input(GiftFileInput).output(GiftImport),
    get: member('giving.write').input(ById).output(GiftImport),
    list: member('giving.write')
      .input(z.object({}))
      .output(z.object({ items: z.array(GiftImport) })),
  },
  {
    check: 'Check a file of gifts',
    start: 'Import a file of gifts',
    get: 'Get an import of gifts',
    list: 'List imports of gifts',
  },
)
