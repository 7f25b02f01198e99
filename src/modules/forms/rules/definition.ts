import { describeField, isInGroup, labelField, listFields, mapFields } from '#people/rules/standard-fields.ts'
import type { Language } from '#public-page/rules/languages.ts'

export const fieldTypes = [
  'text',
  'paragraph',
  'email',
  'phone',
  'number',
  'date',
  'choice',
  'choices',
  'yesno',
  'address',
  'family',
  'file',
  'payment',
  'consent',
  'section',
  'page',
  'hidden',
] as const
export type FieldType = (typeof fieldTypes)[number]

export const typeNames: Record<FieldType, string> = {
  text: 'Text',
  paragraph: 'Paragraph',
  email: 'Email address',
  phone: 'Phone number',
  number: 'Number',
  date: 'Date',
  choice: 'Single choice',
  choices: 'Multiple choice',
  yesno: 'Yes or no',
  address: 'Postal address',
  family: 'Family members',
  file: 'Files',
  payment: 'Payment',
  consent: 'Consent',
  section: 'Text between fields',
  page: 'New page',
  hidden: 'Hidden value',
}

/** What of a person an answer fills; an empty one says nothing about a person. */
const asked = listFields('asked')
export const mapTargets = [
  '',
  'name',
  ...asked.filter(name => isInGroup(name, 'name')),
  'email',
  'phone',
  ...asked.filter(name => !isInGroup(name, 'name')),
  'address',
  'privacy',
] as const
export type MapTarget = (typeof mapTargets)[number]
/** Before the id of one of the church's own fields. */
export const CUSTOM = 'custom:'

const askedAs = (type: 'text' | 'date' | 'choice') => asked.filter(name => describeField(name).asked?.includes(type))
/** Which targets an answer of a type can fill. */
export const targetsOf: Record<FieldType, readonly MapTarget[]> = {
  text: ['', 'name', ...askedAs('text')],
  paragraph: [''],
  email: ['email', ''],
  phone: ['phone', ''],
  number: [''],
  date: ['', ...askedAs('date')],
  choice: ['', ...askedAs('choice'), 'privacy'],
  choices: [''],
  yesno: [''],
  address: ['address', ''],
  family: [''],
  file: [''],
  payment: [''],
  consent: [''],
  section: [''],
  page: [''],
  hidden: [''],
}
export const targetNames: Record<MapTarget, string> = {
  '': 'Nothing (saved only with the submission)',
  name: 'Full name',
  ...mapFields(asked, name => labelField(name)),
  email: 'Email address',
  phone: 'Phone number',
  address: 'Postal address',
  privacy: 'Who can read this submission',
}

export const comparisons = ['equals', 'differs', 'contains', 'answered', 'empty'] as const
export type Comparison = (typeof comparisons)[number]
export const comparisonNames: Record<Comparison, string> = {
  equals: 'is',
  differs: 'is not',
  contains: 'contains',
  answered: 'has an answer',
  empty: 'has no answer',
}

export const paymentKinds = ['fixed', 'quantity', 'open'] as const
export type PaymentKind = (typeof paymentKinds)[number]
export const paymentKindNames: Record<PaymentKind, string> = {
  fixed: 'Fixed price',
  quantity: 'Price times quantity',
  open: 'Amount of their choice',
}
/** What a payment field asks for, in minor units; `least` and `most` are of the quantity, or of the amount they choose. */
export interface PaymentTerms {
  kind: PaymentKind
  amount: number
  least: number | null
  most: number | null
}

/** A field is shown where all of its conditions hold; each asks about a field that stands before it. */
export interface Condition {
  key: string
  is: Comparison
  value: string
}

export const consentKinds = ['email', 'sms'] as const
export type ConsentKind = (typeof consentKinds)[number]

export interface Field {
  /** Its name among the answers; stays as it is once someone has answered. */
  key: string
  type: FieldType
  /** What stands beside it; of a consent the very words that are agreed to. */
  label: string
  help: string
  required: boolean
  default: string
  options: string[]
  map: MapTarget | `${typeof CUSTOM}${string}`
  consent: ConsentKind
  when: Condition[]
  /** How many may choose each option, in their order; null for as many as like. */
  places?: (number | null)[]
  /** What choosing each option costs, in minor units, in their order; null for nothing. */
  prices?: (number | null)[]
  /** Of a payment field. */
  payment?: PaymentTerms
  /** Its words in the form's further languages. */
  words?: Partial<Record<Language, FieldWords>>
  /** The options as a page shows them, while it is written; what they answer is `options`. */
  shown?: string[]
}

/** Empty where it is not translated; `options` in the order of the field's. */
export interface FieldWords {
  label: string
  help: string
  options: string[]
}
/** What can be said in several languages. */
export const pageTexts = ['title', 'intro', 'button', 'thanksTitle', 'thanksText', 'closedText', 'keepNotice'] as const
export type PageText = (typeof pageTexts)[number]
export type PageWords = Partial<Record<PageText, string>>

/** What a version freezes: everything that people who fill in the form can see. */
export interface Definition {
  title: string
  intro: string
  button: string
  thanksTitle: string
  thanksText: string
  /** Where to go after sending, instead of the thanks; empty for none. */
  redirect: string
  /** What stands there once it is closed; a sentence of ours where it is empty. */
  closedText?: string
  /** What someone has typed is kept for a while before they send it, and the page says so with `keepNotice`. */
  keep?: boolean
  keepNotice?: string
  /** Of its prices (ISO 4217): that of the church on the day it was published. */
  currency?: string
  /** Of its own words; English where none is named. */
  language?: Language
  /** Further ones in which it is shown. */
  languages?: Language[]
  words?: Partial<Record<Language, PageWords>>
  fields: Field[]
}

/** What stands in a privacy field's answers, from the widest on; another answer leaves it at the form's own. */
export const privacies = ['team', 'prayer', 'pastoral'] as const
export type Privacy = (typeof privacies)[number]
export const privacyNames: Record<Privacy, string> = {
  team: 'Everyone who can see people',
  prayer: 'People who can read prayer requests',
  pastoral: 'Pastors only',
}

/** What happens with an answer; counts from the moment it is saved, for every version. */
export interface Handling {
  lead: boolean
  source: string
  /** User id of the member who gets the form's leads; without it they go by the church's rule. */
  leadOwner?: string | null
  tagIds: string[]
  notify: string[]
  notifyByMail: boolean
  reply: boolean
  replySubject: string
  replyText: string
  /** The mail leads to a file; absent: it leads to none. Null until the church has chosen it. */
  replyFile?: ReplyFile | null
  privacy: Privacy
  /** It closes by itself after so many submissions, or after this day (2026-05-31) by the church's clock. */
  closesAfter?: number | null
  closesOn?: string
  /** Search engines may list the form's page; not unless the church says so. */
  indexed?: boolean
  /** The answer by mail in the form's further languages; empty where it is not translated. */
  replies?: Partial<Record<Language, Reply>>
}
/** An uploaded file of the purpose `giveaway`. */
export interface ReplyFile {
  id: string
  name: string
}
export interface Reply {
  subject: string
  text: string
}

export const MOST_FIELDS = 80
export const MOST_FAMILY = 8
export const MOST_BYTES = 10 * 1024 * 1024
/** Nobody fills a form in faster, in milliseconds. */
export const LEAST_TIME = 3_000

const blank = { help: '', required: false, default: '', options: [], consent: 'email', when: [] } as const

/** A field as a template or the builder begins it. */
export const field = (key: string, type: FieldType, label: string, rest: Partial<Field> = {}): Field => ({
  ...blank,
  options: [],
  when: [],
  map: targetsOf[type][0]!,
  ...rest,
  key,
  type,
  label,
})

/** `first_name` of "First name", and another where that is taken. */
export function keyOf(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .slice(0, 40)
  const base = plain && !reserved.includes(plain) ? plain : `field_${plain}`.replace(/_+$/, '')
  for (let i = 1; ; i++) {
    const key = i === 1 ? base : `${base}_${i}`
    if (!taken.includes(key)) return key
  }
}

/** Names that the page itself uses: its fields, its address, and what its script asks of the form. */
export const reserved: readonly string[] = [
  'key',
  'token',
  'website',
  'via',
  'form',
  'embed',
  'kiosk',
  'sent',
  'lang',
  'for',
  'finish',
  'hidden',
  'reset',
  'elements',
  'dataset',
  'thanks',
  'notice',
  'step',
  'constructor',
]

export const handlingOf = (rest: Partial<Handling> = {}): Handling => ({
  lead: false,
  source: '',
  tagIds: [],
  notify: [],
  notifyByMail: false,
  reply: false,
  replySubject: 'Thank you for writing to us',
  replyText: 'Hello {firstName|friend}, Thank you. We received your answers and will be in touch.',
  privacy: 'team',
  ...rest,
})
