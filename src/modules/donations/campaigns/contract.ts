import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Id, Instant, line, member, resource, several, Version } from '#kernel/contract.ts'
import { Amount, Count, Currency, Positive, plainLine, plainProse } from '../rules/shapes.ts'
import { campaignStatuses, frequencies, visibilities } from '../rules/states.ts'

export const GivingCampaign = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  currency: z.string(),
  goal: Count,
  /** Without `giving.read` as of the beginning of a day, and null until five people have given. */
  raised: Count.nullable(),
  donorCount: Count.nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  fundId: Id,
  isRecurring: z.boolean(),
  frequency: z.enum(frequencies).nullable(),
  visibility: z.enum(visibilities),
  suggested: z.array(Count),
  minAmount: Count.nullable(),
  maxAmount: Count.nullable(),
  thankYouSubject: z.string(),
  thankYouText: z.string(),
  imageUrl: z.string(),
  allowAnonymous: z.boolean(),
  showDonors: z.boolean(),
  allowTribute: z.boolean(),
  status: z.enum(campaignStatuses),
  /** Of its giving page. */
  link: z.string(),
  /** Why it takes no gifts online; null: it does. */
  notCollecting: z.string().nullable(),
  createdAt: Instant,
  version: Version,
})
export type GivingCampaign = z.infer<typeof GivingCampaign>

const none = (value: unknown) => (value === '' ? null : value)
const dayOrNull = z.preprocess(none, day().nullable())
const details = {
  name: plainLine(120).pipe(z.string().min(1, 'Please enter a name')),
  description: plainProse(4_000),
  goal: Amount.min(1, 'Please enter a goal above zero'),
  startDate: dayOrNull,
  endDate: dayOrNull,
  fundId: Id,
  isRecurring: z.boolean(),
  frequency: z.preprocess(none, z.enum(frequencies).nullable()),
  visibility: z.enum(visibilities),
  suggested: z.array(Positive).max(8, 'At most 8 amounts'),
  minAmount: Positive.nullable(),
  maxAmount: Positive.nullable(),
  thankYouSubject: plainLine(200),
  thankYouText: plainProse(5_000),
  imageUrl: z.union([
    z.literal(''),
    z.url({ protocol: /^https$/, error: 'Please enter an address that begins with https://' }),
  ]),
  allowAnonymous: z.boolean(),
  showDonors: z.boolean(),
  allowTribute: z.boolean(),
}
type Checked = {
  startDate?: string | null | undefined
  endDate?: string | null | undefined
  minAmount?: number | null | undefined
  maxAmount?: number | null | undefined
  isRecurring?: boolean | undefined
  frequency?: string | null | undefined
}
/** What is wrong with a campaign as a whole, by field. */
export function campaignProblems(campaign: Checked): { field: string; message: string }[] {
  const { startDate, endDate, minAmount, maxAmount, isRecurring, frequency } = campaign
  return [
    ...(startDate && endDate && endDate < startDate
      ? [{ field: 'endDate', message: 'Please choose an end date after the start date' }]
      : []),
    ...(minAmount && maxAmount && maxAmount < minAmount
      ? [{ field: 'maxAmount', message: 'Please enter a maximum above the minimum' }]
      : []),
    ...(isRecurring && !frequency ? [{ field: 'frequency', message: 'Please choose how often' }] : []),
  ]
}
const checked = (campaign: Checked, issues: z.RefinementCtx) => {
  for (const { field, message } of campaignProblems(campaign))
    issues.addIssue({ code: 'custom', path: [field], message })
}

export const NewCampaign = z
  .object({
    ...details,
    description: details.description.default(''),
    startDate: dayOrNull.default(null),
    endDate: dayOrNull.default(null),
    fundId: Id.optional(),
    isRecurring: z.boolean().default(false),
    frequency: details.frequency.default(null),
    visibility: details.visibility.default('public'),
    suggested: details.suggested.default([]),
    minAmount: details.minAmount.default(null),
    maxAmount: details.maxAmount.default(null),
    thankYouSubject: details.thankYouSubject.default(''),
    thankYouText: details.thankYouText.default(''),
    imageUrl: details.imageUrl.default(''),
    allowAnonymous: z.boolean().default(true),
    showDonors: z.boolean().default(false),
    allowTribute: z.boolean().default(false),
    /** The account's own if absent. */
    currency: Currency.optional(),
  })
  .superRefine(checked)
export type NewCampaign = z.infer<typeof NewCampaign>

export const ChangedCampaign = z.object({
  id: Id,
  version: Version,
  ...z.object({ ...details, currency: Currency }).partial().shape,
})
export type ChangedCampaign = z.infer<typeof ChangedCampaign>

/** Ways to give to a campaign. */
export const CollectingWays = z.object({
  link: z.url(),
  /** Of a tablet in the lobby. */
  kiosk: z.url(),
  /** HTML for another site: the page with its thermometer. */
  embed: z.string(),
  /** SVG of a short link that counts its scans. */
  qr: z.string(),
  shortLink: z.url(),
  /** What to text, where giving by text is on and the fund has a keyword. */
  text: z.string().nullable(),
})
export type CollectingWays = z.infer<typeof CollectingWays>

export const givingCampaigns = resource(
  '/giving-campaigns',
  {
    list: member('giving.summary')
      .input(z.object({ search: line(200).optional(), status: several(z.enum(campaignStatuses)) }))
      .output(z.object({ items: z.array(GivingCampaign) })),
    get: member('giving.summary').input(ById).output(GivingCampaign),
    create: member('giving.write').input(NewCampaign).output(GivingCampaign),
    update: member('giving.write').input(ChangedCampaign).output(GivingCampaign),
    pause: member('giving.write').input(ById).output(GivingCampaign),
    resume: member('giving.write').input(ById).output(GivingCampaign),
    complete: member('giving.write').input(ById).output(GivingCampaign),
    collect: member('giving.summary').input(ById).output(CollectingWays),
  },
  {
    list: 'List giving campaigns',
    get: 'Get a giving campaign',
    create: 'Create a giving campaign',
    update: 'Update a giving campaign',
    pause: 'Pause a giving campaign',
    resume: 'Resume a giving campaign',
    complete: 'Complete a giving campaign',
    collect: 'Get the links and the QR code of a giving campaign',
  },
)
