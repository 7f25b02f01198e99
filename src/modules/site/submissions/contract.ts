import { z } from 'zod'
import { CsvFile, Flag, house, Id, Instant, Nothing, Page, pageOf, prose, resource, Version } from '#kernel/contract.ts'
import { Message } from '#messaging/contract.ts'
import { submissionStates } from '../contact/rules.ts'

const Person = z.object({ id: Id, name: z.string() })

export const Submission = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  isSubscribed: z.boolean(),
  status: z.enum(submissionStates),
  /** A robot's, as it seems: kept apart and not answered. */
  suspicious: z.boolean(),
  assignee: Person.nullable(),
  /** Why the automatic answer did not leave; null while all is well. */
  problem: z.string().nullable(),
  createdAt: Instant,
  version: Version,
})
export type Submission = z.infer<typeof Submission>

export const Reply = z.object({
  id: Id,
  body: z.string(),
  /** Who wrote it. */
  author: z.string(),
  state: Message.shape.state,
  problem: z.string().nullable(),
  createdAt: Instant,
})
export type Reply = z.infer<typeof Reply>

const filters = {
  q: z.string().max(200).optional(),
  status: z.enum(submissionStates).optional(),
  /** Only what was kept apart; without it only the rest. */
  quarantine: Flag.default(false),
}
export const SubmissionFilter = Page.extend(filters)
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

export const NewReply = z.object({
  id: Id,
  /** Made by the form, so that two clicks are one reply. */
  replyId: Id,
  body: prose(10_000).pipe(z.string().min(1, 'Please write a reply')),
})
export type NewReply = z.infer<typeof NewReply>

export const SubmissionChange = z.object({
  id: Id,
  status: z.enum(submissionStates).optional(),
  assigneeId: Id.nullable().optional(),
  version: Version,
})
export type SubmissionChange = z.infer<typeof SubmissionChange>

const One = z.object({ id: Id })

/** What visitors wrote through the contact form, for the operator. */
export const submissions = resource(
  '/contact-submissions',
  {
    list: house.input(SubmissionFilter).output(pageOf(Submission).extend({ total: z.number().int() })),
    get: house.input(One).output(Submission.extend({ replies: z.array(Reply) })),
    update: house.input(SubmissionChange).output(Submission),
    reply: house.input(NewReply).output(Reply),
    /** Sends a reply once more that did not leave. */
    resend: house.input(z.object({ id: Id, replyId: Id })).output(Reply),
    /** Tries the automatic answer again that did not leave. */
    answer: house.input(One).output(z.object({ sent: z.boolean() })),
    /** Out of quarantine: it is answered like any other. */
    release: house.input(One).output(Submission),
    counts: house.input(Nothing).output(z.object({ open: z.number().int(), quarantine: z.number().int() })),
    admins: house.input(Nothing).output(z.object({ items: z.array(Person) })),
    export: house.input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List contact submissions',
    get: 'Get a contact submission',
    update: 'Update a contact submission',
    reply: 'Reply to a contact submission',
    resend: 'Resend a reply',
    answer: 'Resend the automatic reply',
    release: 'Release a held contact submission',
    counts: 'Count contact submissions by state',
    admins: 'List who can be assigned',
    export: 'Export contact submissions as CSV',
  },
  ['counts', 'admins', 'export'],
)
