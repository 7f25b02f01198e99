import { z } from 'zod'
import { ById, Flag, Id, Instant, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { plainLine, plainProse } from '../rules/shapes.ts'
import { receiptKinds, receiptStatuses, scopes } from './rules/states.ts'

const details = {
  legalName: plainLine(200),
  address: plainProse(500),
  taxId: plainLine(40).transform(text => text.toUpperCase()),
  placeIssued: plainLine(120),
  signatory: plainLine(120),
  signatoryTitle: plainLine(120),
  prefix: plainLine(10).pipe(z.string().regex(/^[A-Za-z0-9-]*$/, 'Please use letters, digits and hyphens')),
  yearEnd: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Please enter month and day, such as 12-31'),
  contact: plainLine(200),
  emailReceipts: z.boolean(),
}
export const SavedSettings = z.object({
  ...details,
  /** A PNG or JPEG as a data address; null removes it, absent keeps it. */
  signature: z.string().max(400_000, 'Please choose a smaller picture').nullable().optional(),
})
export type SavedSettings = z.infer<typeof SavedSettings>
export const ReceiptSettings = z.object({
  ...details,
  signature: z.string().nullable(),
  country: z.string(),
  taxIdLabel: z.string(),
  /** What receipts of this country can't be issued without, by field. */
  missing: z.record(z.string(), z.string()),
})
export type ReceiptSettings = z.infer<typeof ReceiptSettings>

export const receiptSettings = resource(
  '/receipt-settings',
  {
    read: member('giving.read').input(Nothing).output(ReceiptSettings),
    save: member('giving.write').input(SavedSettings).output(ReceiptSettings),
  },
  { read: 'Get the settings of receipts', save: 'Save the settings of receipts' },
  ['read'],
)

export const Receipt = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(receiptKinds),
  status: z.enum(receiptStatuses),
  scope: z.enum(scopes),
  personId: Id,
  donor: z.string(),
  giftId: Id.nullable(),
  periodFrom: z.string().nullable(),
  periodTo: z.string().nullable(),
  issuedOn: z.string(),
  totals: z.array(z.object({ currency: z.string(), amount: z.number(), eligible: z.number(), advantage: z.number() })),
  reason: z.string(),
  replaces: Id.nullable(),
  outdatedAt: Instant.nullable(),
  emailedAt: Instant.nullable(),
})
export type Receipt = z.infer<typeof Receipt>
export const ReceiptFilter = Page.extend({
  gift: Id.optional(),
  person: Id.optional(),
  run: Id.optional(),
  kind: z.enum(receiptKinds).optional(),
  status: z.enum(receiptStatuses).optional(),
  outdated: Flag.optional(),
})
export type ReceiptFilter = z.infer<typeof ReceiptFilter>
const WithReason = z.object({ id: Id, reason: plainLine(300).pipe(z.string().min(1, 'Please enter a reason')) })

export const givingReceipts = resource(
  '/giving-receipts',
  {
    list: member('giving.read').input(ReceiptFilter).output(pageOf(Receipt)),
    get: member('giving.read').input(ById).output(Receipt),
    /** Of one gift: issued once, the same afterwards. */
    issue: member('giving.write')
      .input(z.object({ giftId: Id }))
      .output(Receipt),
    void: member('giving.write').input(WithReason).output(Receipt),
    reissue: member('giving.write').input(WithReason).output(Receipt),
    send: member('giving.write')
      .input(ById)
      .output(z.object({ sent: z.boolean() })),
  },
  {
    list: 'List giving receipts',
    get: 'Get a giving receipt',
    issue: 'Issue the receipt of a gift',
    void: 'Void a giving receipt',
    reissue: 'Void a giving receipt and issue a corrected one',
    send: 'Email a giving receipt',
  },
)
