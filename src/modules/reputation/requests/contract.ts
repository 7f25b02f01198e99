import { z } from 'zod'
import { clockMoment } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
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
import { lintTags } from '#messaging/rules/merge-tags.ts'
import { Audience } from '#people/audience/contract.ts'
import { platforms } from '../rules/platforms.ts'
import { HttpsAddress } from '../sources/contract.ts'
import { channelChoices, requestCampaignStates, requestStates } from './rules/states.ts'
import { isUnrequestable, NOT_REQUESTED } from './rules/targets.ts'
import { lintContent, lintRequest, withoutReviewLink } from './rules/words.ts'

const Count = z.number().int()

const Target = z.object({ platform: z.enum([...platforms, 'custom']), name: z.string(), url: z.string() })
/** Another place where reviews are written, by its address. */
export const CustomTarget = z.object({
  name: line(60).pipe(z.string().min(1, 'Please enter a name')),
  url: line(500).pipe(HttpsAddress.refine(url => !isUnrequestable(url), NOT_REQUESTED)),
})
export type CustomTarget = z.infer<typeof CustomTarget>

const linted = (lint: (text: string) => string | undefined) => (text: string, check: z.RefinementCtx) => {
  const problem = lint(text) ?? lintTags(withoutReviewLink(text))
  if (problem) check.addIssue({ code: 'custom', message: problem })
}
/** Where someone may write: entries on platforms by their ids, and one more place. */
export const chosenPlaces = {
  sources: z.array(Id).max(20).default([]),
  custom: CustomTarget.nullable().default(null),
}
export const requestWords = {
  /** Of emails. */
  subject: line(150).superRefine(linted(lintRequest)).default(''),
  content: prose(1_000).pipe(z.string().min(1, 'Please write the message').superRefine(linted(lintContent))),
}
const topic = line(100).default('newsletter')

export const ReviewRequest = z.object({
  id: Id,
  campaignId: Id,
  personId: Id.nullable(),
  name: z.string(),
  /** Number or email address. */
  address: z.string(),
  channel: z.enum(['sms', 'email']),
  platforms: z.array(Target),
  state: z.enum(requestStates),
  /** Why it was not sent. */
  reason: z.string().nullable(),
  sentAt: Instant.nullable(),
  lastSentAt: Instant.nullable(),
  sentCount: Count,
  clickedAt: Instant.nullable(),
  reviewedAt: Instant.nullable(),
  reviewId: Id.nullable(),
  /** Why it can't be sent again now; null: it can. */
  resendProblem: z.string().nullable(),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

const filters = {
  search: line(200).optional(),
  state: several(z.enum(requestStates)).optional(),
  channel: z.enum(['sms', 'email']).optional(),
  campaignId: Id.optional(),
  sort: z.enum(['sentAt', '-sentAt', 'name', '-name']).default('-sentAt'),
}
export const RequestFilter = Page.extend(filters)
export type RequestFilter = z.infer<typeof RequestFilter>

/** One person. Pressed twice, it is one request. */
export const NewRequest = z.object({
  id: Id,
  personId: Id,
  channel: z.enum(['sms', 'email', 'sms_else_email']).default('sms_else_email'),
  topic,
  ...requestWords,
  ...chosenPlaces,
})
export type NewRequest = z.infer<typeof NewRequest>

/** A place that could be asked for, and why not. */
const Offer = z.object({ id: Id, platform: z.enum(platforms), name: z.string(), problem: z.string().nullable() })

const refusals = {
  NOBODY: { status: 409, message: 'Nobody would be asked. Choose other people, or another channel.' },
  NOT_SENT: { status: 409, message: 'It was not sent.' },
}
const read = member('reputation.write')
const write = member('reputation.write').errors(refusals)
/** To many. */
const send = member('messaging.send').errors(refusals)

export const reviewRequests = resource(
  '/review-requests',
  {
    list: read.input(RequestFilter).output(pageOf(ReviewRequest).extend({ total: Count })),
    summary: read.input(Nothing).output(z.object({ requests: Count, clicked: Count, reviewed: Count })),
    offers: read.input(Nothing).output(z.object({ items: z.array(Offer) })),
    create: write.input(NewRequest).output(ReviewRequest),
    resend: write.input(ById).output(ReviewRequest),
    confirm: write.input(z.object({ id: Id, reviewId: Id.nullable().default(null) })).output(ReviewRequest),
    unconfirm: write.input(ById).output(ReviewRequest),
    export: exporting('reputation.write')
      .input(RequestFilter.omit({ cursor: true, limit: true }))
      .output(CsvFile),
  },
  {
    list: 'List review requests',
    summary: 'Count review requests and clicks',
    offers: 'List the platforms that reviews can be asked for on',
    create: 'Ask one person for a review',
    resend: 'Send a review request again',
    confirm: 'Mark a review request as reviewed',
    unconfirm: 'Undo that a review request is marked as reviewed',
    export: 'Export review requests as CSV',
  },
  ['summary', 'offers', 'export'],
)

export const ReviewCampaign = z.object({
  id: Id,
  name: z.string(),
  channel: z.enum(channelChoices),
  subject: z.string(),
  content: z.string(),
  topic: z.string(),
  audience: Audience.nullable(),
  targets: z.array(Target),
  followUp: z.boolean(),
  state: z.enum(requestCampaignStates),
  scheduledFor: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  version: Version,
  /** People who were asked; of a code, how often it was opened. */
  asked: Count,
  /** Of them, who opened the page; of a code, how often someone went on to a platform. */
  clicked: Count,
  reviewed: Count,
  skipped: Count,
  /** Of a code: where it leads. */
  page: z.string().nullable(),
})
export type ReviewCampaign = z.infer<typeof ReviewCampaign>

const whom = { channel: z.enum(channelChoices), audience: Audience.nullable().default(null), topic }
/** Pressed twice, it is one campaign. A code needs a name and places alone. */
export const NewReviewCampaign = z
  .object({
    id: Id,
    name: line(120).pipe(z.string().min(1, 'Please enter a name')),
    ...whom,
    subject: requestWords.subject,
    content: prose(1_000).default(''),
    ...chosenPlaces,
    followUp: z.boolean().default(false),
    /** By the church's clock; absent: now. */
    at: clockMoment().optional(),
  })
  .superRefine(({ channel, content, subject, audience }, check) => {
    if (channel === 'qr') return
    const issue = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message })
    const words = requestWords.content.safeParse(content)
    if (!words.success) issue('content', words.error.issues[0]!.message)
    if (channel !== 'sms' && subject === '') issue('subject', 'Please enter a subject')
    if (!audience) issue('audience', 'Please choose whom to ask')
  })
export type NewReviewCampaign = z.infer<typeof NewReviewCampaign>

export const RequestPreview = z.object({
  asked: Count,
  sms: Count,
  email: Count,
  /** Asked in the last 90 days. */
  askedRecently: Count,
  /** By their reason, in words that follow a number. */
  leftOut: z.array(z.object({ reason: z.string(), words: z.string(), people: Count })),
})
export type RequestPreview = z.infer<typeof RequestPreview>

export const reviewCampaigns = resource(
  '/review-campaigns',
  {
    list: read.input(Nothing).output(z.object({ items: z.array(ReviewCampaign) })),
    get: read.input(ById).output(ReviewCampaign),
    preview: read.input(z.object(whom)).output(RequestPreview),
    create: send.input(NewReviewCampaign).output(ReviewCampaign),
    pause: write.input(ById).output(ReviewCampaign),
    resume: send.input(ById).output(ReviewCampaign),
    cancel: write.input(ById).output(ReviewCampaign),
    drawCode: read.input(ById).output(z.object({ svg: z.string() })),
  },
  {
    list: 'List the newest campaigns of review requests',
    get: 'Get a campaign of review requests',
    preview: 'Count who would be asked for a review',
    create: 'Ask many for a review',
    pause: 'Pause a campaign of review requests',
    resume: 'Resume a campaign of review requests',
    cancel: 'Cancel a campaign of review requests',
    drawCode: 'Draw the QR code of a campaign of review requests',
  },
  ['drawCode'],
)
