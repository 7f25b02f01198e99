import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import {
  copyStep,
  insertSteps,
  moveStep,
  type Place,
  placeAfter,
  placeOf,
  removeStep,
  replaceStep,
  stepOf,
} from '../rules/edit.ts'
import type { Graph, Step } from '../rules/graph.ts'
import { problemsByPlace } from '../rules/placeholders.ts'
import { useDescriber } from './use-describer.ts'
import type { Draft } from './use-draft.ts'
import { useOpenTriggers } from './use-open-triggers.ts'
import type { Workflow } from './use-workflow.ts'

/** Survives going to another workflow: a step can be pasted there. */
let clipboard: Step | null = null

/** Everything that the canvas, the outline and the panel beside them share. */
export function useEditorState(workflow: Workflow, draft: Draft) {
  const says = useDescriber()
  const { isOpen } = useOpenTriggers()
  const mayWrite = useMay('automation.write') && isOpen(workflow.draft)
  const [params] = useSearchParams()
  const change = useSearchChange()
  const [adding, setAdding] = useState<Place | null>(null)
  const [clip, setClip] = useState(clipboard)
  const { data } = useQuery(
    api.workflowVersions.waiting.queryOptions({ input: { workflowId: workflow.id }, meta: { live: ['automation'] } }),
  )
  const graph = draft.words.draft
  const asked = params.get('step')
  const selected = asked === 'triggers' || asked === 'about' || stepOf(graph, asked) ? asked : null
  const select = (id: string | null) => change({ step: id })
  return {
    graph,
    says,
    mayWrite,
    adding,
    clip,
    selected,
    select,
    workflow,
    draft,
    problems: problemsByPlace(graph, workflow.problems),
    waiting: new Map(data?.items.map(one => [one.step, one.people])),
    openAdd: (place: Place | null) => setAdding(mayWrite ? place : null),
    ...editing(graph, draft, select),
    copy(id: string) {
      clipboard = stepOf(graph, id) ?? null
      setClip(clipboard)
    },
  }
}
export type Editor = ReturnType<typeof useEditorState>

function editing(graph: Graph, { setGraph }: Draft, select: (id: string | null) => void) {
  return {
    setGraph,
    add(place: Place, step: Step) {
      setGraph(insertSteps(graph, place, step))
      select(step.id)
    },
    change: (step: Step) => setGraph(replaceStep(graph, step), step.id),
    /** Selects what stands there then, so that the next key has a place. */
    remove(id: string) {
      const place = placeOf(graph, id)
      const next = removeStep(graph, id)
      setGraph(next)
      const list = place?.parent ? stepOf(next, place.parent) : undefined
      const steps = place?.side && list && 'yes' in list ? list[place.side] : next.steps
      const near = place && (steps[place.at] ?? steps[place.at - 1])
      select(near?.id ?? place?.parent ?? null)
    },
    duplicate(id: string) {
      const [step, place] = [stepOf(graph, id), placeAfter(graph, id)]
      if (!step || !place) return
      const copy = copyStep(graph, step)
      setGraph(insertSteps(graph, place, copy))
      select(copy.id)
    },
    move: (id: string, by: -1 | 1) => setGraph(moveStep(graph, id, by)),
  }
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor outside the workflow screen')
  return editor
}

/** Names of the elements that arrow keys and links to a problem bring the focus to. */
export const elementOf = (id: string) => `workflow-step-${id}`

export const problemsAt = ({ problems }: Pick<Editor, 'problems'>, id: string): string[] =>
  problems.find(one => one.at === id)?.messages ?? []
