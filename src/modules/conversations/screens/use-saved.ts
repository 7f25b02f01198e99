import { useQuery } from '@tanstack/react-query'
import { newId } from '#ui/new-id.ts'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'

export type Snippet = Awaited<ReturnType<typeof client.snippets.list>>['items'][number]
export type Macro = Awaited<ReturnType<typeof client.macros.list>>['items'][number]

const live = { live: ['conversations'] }

export const useSnippets = () =>
  useQuery(api.snippets.list.queryOptions({ input: {}, meta: live, staleTime: 60_000 })).data?.items ?? []
export const useMacros = () =>
  useQuery(api.macros.list.queryOptions({ input: {}, meta: live, staleTime: 60_000 })).data?.items ?? []

export const useSavedAct = () => useAct(api.snippets.key(), api.macros.key())

/** Its words for whom the thread is with; says which are missing. */
export async function wordsOf(snippet: Snippet, conversationId: string): Promise<string> {
  const { text, missing } = await client.snippets.filled({ id: snippet.id, conversationId })
  if (missing.length > 0) toast(`Please fill in ${missing.map(tag => `{${tag}}`).join(', ')}`)
  return text
}

/** Runs a macro in a thread; for some seconds it can be undone. */
export function useRunMacro(conversationId: string) {
  const act = useAct(api.conversations.key(), api.scheduledReplies.key())
  return async (macro: Macro) => {
    const key = newId()
    const done = await act(() => client.macros.run({ id: macro.id, conversationId, key }), undefined, macro.name)
    if (!done) return
    toast(`Done: ${macro.name}`, async () => {
      const { recalled } = await client.macros.undo({ runId: key })
      await act(async () => undefined, recalled ? 'Undone' : 'Undone, but the message was already sent')
    })
  }
}
