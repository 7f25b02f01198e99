import { z } from 'zod'
import { dayOrNone } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import { type Language, languages, ownName } from '#public-page/rules/languages.ts'
import { Uses } from '#public-page/rules/uses.ts'
import { isWords } from './rules/answers.ts'
import {
  CUSTOM,
  comparisons,
  consentKinds,
  fieldTypes,
  type MapTarget,
  MOST_FIELDS,
  mapTargets,
  paymentKinds,
  privacies,
  reserved,
  targetsOf,
} from './rules/definition.ts'
import { factOf } from './rules/facts.ts'
import { languagesOf, MOST_LANGUAGES } from './rules/languages.ts'
import { templateNames } from './rules/templates.ts'

const Key = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,60}$/, 'A key can have lowercase letters, digits and _, and starts with a letter')
  .refine(key => !reserved.includes(key), 'This key is reserved. Please choose another one')

const Places = z
  .number('Please enter a number')
  .int('Please enter a whole number')
  .min(1, 'At least one')
  .max(100_000, 'Up to 100,000')
const LanguageCode = z.enum(languages)
const FieldWords = z.object({
  label: prose(2_000),
  help: prose(1_000),
  options: z.array(line(200)).max(100, 'Up to 100 answers'),
})
const PageWords = z
  .object({
    title: line(120),
    intro: prose(2_000),
    button: line(60),
    thanksTitle: line(120),
    thanksText: prose(2_000),
    closedText: prose(1_000),
    keepNotice: prose(500),
  })
  .partial()

const Amount = z
  .number('Please enter an amount')
  .int()
  .min(0, 'Please enter an amount')
  .max(10_000_000, 'At most 100,000.00')
const Limit = z.number().int().min(0).max(10_000_000).nullable()
const Payment = z.object({ kind: z.enum(paymentKinds), amount: Amount, least: Limit, most: Limit })

export const Field = z.object({
  key: Key,
  type: z.enum(fieldTypes),
  label: prose(2_000).pipe(z.string().min(1, 'Please enter a label')),
  help: prose(1_000),
  required: z.boolean(),
  default: line(500),
  options: z.array(line(200).pipe(z.string().min(1, 'An answer can’t be empty'))).max(100, 'Up to 100 answers'),
  map: z.union([z.enum(mapTargets), z.templateLiteral([CUSTOM, z.uuid()])]),
  consent: z.enum(consentKinds),
  when: z.array(z.object({ key: z.string().max(61), is: z.enum(comparisons), value: line(200) })).max(5),
  /** In the form’s further languages; empty where it is not translated. What is answered is the same in all of them. */
  words: z.partialRecord(LanguageCode, FieldWords).optional(),
  /** How many may choose each option; null for as many as like. */
  places: z.array(Places.nullable()).max(100).optional(),
  /** What each option costs, in minor units; null for nothing. */
  prices: z.array(Amount.nullable()).max(100).optional(),
  /** Of a payment field. */
  payment: Payment.optional(),
})
type Field = z.infer<typeof Field>

const address = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' })])
  .pipe(z.string().max(500))

export const Definition = z
  .object({
    title: line(120).pipe(z.string().min(1, 'Please enter a title')),
    intro: prose(2_000),
    button: line(60).pipe(z.string().min(1, 'Please enter the button text')),
    thanksTitle: line(120).pipe(z.string().min(1, 'Please enter a thank-you message')),
    thanksText: prose(2_000),
    redirect: address,
    closedText: prose(1_000).optional(),
    keep: z.boolean().optional(),
    keepNotice: prose(500).optional(),
    /** Set when it is published. */
    currency: z.string().length(3).optional(),
    language: LanguageCode.optional(),
    languages: z.array(LanguageCode).max(MOST_LANGUAGES, `Up to ${MOST_LANGUAGES} languages`).optional(),
    words: z.partialRecord(LanguageCode, PageWords).optional(),
    fields: z.array(Field).max(MOST_FIELDS, `Up to ${MOST_FIELDS} fields`),
  })
  .superRefine((definition, check) => {
    const { fields, languages: further = [] } = definition
    const wrong = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message })
    if (languagesOf(definition).length < further.length + 1) wrong(['languages'], 'A language is listed twice')
    for (const [i, field] of fields.entries()) {
      const problem = problemOf(field, fields.slice(0, i)) ?? problemIn(field, further)
      if (problem) wrong(['fields', i, problem[0]], problem[1])
    }
  })

/** What is wrong with its translations: two answers that nobody could tell apart. */
function problemIn({ options, words }: Field, further: readonly Language[]): [keyof Field, string] | undefined {
  for (const language of further) {
    const told = words?.[language]?.options ?? []
    if (told.length > options.length) return ['words', `There are more answers in ${ownName(language)}`]
    const shown = options.map((option, i) => told[i] || option)
    if (new Set(shown).size < shown.length) return ['words', `Two answers are the same in ${ownName(language)}`]
  }
}

/** What is wrong with a field after those that stand before it. */
function problemOf(field: Field, before: Field[]): [keyof Field, string] | undefined {
  const { type, key, options, map, when, required, places, prices } = field
  if (before.some(one => one.key === key)) return ['key', 'Another field has this key']
  if ((type === 'choice' || type === 'choices') && options.length === 0) return ['options', 'Please add some answers']
  if (new Set(options).size < options.length) return ['options', 'Two answers are the same']
  if (places && places.length > options.length) return ['places', 'There are more places than answers']
  if (prices && prices.length > options.length) return ['prices', 'There are more prices than answers']
  const money = paymentProblem(field)
  if (money) return ['payment', money]
  if (!factOf(field) && !targetsOf[type].includes(map as MapTarget))
    return ['map', 'This type of field can’t be saved there']
  if (type === 'consent' && required) return ['required', 'Consent must be voluntary, so it can’t be required']
  if (type === 'family' && before.some(one => one.type === 'family'))
    return ['type', 'A form can have only one family field']
  if (factOf(field) && before.some(one => one.map === map)) return ['map', 'Another field already fills this in']
  if (when.some(({ key: asked }) => !before.some(one => one.key === asked && !isWords(one.type))))
    return ['when', 'A condition can only use a field above this one']
}

function paymentProblem({ type, payment }: Field): string | undefined {
  if (type !== 'payment') return
  if (!payment) return 'Please say what is to be paid'
  const { kind, amount, least, most } = payment
  if (kind !== 'open' && amount < 1) return 'Please enter a price'
  if (least !== null && most !== null && least > most) return 'The least is more than the most'
}

export const Handling = z.object({
  lead: z.boolean(),
  source: line(100),
  leadOwner: Id.nullable().optional(),
  tagIds: z.array(Id).max(20),
  notify: z.array(Id).max(50),
  notifyByMail: z.boolean(),
  reply: z.boolean(),
  replySubject: line(200),
  replyText: prose(5_000),
  replyFile: z
    .object({ id: Id, name: line(150) })
    .nullable()
    .optional(),
  privacy: z.enum(privacies),
  closesAfter: Places.nullable().optional(),
  indexed: z.boolean().optional(),
  replies: z.partialRecord(LanguageCode, z.object({ subject: line(200), text: prose(5_000) })).optional(),
  closesOn: dayOrNone('Please enter a day like 2026-05-31').optional(),
})

export const FormRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  live: z.boolean(),
  /** Why it takes nothing more though it is published. */
  closed: z.enum(['full', 'date']).nullable(),
  /** The draft says what the public page says. */
  fresh: z.boolean(),
  publishedAt: Instant.nullable(),
  /** Those that the caller may see, without quarantine and spam. */
  submissions: z.number().int(),
  lastSubmissionAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type FormRow = z.infer<typeof FormRow>

export const Form = FormRow.extend({
  draft: Definition,
  handling: Handling,
  lastNumber: z.number().int(),
  /** Keys that someone has answered: they stay as they are. */
  keptKeys: z.array(z.string()),
  /** Begun and not sent, as far as that is kept. */
  unfinished: z.number().int(),
  /** In which its prices are. */
  currency: z.string(),
  church: z.object({ name: z.string(), logoId: z.string().nullable(), brandColor: z.string().nullable() }),
  version: Version,
})
export type Form = z.infer<typeof Form>

export const formSorts = ['-updatedAt', 'updatedAt', 'name', '-name', '-createdAt', 'createdAt'] as const
const filters = {
  search: z.string().trim().max(200).optional(),
  state: z.enum(['live', 'draft']).optional(),
  deleted: Flag.optional(),
}
export const FormFilter = Page.extend({ ...filters, sort: z.enum(formSorts).default('-updatedAt') })
export type FormFilter = z.infer<typeof FormFilter>

export const FormChange = z.object({
  id: Id,
  version: Version,
  name: line(120).pipe(z.string().min(1, 'Name is required')).optional(),
  draft: Definition.optional(),
  handling: Handling.optional(),
})
export type FormChange = z.infer<typeof FormChange>

const Count = z.number().int()
export const FormStats = z.object({
  views: Count,
  starts: Count,
  completes: Count,
  items: z.array(z.object({ day: z.string(), views: Count, starts: Count, completes: Count })),
  /** At which fields those stopped who had begun. */
  exits: z.array(z.object({ key: z.string(), label: z.string(), count: Count })),
})

export const forms = resource(
  '/forms',
  {
    list: member('content.read')
      .input(FormFilter)
      .output(pageOf(FormRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(Form),
    create: member('content.write')
      .input(z.object({ template: z.enum(templateNames), name: line(120).optional() }))
      .output(Form),
    update: member('content.write').input(FormChange).output(Form),
    /** Freezes the draft as a version, and shows it. */
    publish: member('content.publish')
      .input(z.object({ id: Id, version: Version }))
      .output(Form),
    unpublish: member('content.publish').input(ById).output(Form),
    /** What would break without it, such as a page that shows it. */
    uses: member('content.read').input(ById).output(Uses),
    duplicate: member('content.write').input(ById).output(Form),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Form),
    /** A version as it was published. */
    frozen: member('content.read')
      .input(z.object({ id: Id, number: z.coerce.number().int().min(1) }))
      .output(Definition),
    /** An address at which a person finds the form filled in with their name and how to reach them. */
    linkFor: member('people.read')
      .meta({ secret: true })
      .input(z.object({ id: Id, personId: Id }))
      .output(z.object({ url: z.string(), name: z.string(), expiresAt: Instant })),
    stats: member('content.read')
      .input(z.object({ id: Id, days: z.coerce.number().int().min(1).max(366).default(30) }))
      .output(FormStats),
    export: exporting().input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List forms',
    get: 'Get a form',
    create: 'Create a form',
    update: 'Update a form',
    publish: 'Publish a form',
    unpublish: 'Unpublish a form',
    uses: 'List what uses a form',
    duplicate: 'Duplicate a form',
    remove: 'Delete a form',
    restore: 'Restore a form',
    frozen: 'Get the published version of a form',
    linkFor: 'Create a personal link to a form',
    stats: 'Get form statistics',
    export: 'Export submissions of a form as CSV',
  },
  ['frozen', 'stats', 'export', 'uses'],
)
