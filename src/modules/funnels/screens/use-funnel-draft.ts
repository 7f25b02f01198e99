import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { newId } from '#ui/new-id.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'
import type { Step } from '../rules/steps.ts'
import type { Funnel } from './use-funnels.ts'

export interface Words {
  name: string
  description: string
  slug: string
  draft: Step[]
  isHidden: boolean
  redirect: string
}
const parts = ['name', 'description', 'slug', 'draft', 'isHidden', 'redirect'] as const
const wordsOf = ({ name, description, slug, draft, isHidden, redirect }: Funnel): Words => ({
  name,
  description,
  slug,
  isHidden,
  redirect,
  draft: draft as Step[],
})

/** What is being edited: saved by itself shortly after the last change; two tabs never overwrite each other. */
export function useFunnelDraft(funnel: Funnel) {
  const queries = useQueryClient()
  const keepAs = `funnel ${funnel.id}`
  const [first] = useState(() => wordsOf(funnel))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const show = (next: Funnel) => queries.setQueryData(api.funnels.get.queryKey({ input: { id: next.id } }), next)
  const draft = useAutosave(words, {
    stored: { version: funnel.version, value: first },
    keepAs,
    changesOf: (now: Words, before: Words) => changedParts(now, before, parts),
    save: (changes, version) => client.funnels.update({ id: funnel.id, version, ...(changes as object) }),
    onStored: show,
  })
  /** Stored by another way than by saving. */
  const accept = (next: Funnel) => {
    draft.accept(next.version)
    show(next)
  }
  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.funnels.get({ id: funnel.id })
    if (mine) return void (await draft.overwrite(theirs.version))
    const value = wordsOf(theirs)
    draft.accept(theirs.version, value)
    setWords(value)
    show(theirs)
  }
  const set = (changes: Partial<Words>) => setWords(now => ({ ...now, ...changes }))
  return { ...draft, words, set, accept, settle, steps: stepChanges(words.draft, set) }
}
export type FunnelDraft = ReturnType<typeof useFunnelDraft>

/** What can be done with the list of steps. */
function stepChanges(steps: Step[], set: (changes: Partial<Words>) => void) {
  const put = (draft: Step[]) => set({ draft })
  const freeSlug = (wished: string) => {
    const taken = steps.map(one => one.slug)
    for (let count = 1; ; count++) {
      const slug = count === 1 ? wished : `${wished}-${count}`
      if (!taken.includes(slug)) return slug
    }
  }
  return {
    add(kind: 'view' | 'attended'): string {
      const id = newId()
      const isPage = kind === 'view'
      const step: Step = {
        id,
        name: isPage ? 'New step' : 'Attended',
        slug: freeSlug(isPage ? 'step' : 'attended'),
        goal: { kind, id: null },
        next: { kind: 'next' },
        test: { days: 14, isAutomatic: true },
        variants: isPage ? [{ id: newId(), pageId: null, weight: 1 }] : [],
      }
      put([...steps, step])
      return id
    },
    change: (id: string, changes: Partial<Step>) =>
      put(steps.map(one => (one.id === id ? { ...one, ...changes } : one))),
    move(from: number, to: number) {
      const [taken] = steps.slice(from, from + 1)
      if (!taken || to < 0 || to >= steps.length) return
      const rest = steps.filter(one => one !== taken)
      put([...rest.slice(0, to), taken, ...rest.slice(to)])
    },
    remove: (id: string) => put(steps.filter(one => one.id !== id)),
    restore: put,
  }
}
