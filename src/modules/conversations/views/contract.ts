import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource } from '#kernel/contract.ts'

/** Filters of one's own under a name, as they stand in the address. */
export const ConversationView = z.object({ id: Id, name: z.string(), filter: z.record(z.string(), z.string()) })
export type ConversationView = z.infer<typeof ConversationView>

export const NewView = z.object({
  name: line(60).pipe(z.string().min(1, 'Name is required')),
  filter: z
    .record(z.string().max(20), z.string().max(200))
    .refine(filter => Object.keys(filter).length <= 15, 'This view has too many filters'),
})
export type NewView = z.infer<typeof NewView>

export const conversationViews = resource(
  '/conversation-views',
  {
    list: member('conversations.read')
      .input(Nothing)
      .output(z.object({ items: z.array(ConversationView) })),
    /** Under a name that one has already, it takes that one's place. */
    create: member('conversations.read').input(NewView).output(ConversationView),
    remove: member('conversations.read').input(ById).output(Nothing),
  },
  { list: 'List saved views', create: 'Save a view', remove: 'Delete a saved view' },
)
