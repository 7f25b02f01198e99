import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { snoozeTimes } from '../rules/saved.ts'
import type { ConversationState } from '../rules/states.ts'

export const MacroAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('send'), snippetId: Id }),
  /** Null: the operator. */
  z.object({ act: z.literal('assign'), userId: Id.nullable() }),
  z.object({ act: z.literal('tag'), tagId: Id }),
  z.object({ act: z.literal('snooze'), until: z.enum(snoozeTimes) }),
  z.object({ act: z.literal('close') }),
])
export type MacroAct = z.infer<typeof MacroAct>

/** How a conversation stood before a macro. */
export interface MacroBefore {
  status: ConversationState
  assignedTo: string | null
  snoozedUntil: string | null
  waitingSince: string | null
}

const fields = {
  name: line(80).pipe(z.string().min(1, 'Name is required')),
  acts: z
    .array(MacroAct)
    .min(1, 'Please add at least one action')
    .max(10, '10 actions at most')
    .refine(acts => acts.filter(({ act }) => act === 'close' || act === 'snooze').length <= 1, {
      message: 'A conversation can be closed or snoozed, not both',
    }),
}
export const Macro = z.object({ id: Id, name: z.string(), acts: z.array(MacroAct), version: Version })
export type Macro = z.infer<typeof Macro>
export const NewMacro = z.object(fields)
export type NewMacro = z.infer<typeof NewMacro>
export const MacroChange = NewMacro.extend({ id: Id, version: Version })
export type MacroChange = z.infer<typeof MacroChange>

export const macros = resource(
  '/macros',
  {
    list: member('conversations.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Macro) })),
    create: member('conversations.write').input(NewMacro).output(Macro),
    update: member('conversations.write').input(MacroChange).output(Macro),
    remove: member('conversations.write').input(ById).output(Nothing),
    /** All of it or nothing; `key` is made by the screen: pressed twice, it is done once. */
    run: member('conversations.write')
      .input(z.object({ id: Id, conversationId: Id, key: Id }))
      .output(z.object({ runId: Id })),
    /** Sets back what it changed; `recalled` says whether its message was still here. */
    undo: member('conversations.write')
      .input(z.object({ runId: Id }))
      .output(z.object({ recalled: z.boolean() })),
  },
  {
    list: 'List macros',
    create: 'Create a macro',
    update: 'Update a macro',
    remove: 'Delete a macro',
    run: 'Run a macro on a conversation',
    undo: 'Undo a macro',
  },
)
