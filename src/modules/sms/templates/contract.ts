import { z } from 'zod'
import { ById, Id, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'

export const SmsTemplate = z.object({
  id: Id,
  name: z.string(),
  category: z.string(),
  body: z.string(),
  version: Version,
})
export type SmsTemplate = z.infer<typeof SmsTemplate>

const words = {
  name: line(80).pipe(z.string().min(1, 'Name is required')),
  category: line(40).pipe(z.string().min(1, 'Category is required')),
  body: prose(1_600).pipe(z.string().min(1, 'Message is required')),
}
export const NewSmsTemplate = z.object(words)
export type NewSmsTemplate = z.infer<typeof NewSmsTemplate>
export const SmsTemplateChange = z
  .object({ id: Id, version: Version, ...words })
  .partial({ name: true, category: true, body: true })
export type SmsTemplateChange = z.infer<typeof SmsTemplateChange>

const write = member('messaging.write')
/** Texts to start from, by category; at most 500. */
export const smsTemplates = resource(
  '/sms-templates',
  {
    list: write.input(Nothing).output(z.object({ items: z.array(SmsTemplate) })),
    create: write.input(NewSmsTemplate).output(SmsTemplate),
    update: write.input(SmsTemplateChange).output(SmsTemplate),
    remove: write.input(ById).output(Nothing),
    restore: write.input(ById).output(SmsTemplate),
  },
  {
    list: 'List text templates',
    create: 'Create a text template',
    update: 'Update a text template',
    remove: 'Delete a text template',
    restore: 'Restore a text template',
  },
)
