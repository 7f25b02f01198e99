import { z } from 'zod'
import { Email, PostalAddress } from '#clients/contract.ts'
import { moment } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  house,
  Id,
  Instant,
  line,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import { SkipReason } from '#messaging/contract.ts'
import { Block, Blocks } from '../blocks/rules/schema.ts'
import { Progress, Reading, Skips } from '../progress/contract.ts'
import { campaignStates, outcomes, readings } from '../rules/states.ts'

const Count = z.number().int()

export const Campaign = z.object({
  id: Id,
  subject: z.string(),
  preheader: z.string(),
  body: z.string(),
  /** Where it has any, it is made of them, and not of its Markdown. */
  blocks: z.array(Block),
  senderName: z.string(),
  replyTo: z.string(),
  state: z.enum(campaignStates),
  scheduledFor: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  slug: z.string().nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
  /** From the moment it starts. */
  progress: Progress.nullable(),
  reading: Reading.nullable(),
})
export type Campaign = z.infer<typeof Campaign>

const reply = z.union([z.literal(''), Email], 'Please enter a full address, or leave this empty')
export const CampaignChange = z.object({
  id: Id,
  version: Version,
  subject: line(200).optional(),
  preheader: line(200).optional(),
  body: prose(100_000).optional(),
  blocks: Blocks.optional(),
  senderName: line(100).optional(),
  replyTo: z.string().trim().toLowerCase().pipe(reply).optional(),
})
export type CampaignChange = z.infer<typeof CampaignChange>

export const Draft = z.object({
  subject: z.string().max(500),
  preheader: z.string().max(500),
  body: prose(100_000),
  blocks: Blocks.default([]),
})
/** Anyone: a person of whom everything is known. Nobody: one of whom nothing is but the address. */
export const PreviewOf = Draft.extend({ as: z.enum(['anybody', 'nobody']).default('anybody') })
export type PreviewOf = z.infer<typeof PreviewOf>

export const Audience = z.object({
  /** Who opted in. */
  total: Count,
  /** Who would get it now. */
  reached: Count,
  excluded: Skips,
})

export const Recipient = z.object({
  id: Id,
  address: z.string(),
  name: z.string(),
  outcome: z.enum(outcomes),
  reason: SkipReason.nullable(),
  /** Whose address it is, where that is known. */
  personId: Id.nullable(),
  /** The other mail server's words. */
  problem: z.string().nullable(),
  sentAt: Instant.nullable(),
})
export type Recipient = z.infer<typeof Recipient>

export const RecipientFilter = z.object({
  id: Id,
  outcome: z.enum([...outcomes, ...readings]).optional(),
  search: line(200).optional(),
  sort: z.enum(['address', '-address', 'name', '-name']).default('address'),
})
export type RecipientFilter = z.infer<typeof RecipientFilter>
export const RecipientList = RecipientFilter.extend(Page.shape)
export type RecipientList = z.infer<typeof RecipientList>

/** Who the newsletter comes from, and what the law and other mail servers want to know. */
export const Sender = z.object({
  name: z.string(),
  /** In which newsletters are scheduled. */
  timeZone: z.string(),
  address: PostalAddress.nullable(),
  version: Version,
  from: z.string(),
  domain: z.string(),
  /** smtp, or sandbox: kept in the outbox of this machine */
  provider: z.string(),
  /** The DNS record by which others check our signature. */
  record: z.object({ name: z.string(), value: z.string() }),
})

const Which = z.object({ id: Id, version: Version })
const refusals = {
  NO_ADDRESS: {
    status: 409,
    message: 'A newsletter must show your postal address. Please add it under “Sender” first.',
  },
  NOBODY: { status: 409, message: 'Nobody would get this: all subscribers are excluded.' },
  NOT_EDITABLE: {
    status: 409,
    message: 'This newsletter is no longer a draft. Move it back to drafts to edit it.',
  },
  NOT_READY: { status: 409, message: 'Something is missing before this can be sent.' },
  ONE_READY: {
    status: 409,
    message: 'Another newsletter is already marked ready. Move that one back to drafts first.',
  },
}
const guarded = house.errors(refusals)

/** Newsletters of the operator. */
export const newsletters = resource(
  '/newsletters',
  {
    list: house.input(Page).output(pageOf(Campaign)),
    get: house.input(ById).output(Campaign),
    create: house.input(Nothing).output(Campaign),
    update: guarded.input(CampaignChange).output(Campaign),
    remove: guarded.input(ById).output(Nothing),
    restore: guarded.input(ById).output(Campaign),
    preview: house
      .input(PreviewOf)
      .output(z.object({ subject: z.string(), html: z.string(), text: z.string(), missing: z.array(z.string()) })),
    audience: house.input(ById).output(Audience),
    /** The rows behind the report's figures. */
    recipients: house.input(RecipientList).output(pageOf(Recipient).extend({ total: Count })),
    recipientsCsv: house.input(RecipientFilter).output(CsvFile),
    test: guarded
      .input(z.object({ id: Id, to: z.array(Email).min(1, 'Email is required').max(5, 'Up to five addresses') }))
      .output(z.object({ sent: Count })),
    ready: guarded.input(Which).output(Campaign),
    schedule: guarded.input(Which.extend({ at: moment() })).output(Campaign),
    send: guarded.input(Which).output(Campaign),
    /** Back to the drafts. */
    reopen: guarded.input(ById).output(Campaign),
    pause: guarded.input(ById).output(Campaign),
    resume: guarded.input(ById).output(Campaign),
    cancel: guarded.input(ById).output(Campaign),
    sender: house.input(Nothing).output(Sender),
    changeSender: house.input(z.object({ address: PostalAddress, version: Version })).output(Sender),
  },
  {
    list: 'List newsletters',
    get: 'Get a newsletter',
    create: 'Create a newsletter',
    update: 'Update a newsletter',
    remove: 'Delete a newsletter',
    restore: 'Restore a newsletter',
    preview: 'Preview a newsletter',
    audience: 'Count the recipients of a newsletter',
    recipients: 'List recipients of a newsletter',
    recipientsCsv: 'Export recipients of a newsletter as CSV',
    test: 'Send a test newsletter',
    ready: 'Mark a newsletter as ready',
    schedule: 'Schedule a newsletter',
    send: 'Send a newsletter',
    reopen: 'Return a newsletter to draft',
    pause: 'Pause a newsletter',
    resume: 'Resume a newsletter',
    cancel: 'Cancel a newsletter',
    sender: 'Get the sender settings',
    changeSender: 'Update the sender settings',
  },
  ['audience', 'recipients', 'recipientsCsv', 'sender'],
)
