import { z } from 'zod'
import { ById, Id, Instant, member, prose, resource } from '#kernel/contract.ts'

export const ConversationDraft = z.object({
  text: z.string(),
  subject: z.string(),
  /** When it was kept; null where nothing is. */
  at: Instant.nullable(),
})
export type ConversationDraft = z.infer<typeof ConversationDraft>

export const KeptDraft = z.object({ id: Id, text: prose(10_000), subject: z.string().trim().max(200).default('') })
export type KeptDraft = z.infer<typeof KeptDraft>

/** What a member has begun to write in a thread: their own alone, on whatever device. */
export const conversationDrafts = resource(
  '/conversation-drafts',
  {
    get: member('conversations.write').meta({ inPerson: true }).input(ById).output(ConversationDraft),
    /** The last one counts; without words there is none any more. */
    keep: member('conversations.write').meta({ inPerson: true }).input(KeptDraft).output(ConversationDraft),
  },
  { get: 'Get the draft of a conversation', keep: 'Save the draft of a conversation' },
)
