import { z } from 'zod'
import { ById, Id, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'

export const SmsKeyword = z.object({
  id: Id,
  word: z.string(),
  reply: z.string(),
  /** The consent that it records; empty: it only answers. */
  topic: z.string(),
  groupId: Id.nullable(),
  tagId: Id.nullable(),
  /** The member whom texts with that word are given to. */
  answersTo: Id.nullable(),
  /** Also consent to urgent messages at any hour: its group is a prayer chain. */
  urgent: z.boolean(),
  active: z.boolean(),
  uses: z.number().int(),
  version: Version,
})
export type SmsKeyword = z.infer<typeof SmsKeyword>

export const SmsSlide = z.object({
  word: z.string(),
  /** Ours, as people read it; null while there is none that can text. */
  number: z.string().nullable(),
  /** A picture of the code that opens a phone's texts with word and number, as a data address. */
  qr: z.string().nullable(),
  /** Numbers that texted it today, by the church's calendar. */
  today: z.number().int(),
})
export type SmsSlide = z.infer<typeof SmsSlide>

const words = {
  word: line(20).pipe(z.string().min(1, 'Keyword is required')),
  reply: prose(320),
  topic: line(100),
  groupId: Id.nullable(),
  tagId: Id.nullable(),
  answersTo: Id.nullable(),
  urgent: z.boolean(),
}
export const NewSmsKeyword = z.object({
  ...words,
  reply: words.reply.default(''),
  topic: words.topic.default(''),
  groupId: words.groupId.default(null),
  tagId: words.tagId.default(null),
  answersTo: words.answersTo.default(null),
  urgent: words.urgent.default(false),
})
export type NewSmsKeyword = z.infer<typeof NewSmsKeyword>
export const SmsKeywordChange = z
  .object({ ...words, active: z.boolean() })
  .partial()
  .extend({ id: Id, version: Version })
export type SmsKeywordChange = z.infer<typeof SmsKeywordChange>

const write = member('messaging.write')
/** Words that people text to the church; at most 200. */
export const smsKeywords = resource(
  '/sms-keywords',
  {
    list: write.input(Nothing).output(z.object({ items: z.array(SmsKeyword) })),
    create: write.input(NewSmsKeyword).output(SmsKeyword),
    update: write.input(SmsKeywordChange).output(SmsKeyword),
    remove: write.input(ById).output(Nothing),
    restore: write.input(ById).output(SmsKeyword),
    /** For the wall on Sunday. */
    slide: write.input(ById).output(SmsSlide),
  },
  {
    list: 'List text keywords',
    create: 'Create a text keyword',
    update: 'Update a text keyword',
    remove: 'Delete a text keyword',
    restore: 'Restore a text keyword',
    slide: 'Get a slide that announces a keyword',
  },
)
