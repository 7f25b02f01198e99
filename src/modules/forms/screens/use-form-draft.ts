import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { newId } from '#ui/new-id.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
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
const changesOf = (now: Words, before: Words) => changedParts(plain(now), plain(before), parts)

/** What is being built: saved by itself shortly after the last change; two tabs never overwrite each other. */
export function useFormDraft(form: Form) {
  const queries = useQueryClient()
  const keepAs = `form ${form.id}`
  const [first] = useState(() => wordsOf(form))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const show = (next: Form) => queries.setQueryData(api.forms.get.queryKey({ input: { id: next.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: form.version, value: first },
    keepAs,
    changesOf,
    save: (changes, version) => client.forms.update({ id: form.id, version, ...changes }),
    onStored: show,
  })

  /** Stored by another way than by saving. */
  const accept = (next: Form) => {
    draft.accept(next.version)
    show(next)
  }

  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.forms.get({ id: form.id })
    if (mine) return void (await draft.overwrite(theirs.version))
    const value = wordsOf(theirs)
    draft.accept(theirs.version, value)
    setWords(value)
    show(theirs)
  }
  return { ...draft, words, set: setWords, settle, accept }
}
export type FormDraft = ReturnType<typeof useFormDraft>

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
