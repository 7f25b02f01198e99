import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, resource } from '#kernel/contract.ts'
import { Block, Blocks } from '../blocks/rules/schema.ts'

const name = line(80).pipe(z.string().min(1, 'Please enter a name'))
const category = line(60).pipe(z.string().min(1, 'Please enter a category, such as “Invitations”'))

export const EmailTemplate = z.object({
  id: Id,
  name: z.string(),
  category: z.string(),
  subject: z.string(),
  preheader: z.string(),
  blocks: z.array(Block),
  createdAt: Instant,
})
export type EmailTemplate = z.infer<typeof EmailTemplate>

export const NewEmailTemplate = z.object({
  name,
  category,
  subject: line(200),
  preheader: line(200),
  blocks: Blocks,
})
export type NewEmailTemplate = z.infer<typeof NewEmailTemplate>

/** What a church keeps to start from; campaigns that began with one are changed by nothing that becomes of it. */
export const emailTemplates = resource(
  '/email-templates',
  {
    list: member('messaging.write')
      .input(Nothing)
      .output(z.object({ items: z.array(EmailTemplate) })),
    create: member('messaging.write').input(NewEmailTemplate).output(EmailTemplate),
    remove: member('messaging.write').input(ById).output(Nothing),
    restore: member('messaging.write').input(ById).output(EmailTemplate),
  },
  {
    list: 'List email templates',
    create: 'Create an email template',
    remove: 'Delete an email template',
    restore: 'Restore an email template',
  },
)
