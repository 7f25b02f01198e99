import { z } from 'zod'
import { arms } from '#campaigns/rules/arms.ts'
import { Email } from '#clients/contract.ts'
import { clockMoment, moment } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  Id,
  Instant,
  line,
  member,
  Nothing,
  pageOf,
  resource,
  Version,
} from '#kernel/contract.ts'
import type { SkipReason } from '#messaging/contract.ts'
import { Audience } from '#people/audience/contract.ts'
import { Block, Blocks } from '../blocks/rules/schema.ts'
import { Recipient, RecipientFilter, RecipientList } from '../newsletters/contract.ts'
import { Progress, Reading } from '../progress/contract.ts'
import { campaignStates } from '../rules/states.ts'

export type CampaignAudience = z.infer<typeof Audience>
export type SkippedFor = z.infer<typeof SkipReason>

export const Split = z.object({
  subject: line(200),
  preheader: line(200),
  blocks: Blocks.optional(),
  share: z.number().int().min(10, 'At least 10 percent').max(100, 'At most 100 percent'),
  hours: z.number().int().min(1, 'At least one hour').max(168, 'At most a week (168 hours)'),
  otherwise: z.enum(arms),
})

/** One version of a campaign, as far as it is known by now. */
const Side = z.object({
  arm: z.enum(arms),
  sent: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
})

export const EmailCampaign = z.object({
  id: Id,
  name: z.string(),
  topic: z.string(),
  subject: z.string(),
  preheader: z.string(),
  senderName: z.string(),
  replyTo: z.string(),
  fromAddress: z.string(),
  audience: Audience,
  blocks: z.array(Block),
  split: Split.nullable(),
  listed: z.boolean(),
  /** `2026-12-24T09:00` by the clock of each reader; null: the same moment for all. */
  localTime: z.string().nullable(),
  /** Who of us its answers go to in Conversations. */
  answersTo: Id.nullable(),
  /** The campaign that these people had got and not opened. */
  resendOf: Id.nullable(),
  state: z.enum(campaignStates),
  scheduledFor: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  winner: z.enum(arms).nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
  /** Where it can be read by anyone who has the link, from the moment it starts. */
  webUrl: z.string().nullable(),
  /** From the moment it starts. */
  progress: Progress.nullable(),
  reading: Reading.nullable(),
  /** The two versions beside each other; empty where there is one. */
  sides: z.array(Side),
})
export type EmailCampaign = z.infer<typeof EmailCampaign>

const name = line(120).pipe(z.string().min(1, 'Please enter a name'))
const reply = z.union([z.literal(''), Email], 'Please enter a full address, or leave this empty')
const Address = z.string().trim().toLowerCase().pipe(reply)

export const NewEmailCampaign = z.object({
  /** Made by the caller, so that asking twice makes one. */
  id: Id.optional(),
  name,
  topic: line(100).optional(),
  /** A starting point: one of the server's by its key, or one of the church's own by its id. */
  template: line(60).optional(),
})
export type NewEmailCampaign = z.infer<typeof NewEmailCampaign>

export const EmailCampaignChange = z.object({
  id: Id,
  version: Version,
  name: name.optional(),
  topic: line(100).optional(),
  subject: line(200).optional(),
  preheader: line(200).optional(),
  senderName: line(100).optional(),
  replyTo: Address.optional(),
  fromAddress: Address.optional(),
  answersTo: Id.nullable().optional(),
  audience: Audience.optional(),
  blocks: Blocks.optional(),
  split: Split.nullable().optional(),
  listed: z.boolean().optional(),
})
export type EmailCampaignChange = z.infer<typeof EmailCampaignChange>

export const MailPreview = z.object({
  id: Id,
  subject: z.string().max(500),
  preheader: z.string().max(500),
  blocks: Blocks,
  /** As whom it is read; absent: as someone of whom everything is known. */
  personId: Id.optional(),
  /** As someone of whom nothing is known but the address. */
  nobody: z.boolean().default(false),
})
export type MailPreview = z.infer<typeof MailPreview>

export const Check = z.object({
  level: z.enum(['error', 'warning', 'fine']),
  text: z.string(),
  /** Which block it is about. */
  block: z.string().nullable(),
})
export type Check = z.infer<typeof Check>

const Which = z.object({ id: Id, version: Version })
const choose = 'Please choose a date and a time'
/** The same moment for everyone, or a time that the clock of each reader shows. */
export const Plan = Which.extend({
  at: moment(choose).optional(),
  localTime: clockMoment(choose).nullish(),
}).refine(({ at, localTime }) => (at === undefined) === Boolean(localTime), { message: choose, path: ['at'] })
export type Plan = z.infer<typeof Plan>

/** Who got a campaign and has not opened it, as far as anyone can tell. */
export const Unopened = z.object({
  people: z.number().int(),
  /** Besides them: whose mail was fetched by a machine alone, so that nobody knows. */
  machines: z.number().int(),
  /** From when on it may be sent to them again; null: it may not. */
  from: Instant.nullable(),
  /** Sent again as that one. */
  again: z.object({ id: Id, name: z.string() }).nullable(),
  /** What this one is sent again of. */
  of: z.object({ id: Id, name: z.string() }).nullable(),
})
export type Unopened = z.infer<typeof Unopened>

export const Resend = z.object({
  id: Id,
  subject: line(200).pipe(z.string().min(1, 'Subject is required')),
  /** Also to those whose mail was fetched by a machine alone. */
  machines: z.boolean().default(false),
})
export type Resend = z.infer<typeof Resend>

const refusals = {
  NO_ADDRESS: {
    status: 409,
    message: 'A campaign must show your postal address. Please add it in the settings first.',
  },
  NOBODY: { status: 409, message: 'Nobody would get this: all recipients are excluded.' },
  NOT_EDITABLE: {
    status: 409,
    message: 'This campaign is no longer a draft. Move it back to drafts to edit it.',
  },
  NOT_AGAIN: { status: 409, message: 'This can’t be sent again.' },
  NOT_READY: { status: 409, message: 'Something is missing. See the checklist.' },
}
const writing = member('messaging.write').errors(refusals)
const sending = member('messaging.send').errors(refusals)

/** Mail of a church to many of its people. */
export const emailCampaigns = resource(
  '/email-campaigns',
  {
    get: writing.input(ById).output(EmailCampaign),
    create: writing.input(NewEmailCampaign).output(EmailCampaign),
    update: writing.input(EmailCampaignChange).output(EmailCampaign),
    duplicate: writing.input(ById).output(EmailCampaign),
    remove: writing.input(ById).output(z.object({})),
    restore: writing.input(ById).output(EmailCampaign),
    preview: writing
      .input(MailPreview)
      .output(z.object({ subject: z.string(), html: z.string(), text: z.string(), missing: z.array(z.string()) })),
    /** Where answers may be sent: to one of us, or to any address in one of the domains. */
    replyAddresses: writing.input(Nothing).output(
      z.object({
        items: z.array(z.object({ address: z.string(), name: z.string() })),
        domains: z.array(z.string()),
        /** Answers without an address of their own come to Conversations. */
        here: z.boolean(),
      }),
    ),
    /** What must be there, and what had better be, before it is sent. */
    checks: writing.input(ById).output(z.object({ items: z.array(Check) })),
    test: writing
      .input(
        z.object({
          id: Id,
          to: z.array(Email).min(1, 'Email is required').max(5, 'Up to five addresses'),
          personId: Id.optional(),
          arm: z.enum(arms).default('a'),
        }),
      )
      .output(z.object({ sent: z.number().int() })),
    schedule: sending.input(Plan).output(EmailCampaign),
    send: sending.input(Which).output(EmailCampaign),
    /** Back to the drafts. */
    reopen: sending.input(ById).output(EmailCampaign),
    pause: sending.input(ById).output(EmailCampaign),
    resume: sending.input(ById).output(EmailCampaign),
    cancel: sending.input(ById).output(EmailCampaign),
    nonOpeners: writing.input(ById).output(Unopened),
    /** Once more, under another subject, to who got it and has not opened it. Asked twice, it is sent once. */
    resend: sending.input(Resend).output(EmailCampaign),
    /** The rows behind the report's figures. */
    recipients: writing.input(RecipientList).output(pageOf(Recipient).extend({ total: z.number().int() })),
    recipientsCsv: exporting('messaging.write').input(RecipientFilter).output(CsvFile),
  },
  {
    get: 'Get an email campaign',
    create: 'Create an email campaign',
    update: 'Update an email campaign',
    duplicate: 'Duplicate an email campaign',
    remove: 'Delete an email campaign',
    restore: 'Restore an email campaign',
    preview: 'Preview an email campaign',
    replyAddresses: 'List the addresses that replies can go to',
    checks: 'List what an email campaign still needs',
    test: 'Send a test email',
    schedule: 'Schedule an email campaign',
    send: 'Send an email campaign',
    reopen: 'Return an email campaign to draft',
    pause: 'Pause an email campaign',
    resume: 'Resume an email campaign',
    cancel: 'Cancel an email campaign',
    nonOpeners: 'Count recipients who did not open the email',
    resend: 'Resend an email campaign to non-openers',
    recipients: 'List recipients of an email campaign',
    recipientsCsv: 'Export recipients of an email campaign as CSV',
  },
  ['checks', 'replyAddresses', 'nonOpeners', 'recipients', 'recipientsCsv'],
)
