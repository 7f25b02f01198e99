import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { Blocks } from '../rules/blocks.ts'

const name = line(120).pipe(z.string().min(1, 'Please enter a name'))
export const PageSection = z.object({ id: Id, name: z.string(), content: Blocks, version: Version })
export type PageSection = z.infer<typeof PageSection>
export const NewPageSection = z.object({ name, content: Blocks })
export const PageSectionChange = ById.extend({ version: Version, name: name.optional(), content: Blocks.optional() })

export const pageSections = resource(
  '/page-sections',
  {
    list: member('content.read')
      .input(Nothing)
      .output(z.object({ items: z.array(PageSection) })),
    create: member('content.write').input(NewPageSection).output(PageSection),
    update: member('content.publish').input(PageSectionChange).output(PageSection),
    remove: member('content.publish').input(ById).output(Nothing),
  },
  {
    list: 'List shared sections',
    create: 'Create a shared section',
    update: 'Update a shared section on every page that shows it',
    remove: 'Delete a shared section',
  },
)
