import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, external, Id, Instant, member, Page, pageOf, resource } from '#kernel/contract.ts'
import { Amount, Count, Currency, Positive, plainLine } from '../rules/shapes.ts'
import { batchStatuses } from '../rules/states.ts'

const Denomination = z.object({ value: Positive, count: z.number().int().min(0).max(100_000) })
export const Batch = z.object({
  id: Id,
  name: z.string(),
  day: z.string(),
  currency: z.string(),
  status: z.enum(batchStatuses),
  controlTotal: Count.nullable(),
  /** Sums of the gifts that were entered. */
  entered: Count,
  enteredCash: Count,
  enteredChecks: Count,
  gifts: Count,
  /** Sum of the count sheet; null before the first count. */
  counted: Count.nullable(),
  denominations: z.array(Denomination),
  checksTotal: Count,
  countedBy: z.string().nullable(),
  countedById: Id.nullable(),
  countedAt: Instant.nullable(),
  confirmedBy: z.string().nullable(),
  confirmedAt: Instant.nullable(),
  depositedOn: z.string().nullable(),
  reference: z.string(),
  createdAt: Instant,
})
export type Batch = z.infer<typeof Batch>

export const NewBatch = z.object({
  name: plainLine(120).pipe(z.string().min(1, 'Please enter a name')),
  day: day(),
  currency: Currency.optional(),
  controlTotal: Amount.nullable().default(null),
})
export type NewBatch = z.infer<typeof NewBatch>
export const CountSheet = z.object({
  id: Id,
  denominations: z.array(Denomination).max(40),
  /** Sum of the checks and everything that is no cash. */
  checksTotal: Amount,
})
export type CountSheet = z.infer<typeof CountSheet>
export const Deposit = z.object({ id: Id, depositedOn: day(), reference: plainLine(80).default('') })
export type Deposit = z.infer<typeof Deposit>
export const BatchFilter = Page.extend({ status: z.enum(batchStatuses).optional() })
export type BatchFilter = z.infer<typeof BatchFilter>

export const givingBatches = resource(
  '/giving-batches',
  {
    list: member('giving.read').input(BatchFilter).output(pageOf(Batch)),
    get: member('giving.read').input(ById).output(Batch),
    create: member('giving.write').input(NewBatch).output(Batch),
    count: member('giving.write').input(CountSheet).output(Batch),
    /** `total`: what the second person counted. */
    confirm: member('giving.write')
      .input(z.object({ id: Id, total: Amount }))
      .output(Batch),
    reopen: member('giving.write').input(ById).output(Batch),
    deposit: member('giving.write').input(Deposit).output(Batch),
    slip: external
      .member('giving.write')
      .input(ById)
      .output(z.object({ name: z.string(), base64: z.string() })),
  },
  {
    list: 'List batches of gifts',
    get: 'Get a batch of gifts',
    create: 'Create a batch of gifts',
    count: 'Save the first count of a batch',
    confirm: 'Confirm the count of a batch and close it',
    reopen: 'Reopen a batch',
    deposit: 'Record the deposit of a batch',
    slip: 'Get the deposit slip of a batch as PDF',
  },
  ['slip'],
)
