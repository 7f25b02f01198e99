import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { ById, Id, Instant, line, member, Nothing, Page, pageOf, prose, resource, Version } from '#kernel/contract.ts'
import { sourceKinds, sourceStates } from '../rules/options.ts'

const source = {
  title: line(200).pipe(z.string().min(1, 'Please enter a title or question')),
  body: prose(100_000),
  link: z
    .string()
    .trim()
    .max(500)
    .refine(
      text => text === '' || /^https?:\/\/\S+$/.test(text),
      'Please enter a full address, such as https://yourchurch.org/visit',
    ),
  isDoctrine: z.boolean(),
  /** From then on it isn't used. */
  expiresAt: moment().nullable(),
}
const Source = z.object({
  id: Id,
  kind: z.enum(sourceKinds),
  ...source,
  body: z.string(),
  expiresAt: Instant.nullable(),
  fileName: z.string().nullable(),
  enabled: z.boolean(),
  state: z.enum(sourceStates),
  problem: z.string(),
  passages: z.number().int(),
  indexedAt: Instant.nullable(),
  approvedByName: z.string().nullable(),
  /** Answers that were taken from it. */
  usage: z.number().int(),
  version: Version,
})
export type Source = z.infer<typeof Source>
const NewSource = z.object({ kind: z.enum(['faq', 'page']), ...source, questionId: Id.optional() })
export type NewSource = z.infer<typeof NewSource>
const SourceChange = z.object(source).partial().extend({ id: Id, version: Version, enabled: z.boolean().optional() })
export type SourceChange = z.infer<typeof SourceChange>

const use = () => member('assistant.use')
const manage = () => member('assistant.settings')

export const knowledge = resource(
  '/knowledge',
  {
    list: use()
      .input(Page.extend({ search: z.string().max(200).optional(), kind: z.enum(sourceKinds).optional() }))
      .output(pageOf(Source)),
    get: use().input(ById).output(Source),
    create: manage().input(NewSource).output(Source),
    addFile: manage()
      .input(z.object({ fileId: Id, isDoctrine: z.boolean().default(false) }))
      .output(Source),
    update: manage().input(SourceChange).output(Source),
    reindex: manage().input(ById).output(Source),
    remove: manage().input(ById).output(Nothing),
  },
  {
    list: 'List knowledge sources',
    get: 'Get a knowledge source',
    create: 'Add a question and answer or a page',
    addFile: 'Add a file to the knowledge',
    update: 'Update a knowledge source',
    reindex: 'Read a knowledge source again',
    remove: 'Delete a knowledge source',
  },
)
