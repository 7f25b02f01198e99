import { createUsePuck, type PuckAction } from '@puckeditor/core'
import { type Block, slots, slotsOf } from '../rules/blocks.ts'
import { fromCanvas, toCanvasOne } from '../rules/plugged.ts'

export const usePuck = createUsePuck()
const ROOT = 'root:default-zone'

/** What can be done to the blocks of the canvas by button and by key, without dragging. */
export function useBlocks() {
  const dispatch = usePuck(puck => puck.dispatch)
  const content = fromCanvas(usePuck(puck => puck.appState.data.content))
  const chosen = usePuck(puck => puck.selectedItem)
  const selected = chosen ? fromCanvas([chosen])[0]! : null
  const placeOf = usePuck(puck => puck.getSelectorForId)
  const at = selected ? placeOf(selected.props.id) : undefined
  const siblings = at ? listAt(content, at.zone) : content
  const choose = (itemSelector: Place | null) => dispatch({ type: 'setUi', ui: { itemSelector } })
  const select = (id: string) => choose(placeOf(id) ?? null)
  /** A block of this type, or of another module's kind. */
  const insert = (componentType: string) => {
    const [index, zone] = at ? [at.index + 1, at.zone] : [content.length, ROOT]
    dispatch({ type: 'insert', componentType, destinationIndex: index, destinationZone: zone })
    choose({ index, zone })
  }
  const set = (props: object) => {
    if (!chosen || !at) return
    const data = { ...chosen, props: { ...chosen.props, ...props } }
    dispatch({ type: 'replace', destinationIndex: at.index, destinationZone: at.zone, data: data as never })
  }
  /** Another block in its place. */
  const swap = (block: Block) => {
    if (!at) return
    dispatch({ type: 'remove', index: at.index, zone: at.zone })
    dispatch({
      type: 'insert',
      componentType: toCanvasOne(block).type,
      destinationIndex: at.index,
      destinationZone: at.zone,
      id: block.props.id,
    })
    dispatch({
      type: 'replace',
      destinationIndex: at.index,
      destinationZone: at.zone,
      data: toCanvasOne(block) as never,
    })
    choose(at)
  }
  return {
    content,
    selected,
    select,
    insert,
    set,
    swap,
    ...useMoving({ dispatch, choose, at, content, siblings }),
    places: placesFor(content, selected, at?.zone),
    canMoveUp: at !== undefined && at.index > 0,
    canMoveDown: at !== undefined && at.index < siblings.length - 1,
  }
}

interface Place {
  index: number
  zone: string
}
interface Moving {
  dispatch: (action: PuckAction) => void
  choose: (place: Place | null) => void
  at: Place | undefined
  content: readonly Block[]
  siblings: readonly Block[]
}
function useMoving({ dispatch, choose, at, content, siblings }: Moving) {
  const move = (by: -1 | 1) => {
    if (!at) return
    const index = at.index + by
    if (index < 0 || index >= siblings.length) return
    dispatch({ type: 'reorder', sourceIndex: at.index, destinationIndex: index, destinationZone: at.zone })
    choose({ index, zone: at.zone })
  }
  const moveTo = (zone: string) => {
    if (!at) return
    const index = listAt(content, zone).length
    dispatch({
      type: 'move',
      sourceIndex: at.index,
      sourceZone: at.zone,
      destinationIndex: index,
      destinationZone: zone,
    })
    choose({ index, zone })
  }
  const duplicate = () => at && dispatch({ type: 'duplicate', sourceIndex: at.index, sourceZone: at.zone })
  const remove = () => {
    if (!at) return
    dispatch({ type: 'remove', index: at.index, zone: at.zone })
    choose(null)
  }
  return { move, moveTo, duplicate, remove }
}

function listAt(content: readonly Block[], zone: string): Block[] {
  if (zone === ROOT) return content as Block[]
  const [id, slot] = zone.split(':')
  const find = (list: readonly Block[]): Block | undefined => {
    for (const block of list) {
      if (block.props.id === id) return block
      for (const inside of slotsOf(block)) {
        const found = find(inside)
        if (found) return found
      }
    }
  }
  return ((find(content)?.props as Record<string, unknown> | undefined)?.[slot ?? ''] as Block[] | undefined) ?? []
}

/** Where the selected block could go: the page itself, and each column that isn't inside it. */
function placesFor(content: readonly Block[], selected: Block | null, here: string | undefined) {
  if (!selected) return []
  const found: { zone: string; label: string }[] = here === ROOT ? [] : [{ zone: ROOT, label: 'The page itself' }]
  let count = 0
  const walk = (list: readonly Block[]): void => {
    for (const block of list) {
      if (block.props.id === selected.props.id || block.type !== 'columns') continue
      count++
      const number = count
      for (const [i, inside] of slotsOf(block).entries()) {
        const zone = `${block.props.id}:${slots[i]}`
        if (zone !== here) found.push({ zone, label: `Columns ${number}, column ${i + 1}` })
        walk(inside)
      }
    }
  }
  walk(content)
  return found
}
