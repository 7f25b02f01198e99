import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { CustomTarget, chosenPlaces, requestWords } from '../requests/contract.ts'

export const RequestTemplate = z.object({
  id: Id,
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  /** Entries on platforms, by their ids. */
  sources: z.array(Id),
  custom: CustomTarget.nullable(),
  version: Version,
})
export type RequestTemplate = z.infer<typeof RequestTemplate>

export const NewRequestTemplate = z.object({
  name: line(80).pipe(z.string().min(1, 'Please enter a name')),
  ...requestWords,
  ...chosenPlaces,
})
export type NewRequestTemplate = z.infer<typeof NewRequestTemplate>
export const RequestTemplateChange = NewRequestTemplate.extend({ id: Id, version: Version })
export type RequestTemplateChange = z.infer<typeof RequestTemplateChange>

const write = member('reputation.write')
/** Words to ask for reviews with; at most 200. */
export const reviewRequestTemplates = resource(
  '/review-request-templates',
  {
    list: write.input(Nothing).output(z.object({ items: z.array(RequestTemplate) })),
    create: write.input(NewRequestTemplate).output(RequestTemplate),
    update: write.input(RequestTemplateChange).output(RequestTemplate),
    clone: write.input(ById).output(RequestTemplate),
    remove: write.input(ById).output(Nothing),
    test: write.input(ById).output(z.object({ to: z.string() })),
  },
  {
    list: 'List templates for review requests',
    create: 'Create a template for review requests',
    update: 'Update a template for review requests',
    clone: 'Clone a template for review requests',
    remove: 'Delete a template for review requests',
    test: 'Send a template for review requests to oneself',
  },
)
