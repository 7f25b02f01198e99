import type { KeyboardEvent } from 'react'
import { copyStep, type Direction, neighbor, placeAfter } from '../rules/edit.ts'
import { type Editor, elementOf } from './use-editor.ts'

const arrows: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const isTyping = (target: EventTarget) =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable=true]')

/** Undo and redo of the whole screen; while someone types, the field has its own. */
export const undoKeys =
  ({ draft }: Editor) =>
  (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    const act = key === 'y' || (key === 'z' && event.shiftKey) ? draft.redo : key === 'z' ? draft.undo : undefined
    if (!act) return
    event.preventDefault()
    act()
  }

/** Keys of the steps on the canvas and in the outline. `focused` is the step that has the focus. */
export const stepKeys = (editor: Editor, focused: string, focus: (id: string) => void) => (event: KeyboardEvent) => {
  const act =
    event.ctrlKey || event.metaKey ? withControl(editor, focused, event.key) : plain(editor, focused, focus, event)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

type Act = (() => void) | undefined

function plain(editor: Editor, focused: string, focus: (id: string) => void, { key, altKey }: KeyboardEvent): Act {
  const { graph, mayWrite } = editor
  const isStep = focused !== 'triggers'
  if (altKey && mayWrite && isStep && (key === 'ArrowUp' || key === 'ArrowDown'))
    return () => editor.move(focused, key === 'ArrowUp' ? -1 : 1)
  const to = arrows[key]
  if (to) return () => focus(neighbor(graph, focused, to))
  if (!mayWrite) return undefined
  if (key === '+' || key === 'a') return () => editor.openAdd(pasteTarget(editor, focused))
  if ((key === 'Delete' || key === 'Backspace') && isStep)
    return () => {
      const near = neighbor(graph, focused, 'up')
      editor.remove(focused)
      focus(near)
    }
  return undefined
}

function withControl(editor: Editor, focused: string, key: string): Act {
  const isStep = focused !== 'triggers'
  const { mayWrite, clip } = editor
  if (key === 'c' && isStep) return () => editor.copy(focused)
  if (!mayWrite) return undefined
  if (key === 'x' && isStep)
    return () => {
      editor.copy(focused)
      editor.remove(focused)
    }
  if (key === 'd' && isStep) return () => editor.duplicate(focused)
  if (key === 'v' && clip) return () => editor.add(pasteTarget(editor, focused), copyStep(editor.graph, clip))
  return undefined
}

const pasteTarget = ({ graph }: Editor, focused: string) =>
  placeAfter(graph, focused) ?? { parent: null, side: null, at: 0 }

/** Brings the focus to a step once it is drawn. */
export function focusStep(id: string): void {
  requestAnimationFrame(() => document.getElementById(elementOf(id))?.focus({ preventScroll: true }))
}
