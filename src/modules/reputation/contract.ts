import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  external,
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
  several,
  Version,
} from '#kernel/contract.ts'
import { platforms } from './rules/platforms.ts'
import { voices } from './rules/response-drafts.ts'
import { changeKinds, responseStates, reviewStates } from './rules/states.ts'

const Count = z.number().int()

export const Review = z.object({
  id: Id,
  sourceId: Id,
  /** What the entry on the platform is called. */
  source: z.string(),
  platform: z.enum(platforms),
  /** 1 to 5 */
  rating: Count,
  /** Empty: it has none. */
  title: z.string(),
  content: z.string(),
  author: z.string().nullable(),
  date: Instant,
  state: z.enum(reviewStates),
  assignedTo: Id.nullable(),
  response: z.string().nullable(),
  responseDate: Instant.nullable(),
  responseState: z.enum(responseStates),
  /** Why the platform refused the response. */
  responseProblem: z.string().nullable(),
  editedAt: Instant.nullable(),
  /** It was deleted on its platform. */
  goneAt: Instant.nullable(),
  /** Where anyone reads it there; empty: not known. */
  page: z.string(),
  version: Version,
})
export type Review = z.infer<typeof Review>

/** What a review said before a change. */
const Before = z.object({
  change: z.enum(changeKinds),
  rating: Count,
  title: z.string(),
  content: z.string(),
  at: Instant,
})
export const ReviewDetails = Review.extend({
  /** Newest first. */
  history: z.array(Before),
})
export type ReviewDetails = z.infer<typeof ReviewDetails>

const filters = {
  search: line(200).optional(),
  platform: several(z.enum(platforms)).optional(),
  rating: several(z.coerce.number().int().min(1).max(5)).optional(),
  /** Without a response that stands. */
  unanswered: Flag.optional(),
  state: z.enum(reviewStates).optional(),
  assignedTo: Id.optional(),
  since: moment().optional(),
  sort: z.enum(['date', '-date', 'rating', '-rating']).default('-date'),
}
export const ReviewFilter = Page.extend(filters)
export type ReviewFilter = z.infer<typeof ReviewFilter>

export const ReviewSummary = z.object({
  /** Mean of all that stand on their platforms, weighted by nothing but their number; null without any. */
  average: z.number().nullable(),
  total: Count,
  unanswered: Count,
  /** Share with a response, 0 to 1; null without any. */
  responseRate: z.number().nullable(),
  /** How many gave 5, 4, 3, 2 and 1 stars. */
  stars: z.array(Count).length(5),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

const text = prose(10_000)
export const Response = z.object({
  id: Id,
  version: Version,
  text,
  /** The warnings were read. */
  anyway: z.boolean().default(false),
})
export type Response = z.infer<typeof Response>
const Finding = z.object({ level: z.enum(['error', 'warning']), text: z.string() })

/** Words to begin a response with; a member reads and changes them. */
export const ResponseDraft = z.object({
  text: z.string(),
  /** What the model is called; null: the built-in words. */
  model: z.string().nullable(),
  /** Why the model's words were not used; empty: they were, or there is no model. */
  problem: z.string(),
})
export type ResponseDraft = z.infer<typeof ResponseDraft>
export const DraftRequest = z.object({ id: Id, voice: z.enum(voices).default('warm') })
export type DraftRequest = z.infer<typeof DraftRequest>

export const ReviewChange = z.object({
  id: Id,
  version: Version,
  state: z.enum(reviewStates).optional(),
  assignedTo: Id.nullable().optional(),
})
export type ReviewChange = z.infer<typeof ReviewChange>

const refusals = {
  GONE: { status: 409, message: 'This review was deleted on its platform.' },
  WARNED: { status: 409, message: 'Please read the warnings, or publish anyway.' },
}
const read = member('reputation.write')
const write = member('reputation.write').errors(refusals)

export const reviews = resource(
  '/reviews',
  {
    list: read.input(ReviewFilter).output(pageOf(Review).extend({ total: Count })),
    summary: read.input(Nothing).output(ReviewSummary),
    get: read.input(ById).output(ReviewDetails),
    update: write.input(ReviewChange).output(ReviewDetails),
    check: read.input(z.object({ id: Id, text })).output(z.object({ items: z.array(Finding) })),
    drafting: read.input(Nothing).output(z.object({ model: z.string().nullable() })),
    draft: external.member('reputation.write').input(DraftRequest).output(ResponseDraft),
    respond: write.input(Response).output(ReviewDetails),
    withdraw: write.input(ById).output(ReviewDetails),
    export: exporting('reputation.write')
      .input(ReviewFilter.omit({ cursor: true, limit: true }))
      .output(CsvFile),
  },
  {
    list: 'List reviews',
    summary: 'Get the average rating and other figures of reviews',
    get: 'Get a review with its history',
    update: 'Close, reopen or assign a review',
    check: 'Check a response before it is published',
    drafting: 'Get the AI model that drafts responses',
    draft: 'Draft a response to a review',
    respond: 'Respond to a review',
    withdraw: 'Delete a response to a review',
    export: 'Export reviews as CSV',
  },
  ['summary', 'export', 'drafting'],
)
