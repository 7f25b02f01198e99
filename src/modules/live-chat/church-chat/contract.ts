import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { asking, hostOf, MOST_DOMAINS } from './rules.ts'

const Host = z
  .string()
  .max(300)
  .transform((text, check) => {
    const host = hostOf(text)
    if (host) return host
    check.addIssue({ code: 'custom', message: 'Please write an address such as www.yourchurch.org' })
    return z.NEVER
  })

const fields = {
  enabled: z.boolean(),
  welcome: prose(300).pipe(z.string().min(1, 'Please enter a welcome message')),
  hours: line(120),
  ask: z.enum(asking),
  privacy: prose(500).pipe(z.string().min(1, 'Please enter a privacy notice')),
  domains: z.array(Host).max(MOST_DOMAINS, `${MOST_DOMAINS} sites at most`),
}

export const ChatSettings = z.object({
  ...fields,
  domains: z.array(z.string()),
  /** Of its page: /chat/{slug} */
  slug: z.string(),
  /** From the office hours that calls follow; empty where there are none. */
  suggestedHours: z.string(),
  /** Conversations that wait for someone to look whether a machine wrote them. */
  held: z.number().int(),
  /** 0 until someone saves it for the first time. */
  version: z.number().int(),
})
export type ChatSettings = z.infer<typeof ChatSettings>

export const ChatChange = z.object({ ...fields, version: z.union([z.literal(0), Version]) })
export type ChatChange = z.infer<typeof ChatChange>

export const HeldChat = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  text: z.string(),
  /** Why it is held back, as words. */
  why: z.array(z.string()),
  at: Instant,
})
export type HeldChat = z.infer<typeof HeldChat>

export const churchChat = resource(
  '/church-chat',
  {
    read: member('conversations.read').input(Nothing).output(ChatSettings),
    change: member('settings.write').input(ChatChange).output(ChatSettings),
    held: member('conversations.write')
      .input(Nothing)
      .output(z.object({ items: z.array(HeldChat) })),
    /** It was a person: it comes into Conversations as if nothing had been. */
    release: member('conversations.write').input(ById).output(Nothing),
    discard: member('conversations.write').input(ById).output(Nothing),
  },
  {
    read: 'Get the settings of the website chat',
    change: 'Update the settings of the website chat',
    held: 'List chats held back as spam',
    release: 'Release a held chat',
    discard: 'Discard a held chat',
  },
  ['read', 'held'],
)
