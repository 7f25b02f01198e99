import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Id, Instant, line, member, Page, pageOf, prose, resource, several, Version } from '#kernel/contract.ts'
import { consentWays, nameChoices, shownStates } from './rules/states.ts'

export const Testimony = z.object({
  id: Id,
  personId: Id,
  person: z.string(),
  content: z.string(),
  nameShown: z.enum(nameChoices),
  /** As visitors read it; empty: no name. */
  shownName: z.string(),
  state: z.enum(shownStates),
  consentWords: z.string(),
  consentOn: z.string().nullable(),
  consentHow: z.enum(consentWays).nullable(),
  /** The last day on which it appears. */
  expiresOn: z.string(),
  publishedAt: Instant.nullable(),
  withdrawnAt: Instant.nullable(),
  version: Version,
})
export type Testimony = z.infer<typeof Testimony>

const fields = {
  content: prose(5_000).pipe(z.string().min(1, 'Please enter the story')),
  nameShown: z.enum(nameChoices).default('first'),
  consentWords: prose(2_000).default(''),
  consentOn: day().nullable().default(null),
  consentHow: z.enum(consentWays).nullable().default(null),
  expiresOn: day().optional(),
}
export const NewTestimony = z.object({ personId: Id, ...fields })
export type NewTestimony = z.infer<typeof NewTestimony>
export const TestimonyChange = z.object({ id: Id, version: Version, ...fields })
export type TestimonyChange = z.infer<typeof TestimonyChange>
export const TestimonyFilter = Page.extend({
  search: line(200).optional(),
  state: several(z.enum(shownStates)).optional(),
})
export type TestimonyFilter = z.infer<typeof TestimonyFilter>

const Step = z.object({ id: Id, version: Version })
export type Step = z.infer<typeof Step>
const write = member('reputation.write')
/** Stories that people told the church, with their consent in writing. */
export const testimonies = resource(
  '/testimonies',
  {
    list: write.input(TestimonyFilter).output(pageOf(Testimony).extend({ total: z.number().int() })),
    get: write.input(ById).output(Testimony),
    create: write.input(NewTestimony).output(Testimony),
    update: write.input(TestimonyChange).output(Testimony),
    approve: write.input(Step).output(Testimony),
    publish: write.input(Step).output(Testimony),
    withdraw: write.input(ById).output(Testimony),
    remove: write.input(ById).output(z.object({})),
  },
  {
    list: 'List testimonies',
    get: 'Get a testimony',
    create: 'Add a testimony',
    update: 'Update a testimony, which makes it a draft again',
    approve: 'Approve a testimony whose consent is on file',
    publish: 'Publish an approved testimony',
    withdraw: 'Withdraw a testimony from every page',
    remove: 'Delete a testimony',
  },
)
