import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { api, client } from '#web/api.ts'

export type Issue = Awaited<ReturnType<typeof client.newsletters.get>>
const fields = ['subject', 'preheader', 'body', 'blocks', 'senderName', 'replyTo'] as const
export type Words = Pick<Issue, (typeof fields)[number]>
const wordsOf = (issue: Issue): Words =>
  Object.fromEntries(fields.map(field => [field, issue[field]])) as unknown as Words

const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))
const same = (now: unknown, before: unknown) => plain(now) === plain(before)

interface Refused {
  errors: Record<string, string>
  /** what belongs to no field */
  problem?: unknown
}

const PAUSE = 700

/** What is being written: saved by itself shortly after the last key, in order, and never lost by a refusal. */
export function useDraft(issue: Issue) {
  const queries = useQueryClient()
  const [words, setWords] = useState(() => wordsOf(issue))
  const [refused, setRefused] = useState<Refused>({ errors: {} })
  const [saved, setSaved] = useState(true)
  const latest = useRef(words)
  const known = useRef({ version: issue.version, words: wordsOf(issue) })
  const chain = useRef<Promise<boolean>>(Promise.resolve(true))

  const accept = useCallback(
    (next: Issue) => {
      known.current = { version: next.version, words: wordsOf(next) }
      queries.setQueryData(api.newsletters.get.queryKey({ input: { id: next.id } }), next)
    },
    [queries],
  )

  const saveNow = useCallback(async (): Promise<boolean> => {
    const { version, words: before } = known.current
    const now = latest.current
    const changed = fields.filter(field => !same(now[field], before[field]))
    if (changed.length > 0)
      try {
        const changes = Object.fromEntries(changed.map(field => [field, now[field]]))
        accept(await client.newsletters.update({ id: issue.id, version, ...changes }))
      } catch (error) {
        const errors = fieldErrors(error)
        setRefused(Object.keys(errors).length > 0 ? { errors } : { errors, problem: error })
        return false
      }
    setRefused({ errors: {} })
    if (latest.current === now) setSaved(true)
    return true
  }, [accept, issue.id])

  /** Saves what is not saved yet; false where it was refused. One after the other: each needs the version of the last. */
  const flush = useCallback(() => {
    chain.current = chain.current.then(saveNow, saveNow)
    return chain.current
  }, [saveNow])

  const set = useCallback((changes: Partial<Words>) => {
    latest.current = { ...latest.current, ...changes }
    setWords(latest.current)
    setSaved(false)
  }, [])

  useUnsaved(words, saved, flush)
  return { words, set, ...refused, saved, flush, version: () => known.current.version }
}
export type DraftState = ReturnType<typeof useDraft>

/** Saves shortly after the last key, and before one goes elsewhere in the app; a browser that leaves asks first. */
function useUnsaved(words: Words, saved: boolean, flush: () => Promise<boolean>) {
  useEffect(() => {
    if (saved) return
    const timer = setTimeout(() => void flush(), PAUSE)
    return () => clearTimeout(timer)
  }, [words, saved, flush])

  useEffect(() => {
    if (saved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [saved])

  useEffect(() => () => void flush(), [flush])
}
