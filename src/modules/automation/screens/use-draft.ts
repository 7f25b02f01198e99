import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { changedParts } from '#ui/autosave.ts'
import { beginning, useAutosave } from '#ui/use-autosave.ts'
import { api, client } from '#web/api.ts'
import { canonical } from '../rules/canonical.ts'
import type { Graph } from '../rules/graph.ts'
import type { Workflow } from './use-workflow.ts'

export interface Words {
  name: string
  description: string
  category: string
  draft: Graph
}
const parts = ['name', 'description', 'category', 'draft'] as const
const wordsOf = ({ name, description, category, draft }: Workflow): Words => ({ name, description, category, draft })
const changesOf = (now: Words, before: Words) => changedParts(now, before, parts)

/** What is typed within this time into one place is undone at once. */
const TYPING = 1_500
const MOST_UNDONE = 100

/** The draft: saved by itself shortly after the last change, never over what someone else stored; with undo and redo. */
export function useDraft(workflow: Workflow) {
  const queries = useQueryClient()
  const keepAs = `workflow ${workflow.id}`
  const [first] = useState(() => wordsOf(workflow))
  const [words, setWords] = useState(() => beginning(keepAs, first))
  const history = useHistory()
  /** As the server has it. */
  const stored = useRef(first)
  const show = (next: Workflow) => {
    stored.current = wordsOf(next)
    queries.setQueryData(api.workflows.get.queryKey({ input: { id: next.id } }), next)
  }
  const saving = useAutosave(words, {
    stored: { version: workflow.version, value: first },
    keepAs,
    changesOf,
    save: (changes, version) => client.workflows.update({ id: workflow.id, version, ...changes }),
    onStored: show,
  })
  useNewerRow(workflow, stored, saving)
  const draw = (draft: Graph) => setWords(now => ({ ...now, draft }))

  /** Stored by another way than by saving; `taken` also shows its words here. */
  const accept = (next: Workflow, taken = false) => {
    const value = wordsOf(next)
    saving.accept(next.version, taken ? value : undefined)
    if (taken) setWords(value)
    show(next)
  }
  /** Throws away what is here for what is stored, or saves it over that. */
  const settle = async (mine: boolean) => {
    const theirs = await client.workflows.get({ id: workflow.id })
    if (mine) return void (await saving.overwrite(theirs.version))
    history.forget()
    accept(theirs, true)
  }
  return {
    ...saving,
    words,
    accept,
    settle,
    set: (changes: Partial<Omit<Words, 'draft'>>) => setWords(now => ({ ...now, ...changes })),
    /** @param typing what is being typed into: its letters are one step of undo */
    setGraph: (graph: Graph, typing?: string) => {
      history.push(words.draft, typing)
      draw(graph)
    },
    undo: history.back(words.draft, draw),
    redo: history.forth(words.draft, draw),
  }
}
export type Draft = ReturnType<typeof useDraft>

interface Saved {
  version: () => number
  overwrite: (version: number) => Promise<boolean>
}

/** Paused or activated, here or elsewhere: the row is newer, and its words are the same. */
function useNewerRow(workflow: Workflow, stored: { current: Words }, { version, overwrite }: Saved): void {
  useEffect(() => {
    const isSame = canonical(wordsOf(workflow)) === canonical(stored.current)
    if (workflow.version > version() && isSame) void overwrite(workflow.version)
  }, [workflow.version])
}

function useHistory() {
  const [past, setPast] = useState<Graph[]>([])
  const [future, setFuture] = useState<Graph[]>([])
  const last = useRef<{ typing: string | undefined; at: number }>({ typing: undefined, at: 0 })
  return {
    push(before: Graph, typing?: string) {
      const now = Date.now()
      const same = typing !== undefined && last.current.typing === typing && now - last.current.at < TYPING
      last.current = { typing, at: now }
      setFuture([])
      if (!same) setPast(list => [...list.slice(-MOST_UNDONE), before])
    },
    forget() {
      setPast([])
      setFuture([])
    },
    back: (now: Graph, draw: (graph: Graph) => void) =>
      past.length === 0
        ? undefined
        : () => {
            setPast(past.slice(0, -1))
            setFuture([now, ...future])
            draw(past.at(-1)!)
          },
    forth: (now: Graph, draw: (graph: Graph) => void) =>
      future.length === 0
        ? undefined
        : () => {
            setFuture(future.slice(1))
            setPast([...past, now])
            draw(future[0]!)
          },
  }
}
