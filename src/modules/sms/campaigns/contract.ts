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
  Version,
} from '#kernel/contract.ts'
import { SkipReason } from '#messaging/contract.ts'
import { Audience } from '#people/audience/contract.ts'
import { MOST_OPTIONS, pollStyles } from '../rules/poll.ts'
import { measures, versions } from '../rules/split.ts'
import { approvals, campaignStates, outcomes, sendModes } from '../rules/states.ts'

const Count = z.number().int()

/** What became of a campaign so far; waiting, sent, undelivered, failed, unknown and skipped add up to `total`. */
export const SmsProgress = z.object({
  /** All who were considered. */
  total: Count,
  /** Of them, those who get it: without those left out by opt-outs, missing consent and the like. */
  recipients: Count,
  waiting: Count,
  sent: Count,
  /** Of `sent`, where the phone company says so. */
  delivered: Count,
  undelivered: Count,
  failed: Count,
  unknown: Count,
  skipped: Count,
  skippedBy: z.partialRecord(SkipReason, Count),
  /** Recipients who wrote to us within seven days. */
  replied: Count,
  clicked: Count,
  optedOut: Count,
  segments: Count,
  /** US cents at list prices. */
  cost: Count,
})
export type SmsProgress = z.infer<typeof SmsProgress>

/** A second person's approval: who asked, and what became of it. */
export const SmsApproval = z.object({
  askedBy: z.string(),
  askedAt: Instant,
  /** Empty as long as nobody has. */
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  note: z.string(),
  /** Whether the one who looks may approve it: not the member who asked for it. */
  mayDecide: z.boolean(),
  /** Approved now it would leave on Sunday morning, which ends then: a better time, by the church's clock. */
  sunday: z.string().nullable(),
})

/** Two versions for a share of the audience; the rest gets the winner, or what was planned. */
export const SmsSplit = z.object({
  /** What version B says. */
  body: prose(1_600).pipe(z.string().min(1, 'Version B is empty')),
  share: z.number('Please enter a number').int().min(10, 'At least 10%').max(100, 'At most 100%'),
  hours: z.number('Please enter a number').int().min(1, 'At least an hour').max(168, 'At most a week'),
  by: z.enum(measures),
  otherwise: z.enum(versions),
})

/** A question with answers to choose from. */
export const SmsPoll = z.object({
  options: z
    .array(line(40).pipe(z.string().min(1, 'Please enter this answer')))
    .min(2, 'At least two answers')
    .max(MOST_OPTIONS, 'Up to five answers'),
  style: z.enum(pollStyles),
  hours: z.number('Please enter a number').int().min(1, 'At least an hour').max(720, 'At most 30 days'),
  /** Sent to anyone who answers; empty: nothing. */
  thanks: line(160),
})

export const SmsSide = z.object({ arm: z.enum(versions), sent: Count, clicked: Count, answered: Count })

export const SmsCampaign = z.object({
  id: Id,
  name: z.string(),
  body: z.string(),
  topic: z.string(),
  audience: Audience,
  state: z.enum(campaignStates),
  mode: z.enum(sendModes),
  scheduledFor: Instant.nullable(),
  localTime: z.string().nullable(),
  /** Until then it can be undone whole. */
  opensAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  version: Version,
  progress: SmsProgress.nullable(),
  approval: SmsApproval.nullable(),
  split: SmsSplit.nullable(),
  /** When the versions were held against each other. */
  decidedSplitAt: Instant.nullable(),
  winner: z.enum(versions).nullable(),
  sides: z.array(SmsSide),
  poll: SmsPoll.nullable(),
  pollEndsAt: Instant.nullable(),
  answersTo: Id.nullable(),
  urgentReason: z.string(),
  /** The repeated text that it is a run of. */
  seriesId: Id.nullable(),
})
export type SmsCampaign = z.infer<typeof SmsCampaign>

const topic = line(100).pipe(z.string().min(1, 'Please choose a topic'))
export const words = {
  name: line(120).default(''),
  body: prose(1_600).pipe(z.string().min(1, 'Message is required')),
  audience: Audience,
  topic,
  split: SmsSplit.nullable().default(null),
  poll: SmsPoll.nullable().default(null),
}
/** The member whom answers are given to. */
export const answersTo = Id.nullable().default(null)
/** Also on Sunday morning, where the church keeps that free. */
/** Why it can't wait for the morning; empty: it can. */
export const urgentReason = line(200).default('')
export const anyway = z.boolean().default(false)

/** `id` is made by the screen: pressed twice, it is one campaign. */
export const NewSms = z.object({ id: Id, ...words, answersTo, anyway, urgentReason })
const LocalTime = clockMoment()
export const PlannedSms = NewSms.extend({
  mode: z.enum(['instant', 'local']),
  /** By the church's clock, or by each recipient's. */
  at: LocalTime,
})
/** What a campaign says and to whom, as far as it is counted. */
export const SmsWords = z.object({ ...words, urgentReason }).omit({ name: true })
export type SmsWords = z.infer<typeof SmsWords>
export type NewSms = z.infer<typeof NewSms>
export type PlannedSms = z.infer<typeof PlannedSms>

/** Of what the second person has read: a campaign that was changed since is not meant. */
export const SmsDecision = z.object({ id: Id, version: Version, note: prose(500).default(''), anyway })
export type SmsDecision = z.infer<typeof SmsDecision>

/** Of a campaign that has not begun. */
export const SmsChange = z.object({
  id: Id,
  version: Version,
  name: line(120).optional(),
  body: words.body.optional(),
  audience: Audience.optional(),
  split: SmsSplit.nullable().optional(),
  poll: SmsPoll.nullable().optional(),
  answersTo: Id.nullable().optional(),
  anyway,
  mode: z.enum(['instant', 'local']).optional(),
  at: LocalTime.optional(),
})
export type SmsChange = z.infer<typeof SmsChange>

export const Estimate = z.object({
  /** Numbers that get it. */
  reached: Count,
  segments: Count,
  /** US cents at list prices. */
  cost: Count,
  /** The longest message as someone gets it. */
  longest: z
    .object({ text: z.string(), encoding: z.enum(['GSM-7', 'UCS-2']), units: Count, segments: Count })
    .nullable(),
  /** Who sleeps now, and when the last of them may be written to. */
  sleeping: z.object({ count: Count, until: Instant }).nullable(),
  /** US cents that are left of the month's cap. */
  left: Count.nullable(),
  /** What a text to so many needs before it leaves. */
  needs: z.enum(['nothing', ...approvals]),
  /** It is Sunday morning, and until when: a better time, by the church's clock. */
  sunday: z.string().nullable(),
})
export type Estimate = z.infer<typeof Estimate>

export const SmsRecipient = z.object({
  id: Id,
  number: z.string(),
  name: z.string(),
  personId: Id.nullable(),
  outcome: z.enum(outcomes),
  reason: SkipReason.nullable(),
  problem: z.string().nullable(),
  segments: Count,
  sentAt: Instant.nullable(),
  /** Waits until then for the end of quiet hours. */
  heldUntil: Instant.nullable(),
})
export type SmsRecipient = z.infer<typeof SmsRecipient>

/** How a poll stands. */
export const SmsPollResult = z.object({
  question: z.string(),
  open: z.boolean(),
  endsAt: Instant.nullable(),
  /** Numbers that it has reached. */
  asked: Count,
  votes: Count,
  /** Numbers that wrote and chose none. */
  unclear: Count,
  options: z.array(z.object({ sign: z.string(), label: z.string(), votes: Count, share: z.number() })),
})
export type SmsPollResult = z.infer<typeof SmsPollResult>

export const SmsRecipientFilter = z.object({
  id: Id,
  /** `reached`: all who get it, whatever became of their text. */
  outcome: z.enum([...outcomes, 'reached']).optional(),
  search: line(200).optional(),
  sort: z.enum(['name', '-name', 'number', '-number']).default('name'),
})
export type SmsRecipientFilter = z.infer<typeof SmsRecipientFilter>
export const SmsRecipientList = SmsRecipientFilter.extend(Page.shape)
export type SmsRecipientList = z.infer<typeof SmsRecipientList>

export const SmsFilter = Page.extend({
  search: line(200).optional(),
  state: z.enum(campaignStates).optional(),
  sort: z.enum(['-createdAt', 'createdAt', 'name', '-name']).default('-createdAt'),
})
export type SmsFilter = z.infer<typeof SmsFilter>

/** The month so far, and the days before it. */
export const SmsSums = z.object({
  sent: Count,
  /** Of those whose phone company has answered; null under one. */
  deliveredShare: z.number().nullable(),
  replies: Count,
  optOuts: Count,
})

export const refusals = {
  NOBODY: { status: 409, message: 'Nobody would get this: all recipients are excluded.' },
  NOT_EDITABLE: { status: 409, message: 'This campaign is already being sent.' },
  OWN: { status: 403, message: 'You requested this yourself. A second person must approve it.' },
  PAST: { status: 409, message: 'The scheduled time has passed. Choose a new one first.' },
  SUNDAY_MORNING: {
    status: 409,
    message: 'That is Sunday morning, during worship. Choose another time, or confirm that you want to send it anyway.',
  },
  OVER_CAP: { status: 409, message: 'This would exceed your monthly cap.' },
}
const write = member('messaging.write')
const send = member('messaging.send').errors(refusals)

export const smsCampaigns = resource(
  '/sms-campaigns',
  {
    list: write.input(SmsFilter).output(pageOf(SmsCampaign)),
    sums: write.input(Nothing).output(SmsSums),
    get: write.input(ById).output(SmsCampaign),
    estimate: write.input(SmsWords).output(Estimate),
    test: send.input(z.object({ body: words.body, to: line(40) })).output(z.object({ to: z.string() })),
    send: send.input(NewSms).output(SmsCampaign),
    schedule: send.input(PlannedSms).output(SmsCampaign),
    update: send.input(SmsChange).output(SmsCampaign),
    approve: send.input(SmsDecision).output(SmsCampaign),
    decline: send.input(SmsDecision).output(SmsCampaign),
    pollResult: write.input(ById).output(SmsPollResult),
    pollCsv: exporting('messaging.write').input(ById).output(CsvFile),
    /** Later answers count no more. */
    closePoll: send.input(ById).output(SmsPollResult),
    pause: send.input(ById).output(SmsCampaign),
    resume: send.input(ById).output(SmsCampaign),
    cancel: send.input(ById).output(SmsCampaign),
    /** Those whose phone company failed for a while; nobody else gets it again. */
    retry: send.input(ById).output(SmsCampaign),
    recipients: write.input(SmsRecipientList).output(pageOf(SmsRecipient).extend({ total: Count })),
    recipientsCsv: exporting('messaging.write').input(SmsRecipientFilter).output(CsvFile),
    export: exporting('messaging.write')
      .input(SmsFilter.omit({ cursor: true, limit: true }))
      .output(CsvFile),
  },
  {
    list: 'List text campaigns',
    sums: 'Get totals of text campaigns',
    get: 'Get a text campaign',
    estimate: 'Estimate recipients, parts and cost',
    test: 'Send a test text',
    send: 'Send a text campaign',
    schedule: 'Schedule a text campaign',
    update: 'Update a text campaign',
    approve: 'Approve a text campaign',
    decline: 'Decline a text campaign',
    pollResult: 'Get the results of a text poll',
    pollCsv: 'Export the answers of a text poll as CSV',
    closePoll: 'Close a text poll',
    pause: 'Pause a text campaign',
    resume: 'Resume a text campaign',
    cancel: 'Cancel a text campaign',
    retry: 'Retry failed texts of a campaign',
    recipients: 'List recipients of a text campaign',
    recipientsCsv: 'Export recipients of a text campaign as CSV',
    export: 'Export text campaigns as CSV',
  },
  ['sums', 'recipients', 'recipientsCsv', 'export', 'pollResult', 'pollCsv'],
)
