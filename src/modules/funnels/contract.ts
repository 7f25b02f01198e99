import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
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
import { funnelStates, testStates } from './rules/states.ts'
import { FunnelSlug, Steps } from './rules/steps.ts'
import { templateKeys } from './rules/templates.ts'

const Count = z.number().int()
const Share = z.number().nullable()
const name = line(120).pipe(z.string().min(1, 'Please enter a name'))

export const FunnelRow = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** How many. */
  steps: Count,
  /** Unique visitors of the days asked for, by the first step that each of them saw on a day. */
  visitors: Count,
  conversions: Count,
  /** Conversions of visitors, 0 to 1; null: there were no visitors. */
  conversionRate: Share,
  status: z.enum(funnelStates),
  /** Its first step. */
  address: z.string(),
  lastUpdated: Instant,
  version: Version,
})
export type FunnelRow = z.infer<typeof FunnelRow>

export const Blocker = z.object({ stepId: Id.nullable(), message: z.string(), href: z.string().nullable() })
export const StepTest = z.object({
  stepId: Id,
  state: z.enum(testStates),
  winnerId: Id.nullable(),
  startedAt: Instant,
  decideAt: Instant,
  decidedAt: Instant.nullable(),
  isAutomatic: z.boolean(),
  /** By the figures until now: the better page, or why none is. */
  leader: Id.nullable(),
  why: z.enum(['too_few', 'too_close']).nullable(),
  /** Conversions that each page needs before anything can be said. */
  needed: Count,
  sides: z.array(z.object({ variantId: Id, visitors: Count, conversions: Count })),
})
export const Funnel = FunnelRow.omit({ visitors: true, conversions: true, conversionRate: true, steps: true }).extend({
  slug: z.string(),
  draft: Steps,
  /** The draft says what visitors see. */
  isFresh: z.boolean(),
  isHidden: z.boolean(),
  redirect: z.string(),
  publishedAt: Instant.nullable(),
  /** The address of each step by its id. */
  addresses: z.record(z.string(), z.string()),
  /** Names of the pages of its steps, by id. */
  pages: z.record(z.string(), z.object({ name: z.string(), isLive: z.boolean() })),
  blockers: z.array(Blocker),
  tests: z.array(StepTest),
})
export type Funnel = z.infer<typeof Funnel>

const within = { days: z.coerce.number().int().min(1).max(730).default(30) }
const filters = {
  ...within,
  search: z.string().trim().max(200).optional(),
  status: z.enum(funnelStates).optional(),
  deleted: Flag.optional(),
}
const sort = z
  .enum([
    ...(['name', '-name', 'updatedAt', '-updatedAt'] as const),
    ...(['conversions', '-conversions', 'conversionRate', '-conversionRate'] as const),
  ])
  .default('-updatedAt')
export const FunnelFilter = Page.extend({ ...filters, sort })
export type FunnelFilter = z.infer<typeof FunnelFilter>

export const NewFunnel = z.object({ name: name.optional(), template: z.enum(templateKeys).default('blank') })
export type NewFunnel = z.infer<typeof NewFunnel>
/** Nothing, or an address of the web. */
const Redirect = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' }).max(2_000),
])
export const FunnelChange = z.object({
  id: Id,
  version: Version,
  name: name.optional(),
  description: prose(1_000).optional(),
  slug: FunnelSlug.optional(),
  draft: Steps.optional(),
  isHidden: z.boolean().optional(),
  redirect: Redirect.optional(),
})
export type FunnelChange = z.infer<typeof FunnelChange>

export const ReportRange = z
  .object({ id: Id, from: day(), to: day() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'It must end after it starts' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 731 * 86_400_000, {
    path: ['to'],
    message: 'At most two years',
  })
export type ReportRange = z.infer<typeof ReportRange>
const Figures = z.object({ views: Count, visitors: Count, conversions: Count })
export const FunnelReport = z.object({
  /** Visitors by the first step that they saw on a day. */
  entrants: Count,
  conversions: Count,
  conversionRate: Share,
  steps: z.array(
    Figures.extend({
      stepId: Id,
      name: z.string(),
      goal: z.string(),
      /** Conversions of all entrants; and of those who reached the goal of the step before. */
      ofEntrants: Share,
      ofPrevious: Share,
      variants: z.array(Figures.extend({ variantId: Id })),
    }),
  ),
  sources: z.array(
    z.object({
      source: z.string(),
      medium: z.string(),
      campaign: z.string(),
      link: z.string(),
      visitors: Count,
      conversions: Count,
    }),
  ),
  days: z.array(z.object({ day: z.string(), visitors: Count, conversions: Count })),
})
export type FunnelReport = z.infer<typeof FunnelReport>

export const FunnelTemplate = z.object({
  key: z.enum(templateKeys),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** Their names. */
  steps: z.array(z.string()),
})

export const funnels = resource(
  '/funnels',
  {
    list: member('content.read')
      .input(FunnelFilter)
      .output(pageOf(FunnelRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(Funnel),
    stats: member('content.read')
      .input(z.object(within))
      .output(z.object({ live: Count, visitors: Count, conversions: Count, conversionRate: Share })),
    templates: member('content.read')
      .input(Nothing)
      .output(z.object({ items: z.array(FunnelTemplate) })),
    create: member('content.write').input(NewFunnel).output(Funnel),
    update: member('content.write').input(FunnelChange).output(Funnel),
    /** With copies of its pages and forms; nothing that was counted comes along. */
    duplicate: member('content.write').input(ById).output(Funnel),
    publish: member('content.publish')
      .input(ById.extend({ version: Version }))
      .output(Funnel),
    /** Publishes the forms and pages of its steps that are drafts. */
    publishParts: member('content.publish').input(ById).output(Funnel),
    archive: member('content.publish')
      .input(ById.extend({ redirect: Redirect.default('') }))
      .output(Funnel),
    /** Back from the archive, as a draft. */
    reopen: member('content.write').input(ById).output(Funnel),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Funnel),
    /** An address that shows the drafts of its steps for seven days; nothing is counted there. */
    preview: member('content.read')
      .meta({ secret: true })
      .input(ById)
      .output(z.object({ url: z.string(), expiresAt: Instant })),
    /** Records that its steps were looked at as a phone shows them. */
    seenOnPhone: member('content.write').input(ById).output(Funnel),
    /** Ends the test of a step with a page chosen by hand; without one, the test begins anew. */
    decide: member('content.publish')
      .input(ById.extend({ stepId: Id, variantId: Id.nullable() }))
      .output(Funnel),
    report: member('content.read').input(ReportRange).output(FunnelReport),
    exportReport: exporting('content.read').input(ReportRange).output(CsvFile),
    export: exporting('content.read')
      .input(z.object({ ...filters, sort }))
      .output(CsvFile),
  },
  {
    list: 'List funnels',
    get: 'Get a funnel',
    stats: 'Count visitors and conversions of all funnels',
    templates: 'List funnel templates',
    create: 'Create a funnel, with the pages and forms of its template',
    update: 'Update a funnel',
    duplicate: 'Duplicate a funnel with its pages and forms',
    publish: 'Publish a funnel',
    publishParts: 'Publish the pages and forms of a funnel',
    archive: 'Archive a funnel',
    reopen: 'Take a funnel out of the archive',
    remove: 'Delete a funnel',
    restore: 'Restore a funnel',
    preview: 'Create a preview link of a funnel',
    seenOnPhone: 'Record that a funnel was seen as a phone shows it',
    decide: 'End or restart the A/B test of a step',
    report: 'Get the report of a funnel',
    exportReport: 'Export the report of a funnel as CSV',
    export: 'Export funnels as CSV',
  },
  ['stats', 'templates', 'report'],
)
