import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'

export type Issue = Awaited<ReturnType<typeof client.newsletters.get>>
const fields = ['subject', 'preheader', 'body', 'blocks', 'senderName', 'replyTo'] as const
export type Words = Pick<Issue, (typeof fields)[number]>
const wordsOf = (issue: Issue): Words =>
  Object.fromEntries(fields.map(field => [field, issue[field]])) as unknown as Words

const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))
const changesOf = (now: Words, before: Words) =>
  Object.fromEntries(fields.filter(field => plain(now[field]) !== plain(before[field])).map(one => [one, now[one]]))

/** What is being written: saved by itself shortly after the last key, and never lost by a refusal. */
export function useDraft(issue: Issue) {
  const queries = useQueryClient()
  const keepAs = `newsletter ${issue.id}`
  const [words, setWords] = useState(() => beginning(keepAs, wordsOf(issue)))
  const draft = useAutosave(words, {
    stored: { version: issue.version, value: wordsOf(issue) },
    keepAs,
    changesOf,
    save: (changes, version) => client.newsletters.update({ id: issue.id, version, ...changes }),
    onStored: (next: Issue) => queries.setQueryData(api.newsletters.get.queryKey({ input: { id: next.id } }), next),
  })
  const set = (changes: Partial<Words>) => setWords(before => ({ ...before, ...changes }))
  return { ...draft, words, set }
}
export type DraftState = ReturnType<typeof useDraft>
