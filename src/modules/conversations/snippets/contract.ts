import { z } from 'zod'
import { ById, Id, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { answerTags, lintSnippet } from '../rules/saved.ts'

const words = prose(10_000)
  .pipe(z.string().min(1, 'Please write something'))
  .check(({ value, issues }) => {
    const problem = lintSnippet(value)
    if (problem) issues.push({ code: 'custom', input: value, message: problem })
  })
const fields = {
  name: line(80).pipe(z.string().min(1, 'Name is required')),
  /** What one types after the slash. */
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{0,30}$/, 'Letters, digits and hyphens only, up to 30')
    .default(''),
  text: words,
}

/** An answer that is written once and used often. */
export const Snippet = z.object({
  id: Id,
  name: z.string(),
  shortcut: z.string(),
  text: z.string(),
  version: Version,
})
export type Snippet = z.infer<typeof Snippet>
export const NewSnippet = z.object(fields)
export type NewSnippet = z.infer<typeof NewSnippet>
export const SnippetChange = NewSnippet.extend({ id: Id, version: Version })
export type SnippetChange = z.infer<typeof SnippetChange>

export const snippets = resource(
  '/snippets',
  {
    list: member('conversations.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Snippet) })),
    create: member('conversations.write').input(NewSnippet).output(Snippet),
    update: member('conversations.write').input(SnippetChange).output(Snippet),
    remove: member('conversations.write').input(ById).output(Nothing),
    /** Its words for whom a thread is with; a tag that has no value here and no fallback stays, and is named. */
    filled: member('conversations.read')
      .input(z.object({ id: Id, conversationId: Id }))
      .output(z.object({ text: z.string(), missing: z.array(z.string()) })),
    /** What one tag stands for in a thread; empty where nothing is known. */
    known: member('conversations.read')
      .input(z.object({ tag: z.enum(answerTags), conversationId: Id }))
      .output(z.object({ text: z.string() })),
  },
  {
    list: 'List saved replies',
    create: 'Create a saved reply',
    update: 'Update a saved reply',
    remove: 'Delete a saved reply',
    filled: 'Fill in a saved reply for a conversation',
    known: 'List the merge tags of saved replies',
  },
  ['filled', 'known'],
)
