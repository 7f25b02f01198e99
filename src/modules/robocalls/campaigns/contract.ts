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
import { Audience, LeftOut } from '#people/audience/contract.ts'
import { callPurposes, callResults, PACE, RETRY, recipientOutcomes, robocallStates } from '../rules/states.ts'

const Count = z.number().int()

/** What became of a campaign so far; excluded, canceled, waiting, calling and the results add up to `total`. */
export const RobocallProgress = z.object({
  /** Numbers that were considered. */
  total: Count,
  /** Of them, those that are or were to be called. */
  calls: Count,
  /** Of `calls`, those that are over. */
  completed: Count,
  excluded: Count,
  cancelled: Count,
  waiting: Count,
  calling: Count,
  human: Count,
  voicemail: Count,
  no_answer: Count,
  busy: Count,
  failed: Count,
  unknown: Count,
  optedOut: Count,
  /** Pressed 2. */
  connected: Count,
  /** Answered by a person, of the calls that are over; null before the first. */
  answerRate: z.number().nullable(),
  /** Pressed 2, of those who answered. */
  conversionRate: z.number().nullable(),
  /** US cents. */
  cost: Count,
})
export type RobocallProgress = z.infer<typeof RobocallProgress>

/** A second person's approval: who asked, and what became of it. */
export const RobocallApproval = z.object({
  askedBy: z.string(),
  askedAt: Instant,
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  note: z.string(),
  /** Whether the one who looks may approve it: not the member who asked for it. */
  mayDecide: z.boolean(),
})

const pace = z.number('Please enter a number').int()
/** An emergency is announced as a closure, by who may do that. */
const plannedPurposes = callPurposes.filter(purpose => purpose !== 'emergency')

const fields = {
  name: line(120).pipe(z.string().min(1, 'Please enter a name')),
  purpose: z.enum(plannedPurposes, 'Please choose what the calls are for'),
  /** What they opted in to; empty for an emergency alone. */
  topic: line(100),
  audience: Audience,
  scriptId: Id.nullable(),
  /** What {event}, {date} and {time} stand for. */
  event: line(120),
  onDate: line(60),
  atTime: line(60),
  /** Empty: the default number. */
  callerNumber: line(20),
  /** Where key 2 leads; empty: the team is told to call back. */
  connectTo: line(40),
  perMinute: pace.min(1, 'At least 1').max(120, 'At most 120'),
  atOnce: pace.min(1, 'At least 1').max(50, 'At most 50'),
  retries: pace.min(0, 'At least 0').max(RETRY.most, `At most ${RETRY.most}`),
  /** Minutes. */
  retryGap: pace.min(RETRY.gap, `At least ${RETRY.gap} minutes`).max(1_440, 'At most a day'),
  /** US cents; null: no cap. */
  spendingCap: pace.min(1, 'At least 1 cent').max(100_000_00, 'At most $100,000').nullable(),
}

export const RobocallCampaign = z.object({
  id: Id,
  ...fields,
  purpose: z.enum(callPurposes),
  name: z.string(),
  scriptName: z.string().nullable(),
  /** As it will be or was said. */
  content: z.string(),
  voicemail: z.string(),
  language: z.string(),
  recordingId: Id.nullable(),
  /** The script has other words by now. */
  isScriptChanged: z.boolean(),
  state: z.enum(robocallStates),
  scheduledFor: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** When the next call may be placed, of one that is scheduled or goes on. */
  nextRun: Instant.nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  version: Version,
  progress: RobocallProgress.nullable(),
  approval: RobocallApproval.nullable(),
})
export type RobocallCampaign = z.infer<typeof RobocallCampaign>

/** `id` is made by the screen: pressed twice, it is one campaign. */
export const NewRobocall = z.object({
  id: Id,
  name: fields.name,
  purpose: fields.purpose.default('informational'),
  topic: fields.topic.default(''),
  audience: Audience.prefault({}),
  scriptId: fields.scriptId.default(null),
  event: fields.event.default(''),
  onDate: fields.onDate.default(''),
  atTime: fields.atTime.default(''),
  callerNumber: fields.callerNumber.default(''),
  connectTo: fields.connectTo.default(''),
  perMinute: fields.perMinute.default(PACE.perMinute),
  atOnce: fields.atOnce.default(PACE.atOnce),
  retries: fields.retries.default(1),
  retryGap: fields.retryGap.default(RETRY.gap),
  spendingCap: fields.spendingCap.default(null),
})
export type NewRobocall = z.infer<typeof NewRobocall>

/** Of a campaign that has not begun; its pace and cap while it is paused too. */
export const RobocallChange = z.object({
  id: Id,
  version: Version,
  ...z.object(fields).partial().shape,
})
export type RobocallChange = z.infer<typeof RobocallChange>

const Reasoned = z.object({ reason: LeftOut, count: Count })
export const Preflight = z.object({
  /** Why it can't start; empty: it can. */
  obstacles: z.array(z.string()),
  people: Count,
  /** Numbers that are called as soon as it starts. */
  now: Count,
  /** Numbers that wait for their hours. */
  held: z.array(z.object({ count: Count, until: Instant })),
  excluded: z.array(Reasoned),
  /** US cents at list prices, if everyone listened to the end. */
  cost: Count,
  /** Of one call. */
  seconds: Count,
  endsAt: Instant.nullable(),
  /** A second person has to approve it. */
  needsApproval: z.boolean(),
})
export type Preflight = z.infer<typeof Preflight>

export const RobocallStart = z.object({
  id: Id,
  version: Version,
  /** By the church's clock; absent: now. */
  at: clockMoment().optional(),
  /** How many are called, as the member has read it: more than that isn't started. */
  confirmed: Count.optional(),
})
export type RobocallStart = z.infer<typeof RobocallStart>

/** Of what the second person has read: a campaign that was changed since is not meant. */
export const RobocallDecision = z.object({ id: Id, version: Version, note: prose(500).default('') })
export type RobocallDecision = z.infer<typeof RobocallDecision>

export const RobocallRecipient = z.object({
  id: Id,
  number: z.string(),
  name: z.string(),
  personId: Id.nullable(),
  outcome: z.enum(recipientOutcomes),
  reason: LeftOut.nullable(),
  tries: Count,
  /** When they are called next, or again. */
  dueAt: Instant.nullable(),
  optedOut: z.boolean(),
  connected: z.boolean(),
  sentAt: Instant.nullable(),
})
export type RobocallRecipient = z.infer<typeof RobocallRecipient>
export const RobocallRecipientFilter = z.object({
  id: Id,
  outcome: z.enum([...recipientOutcomes, 'opted_out', 'connected']).optional(),
  search: line(200).optional(),
  sort: z.enum(['name', '-name', 'number', '-number']).default('name'),
})
export type RobocallRecipientFilter = z.infer<typeof RobocallRecipientFilter>
export const RobocallRecipientList = RobocallRecipientFilter.extend(Page.shape)
export type RobocallRecipientList = z.infer<typeof RobocallRecipientList>

/** The file of one call: what proves that it was allowed, and what was said. */
export const CallFile = z.object({
  id: Id,
  attempt: Count,
  startedAt: Instant,
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  result: z.enum(callResults).nullable(),
  answeredBy: z.string().nullable(),
  keys: z.string(),
  duration: Count.nullable(),
  /** Millionths of a US dollar. */
  price: Count.nullable(),
  callerNumber: z.string(),
  said: z.string().nullable(),
  recordingUrl: z.string().nullable(),
  proof: z.object({
    purpose: z.enum(callPurposes),
    consent: z
      .object({
        id: Id,
        state: z.string(),
        source: z.string(),
        at: Instant,
        wording: z.string(),
        isWritten: z.boolean(),
      })
      .nullable(),
    zones: z.array(z.object({ zone: z.string(), clock: z.string() })),
    states: z.array(z.object({ state: z.string(), source: z.string() })),
    window: z.object({ from: z.string(), until: z.string(), days: z.array(Count) }),
    recent: Count,
    cap: Count,
    capDays: Count,
    registryAsOf: z.string().nullable(),
  }),
})
export type CallFile = z.infer<typeof CallFile>

export const RobocallFilter = Page.extend({
  search: line(200).optional(),
  state: z.enum(robocallStates).optional(),
  sort: z.enum(['-createdAt', 'createdAt', 'name', '-name']).default('-createdAt'),
})
export type RobocallFilter = z.infer<typeof RobocallFilter>

export const RobocallStats = z.object({
  totalCalls: Count,
  answerRate: z.number().nullable(),
  /** Seconds, of calls that someone or a machine answered. */
  averageDuration: z.number().nullable(),
  conversionRate: z.number().nullable(),
  /** US cents; null before the first call. */
  costPerCall: z.number().nullable(),
  totalCost: Count,
  results: z.array(z.object({ result: z.enum(callResults), count: Count })),
  optOuts: Count,
  /** Share of calls that a person answered, by ISO weekday and hour of the church's clock. */
  hours: z.array(z.object({ weekday: Count, hour: Count, calls: Count, answered: Count })),
  days: z.array(z.object({ day: z.iso.date(), calls: Count, answered: Count, cost: Count })),
})
export type RobocallStats = z.infer<typeof RobocallStats>

export const refusals = {
  NOBODY: { status: 409, message: 'Nobody could be called: everyone is excluded. Preflight says why.' },
  NOT_READY: { status: 409, message: 'This campaign isn’t ready to start.' },
  NOT_EDITABLE: { status: 409, message: 'This campaign has already started.' },
  OWN: { status: 403, message: 'You requested this yourself. A second person must approve it.' },
  PAST: { status: 409, message: 'The scheduled time has passed. Choose a new one first.' },
  MORE_THAN_CONFIRMED: { status: 409, message: 'More people would be called than you confirmed. Check again.' },
}
const write = member('messaging.write')
const send = member('messaging.send').errors(refusals)

export const robocalls = resource(
  '/robocalls',
  {
    list: write.input(RobocallFilter).output(pageOf(RobocallCampaign).extend({ total: Count })),
    get: write.input(ById).output(RobocallCampaign),
    create: send.input(NewRobocall).output(RobocallCampaign),
    update: send.input(RobocallChange).output(RobocallCampaign),
    duplicate: send.input(z.object({ id: Id, as: Id })).output(RobocallCampaign),
    remove: send.input(ById).output(Nothing),
    preflight: write.input(ById).output(Preflight),
    /** Everyone who isn't called, with why. */
    excludedCsv: exporting('messaging.write').input(ById).output(CsvFile),
    start: send.input(RobocallStart).output(RobocallCampaign),
    approve: send.input(RobocallDecision).output(RobocallCampaign),
    decline: send.input(RobocallDecision).output(RobocallCampaign),
    pause: send.input(ById).output(RobocallCampaign),
    resume: send.input(ById).output(RobocallCampaign),
    cancel: send.input(ById).output(RobocallCampaign),
    recipients: write.input(RobocallRecipientList).output(pageOf(RobocallRecipient).extend({ total: Count })),
    recipientsCsv: exporting('messaging.write').input(RobocallRecipientFilter).output(CsvFile),
    /** The calls to one recipient, oldest first. */
    calls: write.input(z.object({ recipientId: Id })).output(z.object({ items: z.array(CallFile) })),
    stats: write.input(z.object({ days: z.coerce.number().int().min(1).max(366).default(90) })).output(RobocallStats),
    export: exporting('messaging.write')
      .input(RobocallFilter.omit({ cursor: true, limit: true }))
      .output(CsvFile),
  },
  {
    list: 'List call campaigns',
    get: 'Get a call campaign',
    create: 'Create a call campaign',
    update: 'Update a call campaign',
    duplicate: 'Duplicate a call campaign',
    remove: 'Delete a call campaign',
    preflight: 'Check who a call campaign would reach',
    excludedCsv: 'Export who is not called, as CSV',
    start: 'Start or schedule a call campaign',
    approve: 'Approve a call campaign',
    decline: 'Decline a call campaign',
    pause: 'Pause a call campaign',
    resume: 'Resume a call campaign',
    cancel: 'Cancel a call campaign',
    recipients: 'List recipients of a call campaign',
    recipientsCsv: 'Export recipients of a call campaign as CSV',
    calls: 'List the calls to a recipient, with their proof',
    stats: 'Get totals of call campaigns',
    export: 'Export call campaigns as CSV',
  },
  ['preflight', 'excludedCsv', 'recipients', 'recipientsCsv', 'calls', 'stats', 'export'],
)
