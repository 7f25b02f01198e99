import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { newId } from '#ui/new-id.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'

export type Pathway = Awaited<ReturnType<typeof client.pathways.get>>
export interface Step {
  id: string
  kind: 'course' | 'real_life'
  title: string
  description: string
  courseId: string | null
}
interface Draft {
  name: string
  description: string
  steps: Step[]
}
const parts = ['name', 'description', 'steps'] as const

const draftOf = ({ name, description, steps }: Pathway): Draft => ({
  name,
  description,
  steps: steps.map(({ id, kind, title, description, courseId }) => ({ id, kind, title, description, courseId })),
})

/** What is being edited: saved by itself shortly after the last change; two tabs never overwrite each other. */
export function usePathwayDraft(pathway: Pathway) {
  const queries = useQueryClient()
  const keepAs = `pathway ${pathway.id}`
  const [first] = useState(() => draftOf(pathway))
  const [value, setValue] = useState(() => beginning(keepAs, first))
  const show = (next: Pathway) => queries.setQueryData(api.pathways.get.queryKey({ input: { id: next.id } }), next)
  const draft = useAutosave(value, {
    stored: { version: pathway.version, value: first },
    keepAs,
    changesOf: (now, before) => changedParts(now, before, parts),
    save: (changes, version) => client.pathways.update({ id: pathway.id, version, ...changes }),
    onStored: show,
  })
  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.pathways.get({ id: pathway.id })
    if (mine) return void (await draft.overwrite(theirs.version))
    const stored = draftOf(theirs)
    draft.accept(theirs.version, stored)
    setValue(stored)
    show(theirs)
  }
  /** Stored by another way than by saving, such as publishing. */
  const accept = (next: Pathway) => {
    draft.accept(next.version)
    show(next)
  }
  return { ...draft, value, set: setValue, settle, accept }
}
export type PathwayDraft = ReturnType<typeof usePathwayDraft>

/** Changes of the steps, by their ids, which stay: sign-offs are kept with them. */
export function stepChanges({ set }: PathwayDraft) {
  const change = (turn: (steps: Step[]) => Step[]) => set(now => ({ ...now, steps: turn(now.steps) }))
  return {
    add: (step: Omit<Step, 'id'>) => {
      const id = newId()
      change(steps => [...steps, { ...step, id }])
      return id
    },
    put: (step: Step, at: number) => change(steps => steps.toSpliced(at, 0, step)),
    set: (id: string, changes: Partial<Step>) =>
      change(steps => steps.map(step => (step.id === id ? { ...step, ...changes } : step))),
    move: (from: number, to: number) =>
      change(steps => (to < 0 || to >= steps.length ? steps : steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!))),
    remove: (id: string) => change(steps => steps.filter(step => step.id !== id)),
  }
}
export type StepChanges = ReturnType<typeof stepChanges>
