import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ranges } from '#clients/rules/local-day.ts'
import {
  ById,
  CsvFile,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  resource,
  Version,
} from '#kernel/contract.ts'
import { Amount, Count, Currency, plainLine, plainProse } from './rules/shapes.ts'
import { giftSources, giftStatuses, methods, recordedMethods, tributes } from './rules/states.ts'

const Line = z.object({
  id: Id,
  fundId: Id,
  fund: z.string(),
  campaignId: Id.nullable(),
  campaign: z.string().nullable(),
  amount: Count,
  refunded: Count,
  deductible: Count,
  memo: z.string(),
})
export const GiftRow = z.object({
  id: Id,
  personId: Id.nullable(),
  /** "Anonymous" where nobody is known. */
  donor: z.string(),
  receivedOn: z.string(),
  method: z.enum(methods),
  status: z.enum(giftStatuses),
  source: z.enum(giftSources),
  currency: z.string(),
  total: Count,
  refunded: Count,
  checkNumber: z.string(),
  anonymousPublic: z.boolean(),
  batchId: Id.nullable(),
  lines: z.array(Line),
  thankedAt: Instant.nullable(),
  version: Version,
})
export type GiftRow = z.infer<typeof GiftRow>
export const Gift = GiftRow.extend({
  householdId: Id.nullable(),
  fee: Count.nullable(),
  envelope: z.string(),
  tribute: z.enum(tributes).nullable(),
  tributeName: z.string(),
  description: z.string(),
  goodsValue: Count,
  goodsDescription: z.string(),
  note: z.string(),
  batch: z.string().nullable(),
  paymentId: Id.nullable(),
  voidReason: z.string(),
  voidedAt: Instant.nullable(),
  recordedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Gift = z.infer<typeof Gift>

const NewLine = z.object({
  /** The default fund if absent. */
  fundId: Id.optional(),
  campaignId: Id.nullable().default(null),
  amount: Amount,
  memo: plainLine(200).default(''),
})
export type NewLine = z.infer<typeof NewLine>
const NewDonor = z.object({
  firstName: plainLine(100).default(''),
  lastName: plainLine(100).default(''),
  email: plainLine(254).default(''),
  phone: plainLine(50).default(''),
})
const fields = {
  personId: Id.nullable(),
  receivedOn: day(),
  method: z.enum(recordedMethods),
  currency: Currency,
  lines: z.array(NewLine).min(1, 'Please add an amount').max(20, 'At most 20 funds'),
  checkNumber: plainLine(40),
  envelope: plainLine(40),
  anonymousPublic: z.boolean(),
  tribute: z.enum(tributes).nullable(),
  tributeName: plainLine(120),
  description: plainProse(1_000),
  goodsValue: Amount,
  goodsDescription: plainLine(300),
  note: plainProse(2_000),
  batchId: Id.nullable(),
}
export const NewGift = z.object({
  /** Made before the server is asked: the same key is the same gift. */
  key: z.uuid(),
  ...fields,
  personId: fields.personId.default(null),
  /** Someone who is not known yet. Known by the address: the same person. */
  newDonor: NewDonor.nullable().default(null),
  currency: Currency.optional(),
  checkNumber: fields.checkNumber.default(''),
  envelope: fields.envelope.default(''),
  anonymousPublic: z.boolean().default(false),
  tribute: fields.tribute.default(null),
  tributeName: fields.tributeName.default(''),
  description: fields.description.default(''),
  goodsValue: Amount.default(0),
  goodsDescription: fields.goodsDescription.default(''),
  note: fields.note.default(''),
  batchId: fields.batchId.default(null),
  /** Although the same donor gave the same that day. */
  confirmed: z.boolean().default(false),
})
export type NewGift = z.infer<typeof NewGift>
export const ChangedGift = z.object({ id: Id, version: Version, ...z.object(fields).partial().shape })
export type ChangedGift = z.infer<typeof ChangedGift>

export const giftSorts = ['-receivedOn', 'receivedOn', '-total', 'total'] as const
const filter = {
  search: line(200).optional(),
  fund: Id.optional(),
  campaign: Id.optional(),
  method: z.enum(methods).optional(),
  status: z.enum(giftStatuses).optional(),
  source: z.enum(giftSources).optional(),
  batch: Id.optional(),
  donor: Id.optional(),
  from: day().optional(),
  to: day().optional(),
  sort: z.enum(giftSorts).default('-receivedOn'),
}
export const GiftFilter = Page.extend(filter)
export type GiftFilter = z.infer<typeof GiftFilter>

export const NewThanks = z.object({
  ids: z.array(Id).min(1).max(200),
  subject: plainLine(200).pipe(z.string().min(1, 'Please enter a subject')),
  text: plainProse(5_000).pipe(z.string().min(1, 'Please write a message')),
  /** Also those who were thanked in the last 24 hours. */
  again: z.boolean().default(false),
})
export type NewThanks = z.infer<typeof NewThanks>

const refundRefusals = {
  NOT_SETTLED: { status: 409, message: 'This bank debit has not settled yet. It can be refunded once it has.' },
  NOT_PAID: { status: 409, message: 'This was not paid.' },
  DISPUTED: { status: 409, message: 'This payment is disputed. The bank decides about it.' },
} as const

export const gifts = resource(
  '/gifts',
  {
    list: member('giving.read').input(GiftFilter).output(pageOf(GiftRow)),
    get: member('giving.read').input(ById).output(Gift),
    record: member('giving.write').input(NewGift).output(Gift),
    update: member('giving.write').input(ChangedGift).output(Gift),
    void: member('giving.write')
      .input(z.object({ id: Id, reason: plainLine(300).pipe(z.string().min(1, 'Please enter a reason')) }))
      .output(Gift),
    /** Of a gift that was paid online: the gateway is asked, and the gift follows. */
    refund: member('giving.write')
      .input(
        z.object({
          id: Id,
          /** Minor units. */
          amount: z.number().int().positive('Please enter an amount above zero'),
          reason: plainLine(300).pipe(z.string().min(1, 'Please enter a reason')),
        }),
      )
      .output(Gift)
      .errors(refundRefusals),
    thank: member('giving.write')
      .input(NewThanks)
      .output(z.object({ sent: Count, withoutAddress: Count, notAllowed: Count, recent: z.array(Id) })),
    export: member('giving.write').input(z.object(filter)).output(CsvFile),
  },
  {
    list: 'List gifts',
    get: 'Get a gift',
    record: 'Record a gift',
    update: 'Correct a gift',
    void: 'Void a gift',
    refund: 'Refund a gift that was paid online',
    thank: 'Send thanks for gifts',
    export: 'Export gifts as CSV',
  },
  ['export'],
)

export const donorStates = ['new', 'lapsed', 'active'] as const
export const Donor = z.object({
  /** Of the person. */
  id: Id,
  name: z.string(),
  household: z.string().nullable(),
  firstOn: z.string(),
  lastOn: z.string(),
  gifts: Count,
  totals: z.array(z.object({ currency: z.string(), amount: Count })),
  lapsed: z.boolean(),
})
export type Donor = z.infer<typeof Donor>
export const DonorFilter = Page.extend({
  search: line(200).optional(),
  state: z.enum(donorStates).optional(),
  sort: z.enum(['-lastOn', 'lastOn', '-gifts', 'gifts', 'name', '-name']).default('-lastOn'),
})
export type DonorFilter = z.infer<typeof DonorFilter>
const Year = z.object({ year: Count, currency: z.string(), amount: Count, gifts: Count })
export const History = z.object({
  firstOn: z.string().nullable(),
  lastOn: z.string().nullable(),
  lapsed: z.boolean(),
  years: z.array(Year),
  recent: z.array(GiftRow),
})

export const donors = resource(
  '/donors',
  {
    list: member('giving.read').input(DonorFilter).output(pageOf(Donor)),
    history: member('giving.read')
      .input(z.object({ personId: Id, household: Flag.default(false) }))
      .output(History),
  },
  { list: 'List donors', history: 'Get the giving history of a person' },
  ['history'],
)

export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  /** By currency, the largest first; never added up. */
  totals: z.array(z.object({ currency: z.string(), total: Count, gifts: Count, donors: Count, average: Count })),
  activeCampaigns: Count,
  /** Without `giving.read`, the last day that is counted; null where everything is, or where nothing is shown yet. */
  asOf: z.string().nullable(),
  /** Fewer than five people have given, and the sums are for those with `giving.read` alone. */
  isHidden: z.boolean(),
  /** The account's own. */
  currency: z.string(),
})
export type Figures = z.infer<typeof Figures>
const Share = z.object({ key: z.string(), name: z.string(), amount: Count, gifts: Count })
export const Analytics = z.object({
  currency: z.string(),
  currencies: z.array(z.string()),
  months: z.array(z.object({ month: z.string(), amount: Count, gifts: Count })),
  funds: z.array(Share),
  methods: z.array(Share),
  newDonors: Count,
  lapsedDonors: Count,
  returningDonors: Count,
  pledged: Count,
  pledgeGiven: Count,
})
export type Analytics = z.infer<typeof Analytics>

export const giving = resource(
  '/giving',
  {
    /** Sums alone, of named ranges: any two days would show single gifts. */
    figures: member('giving.summary')
      .input(z.object({ range: z.enum(ranges).default('ytd') }))
      .output(Figures),
    analytics: member('giving.read')
      .input(z.object({ from: day(), to: day(), currency: Currency.optional() }))
      .output(Analytics),
    /** What waits for someone: recurring gifts without a card that works, disputes, batches to confirm. */
    needs: member('giving.read')
      .input(Nothing)
      .output(z.object({ pastDue: Count, disputed: Count, batches: Count, receiptsBlocked: Count })),
    /** Up to which day the books are closed. */
    period: member('giving.read')
      .input(Nothing)
      .output(z.object({ closedThrough: z.string().nullable(), currency: z.string() })),
  },
  {
    figures: 'Get giving totals',
    analytics: 'Get giving analytics',
    period: 'Get the closed period of the books',
    needs: 'Count what waits for someone in giving',
  },
  ['figures', 'analytics', 'period', 'needs'],
)
