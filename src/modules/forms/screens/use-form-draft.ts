import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { newId } from '#ui/new-id.ts'
import { api, client } from '#web/api.ts'
import type { Definition, Field, Handling } from '../rules/definition.ts'

export type Form = Awaited<ReturnType<typeof client.forms.get>>
/** A field with a name of its own on this screen: its key may change. */
export type LocalField = Field & { uid: string }
export interface Words {
  name: string
  draft: Omit<Definition, 'fields'> & { fields: LocalField[] }
  handling: Handling
}
const parts = ['name', 'draft', 'handling'] as const

const wordsOf = ({ name, draft, handling }: Form): Words => ({
  name,
  draft: { ...draft, fields: draft.fields.map(field => ({ ...field, uid: newId() })) },
  handling,
})
/** As the server has it: compared, and sent. */
const plain = (words: Words) => ({
  ...words,
  draft: { ...words.draft, fields: words.draft.fields.map(({ uid: _, ...field }) => field) },
})
const texts = (words: Words) => {
  const bare = plain(words)
  return Object.fromEntries(parts.map(part => [part, JSON.stringify(bare[part])])) as Record<
    (typeof parts)[number],
    string
  >
}

type Texts = ReturnType<typeof texts>
const differing = (a: Texts, b: Texts) => parts.filter(part => a[part] !== b[part])

const PAUSE = 700
interface Refused {
  errors: Record<string, string>
  /** what belongs to no field */
  problem?: unknown
  /** somebody else has saved meanwhile */
  conflict?: boolean
}

function refusalOf(error: unknown): Refused {
  const errors = fieldErrors(error)
  const conflict = (error as { code?: string }).code === 'CONFLICT'
  return { errors, conflict, ...(Object.keys(errors).length === 0 && { problem: error }) }
}

/** What is being built: saved by itself shortly after the last change, in order; two tabs never overwrite each other. */
export function useFormDraft(form: Form) {
  const [words, setWords] = useState(() => wordsOf(form))
  const [refused, setRefused] = useState<Refused>({ errors: {} })
  const [saved, setSaved] = useState(true)
  const latest = useRef(words)
  const { known, accept } = useKnown(form, latest)

  const saveNow = useCallback(async (): Promise<boolean> => {
    const now = latest.current
    const changed = differing(texts(now), known.current.texts)
    if (changed.length > 0)
      try {
        const bare = plain(now)
        const changes = Object.fromEntries(changed.map(part => [part, bare[part]]))
        accept(await client.forms.update({ id: form.id, version: known.current.version, ...changes }), now)
      } catch (error) {
        setRefused(refusalOf(error))
        return false
      }
    setRefused({ errors: {} })
    setSaved(latest.current === now)
    return true
  }, [accept, form.id, known])

  const flush = useInOrder(saveNow)

  const set = useCallback((change: (words: Words) => Words) => {
    latest.current = change(latest.current)
    setWords(latest.current)
    setSaved(false)
  }, [])

  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = useCallback(
    async (mine: boolean) => {
      const theirs = await client.forms.get({ id: form.id })
      if (mine) known.current = { ...known.current, version: theirs.version }
      else {
        latest.current = wordsOf(theirs)
        setWords(latest.current)
        accept(theirs)
      }
      await flush()
    },
    [accept, flush, form.id, known],
  )

  useUnsaved(words, saved || Boolean(refused.conflict), flush)
  return { words, set, ...refused, saved, flush, settle, accept, version: () => known.current.version }
}
export type FormDraft = ReturnType<typeof useFormDraft>

/** What the server has, as far as this screen knows: its version, and each part as text. */
function useKnown(form: Form, latest: RefObject<Words>) {
  const queries = useQueryClient()
  const known = useRef({ version: form.version, texts: texts(latest.current) })
  const accept = useCallback(
    (next: Form, now?: Words) => {
      known.current = { version: next.version, texts: texts(now ?? latest.current) }
      queries.setQueryData(api.forms.get.queryKey({ input: { id: next.id } }), next)
    },
    [queries, latest],
  )
  return { known, accept }
}

/** Saves what is not saved yet; false where it was refused. One after the other: each needs the version of the last. */
function useInOrder(save: () => Promise<boolean>) {
  const chain = useRef<Promise<boolean>>(Promise.resolve(true))
  return useCallback(() => {
    chain.current = chain.current.then(save, save)
    return chain.current
  }, [save])
}

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

/** Changes of the fields, by their names on this screen. */
export function fieldChanges(draft: FormDraft) {
  const change = (turn: (fields: LocalField[]) => LocalField[]) =>
    draft.set(words => ({ ...words, draft: { ...words.draft, fields: turn(words.draft.fields) } }))
  return {
    add: (field: Field, at: number) => {
      const uid = newId()
      change(fields => fields.toSpliced(at, 0, { ...field, uid }))
      return uid
    },
    set: (uid: string, changes: Partial<Field>) =>
      change(fields => fields.map(field => (field.uid === uid ? { ...field, ...changes } : field))),
    move: (from: number, to: number) =>
      change(fields =>
        to < 0 || to >= fields.length ? fields : fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!),
      ),
    remove: (uid: string) => change(fields => fields.filter(field => field.uid !== uid)),
  }
}
export type FieldChanges = ReturnType<typeof fieldChanges>
