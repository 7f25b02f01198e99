import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'

export const Unfinished = z.object({
  id: Id,
  formId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.string(),
  /** What the field is called at which they stopped. */
  stoppedAt: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** It is deleted then. */
  expiresAt: Instant,
  linkSentAt: Instant.nullable(),
})
export const UnfinishedFilter = Page.extend({ formId: Id })
export type UnfinishedFilter = z.infer<typeof UnfinishedFilter>

/** What people typed and never sent, where the form told them that it is kept. Nobody is made of it. */
export const unfinishedForms = resource(
  '/unfinished-forms',
  {
    list: member('people.read')
      .input(UnfinishedFilter)
      .output(pageOf(Unfinished).extend({ total: z.number().int() })),
    sendLink: member('people.write').input(ById).output(Nothing),
    remove: member('people.delete').input(ById).output(Nothing),
  },
  { list: 'List unfinished forms', sendLink: 'Send a link to finish a form', remove: 'Delete an unfinished form' },
)
