import { z } from 'zod'
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
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { saleStates } from '#payments/sales/rules.ts'
import { Definition } from '../contract.ts'
import { privacies } from '../rules/definition.ts'
import { submissionStates } from '../rules/states.ts'

export const FormSubmission = z.object({
  id: Id,
  formId: Id,
  formName: z.string(),
  /** The version that was filled in. */
  number: z.number().int(),
  /** In which language it was filled in; empty where the form has but one. */
  language: z.string(),
  state: z.enum(submissionStates),
  via: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  privacy: z.enum(privacies),
  personId: Id.nullable(),
  personName: z.string().nullable(),
  /** How the person was found. */
  match: z.enum(['known', 'new', 'doubt']).nullable(),
  assignedTo: Id.nullable(),
  /** Why it looks like a robot’s. */
  signs: z.array(z.string()),
  /** Why it could not be processed yet. */
  problem: z.string().nullable(),
  /** Of one that costs something: what it costs and how it stands, in minor units. */
  payment: z
    .object({ state: z.enum(saleStates), total: z.number().int(), refunded: z.number().int(), currency: z.string() })
    .nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: Version,
})
export type FormSubmission = z.infer<typeof FormSubmission>

const Yes = z.object({ channel: z.string(), value: z.string(), wording: z.string() })
export const WholeSubmission = FormSubmission.extend({
  /** The version as it was filled in. */
  definition: Definition,
  payload: z.record(z.string(), z.unknown()),
  household: z.object({ id: Id, name: z.string() }).nullable(),
  /** What was agreed to with it, in the words that were shown. */
  consents: z.array(Yes),
  /** The address is of those that are made to be thrown away. */
  throwaway: z.boolean(),
})
export type WholeSubmission = z.infer<typeof WholeSubmission>

const filters = {
  formId: Id.optional(),
  search: z.string().trim().max(200).optional(),
  /** Without it: what is no robot’s. */
  state: several(z.enum(submissionStates)),
  number: z.coerce.number().int().min(1).optional(),
  assignedTo: z.union([Id, z.literal('nobody')]).optional(),
  personId: Id.optional(),
  /** Could not be processed. */
  stuck: Flag.optional(),
  /** Came within so many days. */
  days: z.coerce.number().int().min(1).max(3650).optional(),
  deleted: Flag.optional(),
}
export const SubmissionFilters = z.object(filters)
export type SubmissionFilters = z.infer<typeof SubmissionFilters>
export const SubmissionFilter = Page.extend({
  ...filters,
  sort: z.enum(['-createdAt', 'createdAt', 'name', '-name']).default('-createdAt'),
})
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

/** Which of them an action means: those named, or all that the filter finds. */
export const Selection = z.union([
  z.object({ ids: z.array(Id).min(1).max(500) }),
  z.object({ filter: SubmissionFilters }),
])
export type Selection = z.infer<typeof Selection>
const Chosen = z.object({ selection: Selection })
const changed = z.object({ changed: z.number().int() })

/** What was sent in. Prayer and pastoral ones exist only for those who may read such things. */
export const formSubmissions = resource(
  '/form-submissions',
  {
    list: member('people.read')
      .input(SubmissionFilter)
      .output(pageOf(FormSubmission).extend({ total: z.number().int() })),
    counts: member('people.read')
      .input(z.object({ formId: Id.optional() }))
      .output(
        z.object({
          quarantined: z.number().int(),
          spam: z.number().int(),
          stuck: z.number().int(),
          unpaid: z.number().int(),
        }),
      ),
    get: member('people.read').input(ById).output(WholeSubmission),
    assign: member('people.write')
      .input(Chosen.extend({ assignedTo: Id.nullable() }))
      .output(changed),
    markSpam: member('people.write').input(Chosen).output(changed),
    /** A person wrote it after all: it is processed now. */
    notSpam: member('people.write').input(Chosen).output(changed),
    /** Tries again what could not be processed. */
    retry: member('people.write').input(ById).output(Nothing),
    trash: member('people.delete').input(Chosen).output(changed),
    restore: member('people.delete').input(Chosen).output(changed),
    /** Some or all of what was paid goes back by the way on which it came. */
    refund: member('payments.write')
      .input(z.object({ id: Id, amount: z.number().int().min(1, 'Please enter an amount'), reason: line(200) }))
      .output(Nothing),
    /** By email, with the sums; for one that is not paid. */
    sendPayLink: member('people.write').input(ById).output(Nothing),
    export: exporting().input(SubmissionFilters).output(CsvFile),
  },
  {
    list: 'List form submissions',
    counts: 'Count submissions that need attention',
    get: 'Get a form submission',
    assign: 'Assign form submissions to a member',
    markSpam: 'Mark form submissions as spam',
    notSpam: 'Mark form submissions as not spam',
    retry: 'Process a form submission again',
    trash: 'Move form submissions to the trash',
    restore: 'Restore form submissions from the trash',
    refund: 'Refund the payment of a form submission',
    sendPayLink: 'Send the link to pay for a form submission',
    export: 'Export form submissions as CSV',
  },
  ['counts', 'export'],
)
