/** What a country asks of a receipt, from a day on. A new rule is a new row: receipts that were issued keep theirs. */
export interface ReceiptRule {
  country: 'US' | 'CA' | 'GB' | ''
  /** First day of the receipts that it applies to. */
  from: string
  /** Where it comes from. */
  source: string
  title: string
  statementTitle: string
  taxIdLabel: string
  currency: string
  /** A gift of this much needs a written acknowledgment of its own or in a statement. */
  acknowledgeFrom: number | null
  /** Above it, the value of what the donor got in return is disclosed. */
  discloseAbove: number | null
  /** A gift stands on one official receipt alone. */
  once: boolean
  /** Settings that a receipt can't be issued without. */
  required: readonly ('taxId' | 'placeIssued' | 'signatory')[]
  /** Last day of the year that donors report, MM-DD. */
  yearEnd: string
  lines: readonly string[]
}

export const NO_GOODS =
  'No goods or services were provided in exchange for these contributions other than intangible religious benefits.'

export const receiptRules: readonly ReceiptRule[] = [
  {
    country: 'US',
    from: '1994-01-01',
    source: 'IRS Publication 1771; Internal Revenue Code §170(f)(8) and §6115',
    title: 'Contribution receipt',
    statementTitle: 'Contribution statement',
    taxIdLabel: 'EIN',
    currency: 'USD',
    acknowledgeFrom: 25_000,
    discloseAbove: 7_500,
    once: false,
    required: ['taxId'],
    yearEnd: '12-31',
    lines: [],
  },
  {
    country: 'CA',
    from: '2003-01-01',
    source: 'Income Tax Regulations, sections 3500 and 3501; CRA, “Issuing complete and accurate donation receipts”',
    title: 'Official receipt for income tax purposes',
    taxIdLabel: 'Registration number (BN)',
    currency: 'CAD',
    statementTitle: 'Official receipt for income tax purposes',
    acknowledgeFrom: null,
    discloseAbove: 0,
    once: true,
    yearEnd: '12-31',
    required: ['taxId', 'placeIssued', 'signatory'],
    lines: ['Canada Revenue Agency: canada.ca/charities-giving'],
  },
  {
    country: 'GB',
    from: '2000-04-06',
    source: 'HMRC, Charities: detailed guidance notes, chapter 3, Gift Aid',
    title: 'Donation receipt',
    statementTitle: 'Statement of donations',
    taxIdLabel: 'Charity number',
    currency: 'GBP',
    acknowledgeFrom: null,
    discloseAbove: 0,
    once: false,
    required: ['taxId'],
    yearEnd: '04-05',
    lines: ['Please keep this statement for your tax records.'],
  },
]
const elsewhere: ReceiptRule = {
  country: '',
  from: '0001-01-01',
  source: 'No rule of a country',
  title: 'Donation receipt',
  statementTitle: 'Statement of donations',
  taxIdLabel: 'Registration number',
  currency: '',
  acknowledgeFrom: null,
  discloseAbove: 0,
  once: false,
  required: [],
  yearEnd: '12-31',
  lines: [],
}

/** The rule that a country has on a day; that of no country where we know none. */
export const ruleFor = (country: string, day: string): ReceiptRule =>
  receiptRules
    .filter(rule => rule.country === country && rule.from <= day)
    .sort((a, b) => (a.from < b.from ? 1 : -1))[0] ?? elsewhere

/** The value of goods in return is said: always where the threshold is in another currency. */
export const isDisclosed = (
  rule: ReceiptRule,
  gift: { currency: string; amount: number; advantage: number },
): boolean =>
  gift.advantage > 0 &&
  (rule.discloseAbove === null || gift.currency !== rule.currency || gift.amount > rule.discloseAbove)

const patterns: Record<string, [RegExp, string]> = {
  US: [/^\d{2}-\d{7}$/, 'Please enter the EIN as 12-3456789'],
  CA: [/^\d{9} ?RR ?\d{4}$/, 'Please enter the registration number as 123456789RR0001'],
  GB: [/^[A-Z]{0,2}\d{4,8}$/, 'Please enter the charity number or HMRC reference, such as 1234567 or XR12345'],
}

export interface Charity {
  legalName: string
  address: string
  taxId: string
  placeIssued: string
  signatory: string
}

/** What is wrong with the charity's data, by field; `isComplete`: also what is missing. */
export function charityProblems(country: string, charity: Charity, isComplete = false): Record<string, string> {
  const problems: Record<string, string> = {}
  const pattern = patterns[country]
  if (charity.taxId && pattern && !pattern[0].test(charity.taxId)) problems.taxId = pattern[1]
  if (!isComplete) return problems
  const rule = ruleFor(country, '9999-12-31')
  const names = { legalName: 'Legal name', address: 'Address', taxId: rule.taxIdLabel } as const
  const more = { placeIssued: 'Place of issue', signatory: 'Name of the signatory' } as const
  for (const [field, label] of Object.entries({ ...names, ...more }))
    if (
      !charity[field as keyof Charity] &&
      (field in { legalName: 1, address: 1 } || rule.required.some(one => one === field))
    )
      problems[field] = `${label} is missing`
  return problems
}

/** "2026-00012", with the church's prefix. */
export const numberText = (prefix: string, year: number, number: number): string =>
  `${prefix}${year}-${String(number).padStart(5, '0')}`

/** First and last day of the year that ends in `year`; of a day that its month lacks, the month's last one. */
export function yearPeriod(year: number, yearEnd: string): { from: string; to: string } {
  const [month, day] = yearEnd.split('-').map(Number) as [number, number]
  const end = (of: number) => Date.UTC(of, month - 1, Math.min(day, new Date(Date.UTC(of, month, 0)).getUTCDate()))
  const text = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: text(end(year - 1) + DAY), to: text(end(year)) }
}
const DAY = 86_400_000

/** What statements are made of: the year that ended last, and from half a year after its end on the running one. */
export function statementYear(today: string, yearEnd: string): { from: string; to: string } {
  const year = Number(today.slice(0, 4))
  const last = yearPeriod(today.slice(5) > yearEnd ? year : year - 1, yearEnd)
  const age = (Date.parse(today) - Date.parse(last.to)) / DAY
  return age > 182 ? yearPeriod(Number(last.to.slice(0, 4)) + 1, yearEnd) : last
}
