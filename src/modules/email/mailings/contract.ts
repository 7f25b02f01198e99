import { z } from 'zod'
import { Email } from '#clients/contract.ts'
import { ById, Id, Instant, line, member, pageOf, resource, Version } from '#kernel/contract.ts'
import type { SkipReason } from '#messaging/contract.ts'
import { Audience } from '#people/audience/contract.ts'
import { Block, Blocks } from '../blocks/rules/schema.ts'
import { Recipient, RecipientFilter, RecipientList } from '../campaigns/contract.ts'
import { Progress, Reading } from '../progress/contract.ts'
import { arms, campaignStates } from '../rules/states.ts'

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
  /** Where it can be read by anybody who has the link, from the moment it starts. */
  webUrl: z.string().nullable(),
  /** From the moment it starts. */
  progress: Progress.nullable(),
  reading: Reading.nullable(),
  /** The two versions beside each other; empty where there is one. */
  sides: z.array(Side),
})
export type EmailCampaign = z.infer<typeof EmailCampaign>

const name = line(120).pipe(z.string().min(1, 'Please give it a name'))
const reply = z.union([z.literal(''), Email], 'Please give a whole address, or leave this empty')
const Address = z.string().trim().toLowerCase().pipe(reply)

export const NewEmailCampaign = z.object({
  /** Made by whoever asks, so that asking twice makes one. */
  id: Id.optional(),
  name,
  topic: line(100).optional(),
  /** A starting point: one of the house's by its key, or one of the church's own by its id. */
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
  /** As whom it is read; absent: as somebody of whom everything is known. */
  personId: Id.optional(),
  /** As somebody of whom nothing is known but the address. */
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
const refusals = {
  NO_ADDRESS: {
    status: 409,
    message: 'A campaign must show your postal address. Please add it in the settings first.',
  },
  NOBODY: { status: 409, message: 'Nobody would get this: no recipient is left after those who are excluded.' },
  NOT_EDITABLE: {
    status: 409,
    message: 'This campaign is no draft any more. Take it back to the drafts to change it.',
  },
  NOT_READY: { status: 409, message: 'Something is missing before this can go out. The checks say what.' },
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
    /** What must be there, and what had better be, before it goes out. */
    checks: writing.input(ById).output(z.object({ items: z.array(Check) })),
    test: writing
      .input(
        z.object({
          id: Id,
          to: z.array(Email).min(1, 'Email is required').max(5, 'Five addresses at most'),
          personId: Id.optional(),
          arm: z.enum(arms).default('a'),
        }),
      )
      .output(z.object({ sent: z.number().int() })),
    schedule: sending
      .input(Which.extend({ at: z.coerce.date({ error: 'Please choose a date and a time' }) }))
      .output(EmailCampaign),
    send: sending.input(Which).output(EmailCampaign),
    /** Back to the drafts. */
    reopen: sending.input(ById).output(EmailCampaign),
    pause: sending.input(ById).output(EmailCampaign),
    resume: sending.input(ById).output(EmailCampaign),
    cancel: sending.input(ById).output(EmailCampaign),
    /** The rows behind the report's figures. */
    recipients: writing.input(RecipientList).output(pageOf(Recipient).extend({ total: z.number().int() })),
    recipientsCsv: writing.input(RecipientFilter).output(z.object({ csv: z.string() })),
  },
  ['checks', 'recipients', 'recipientsCsv'],
)
