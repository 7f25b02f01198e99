import { createUsePuck } from '@puckeditor/core'
import type { Block, BlockType } from '../rules/blocks.ts'
import { slotsOf } from '../rules/blocks.ts'

export const usePuck = createUsePuck()
const ROOT = 'root:default-zone'

/** What can be done to the blocks of the canvas by button and by key, without dragging. */
export function useBlocks() {
  const dispatch = usePuck(puck => puck.dispatch)
  const content = usePuck(puck => puck.appState.data.content) as unknown as Block[]
  const selected = usePuck(puck => puck.selectedItem) as Block | null
  const placeOf = usePuck(puck => puck.getSelectorForId)
  const at = selected ? placeOf(selected.props.id) : undefined
  const siblings = at ? listAt(content, at.zone) : content
  const select = (id: string) => {
    const place = placeOf(id)
    if (place) dispatch({ type: 'setUi', ui: { itemSelector: place } })
  }
  const insert = (type: BlockType) => {
    const index = at ? at.index + 1 : content.length
    const zone = at?.zone ?? ROOT
    dispatch({ type: 'insert', componentType: type, destinationIndex: index, destinationZone: zone })
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone } } })
  }
  const move = (by: -1 | 1) => {
    if (!at) return
    const index = at.index + by
    if (index < 0 || index >= siblings.length) return
    dispatch({ type: 'reorder', sourceIndex: at.index, destinationIndex: index, destinationZone: at.zone })
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: at.zone } } })
  }
  const moveTo = (zone: string) => {
    if (!at) return
    const index = zone === ROOT ? content.length : listAt(content, zone).length
    dispatch({
      type: 'move',
      sourceIndex: at.index,
      sourceZone: at.zone,
      destinationIndex: index,
      destinationZone: zone,
    })
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone } } })
  }
  const set = (props: object) => {
    if (!selected || !at) return
    const data = { ...selected, props: { ...selected.props, ...props } }
    dispatch({ type: 'replace', destinationIndex: at.index, destinationZone: at.zone, data: data as never })
  }
  const duplicate = () => at && dispatch({ type: 'duplicate', sourceIndex: at.index, sourceZone: at.zone })
  const remove = () => {
    if (!at) return
    dispatch({ type: 'remove', index: at.index, zone: at.zone })
    dispatch({ type: 'setUi', ui: { itemSelector: null } })
  }
  const last = siblings.length - 1
  return {
    ...{ content, selected, select, insert, move, moveTo, set, duplicate, remove },
    places: placesFor(content, selected, at?.zone),
    canMoveUp: at !== undefined && at.index > 0,
    canMoveDown: at !== undefined && at.index < last,
  }
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
  const names = ['one', 'two', 'three', 'four']
  const found: { zone: string; label: string }[] = here === ROOT ? [] : [{ zone: ROOT, label: 'The page itself' }]
  let count = 0
  const walk = (list: readonly Block[]): void => {
    for (const block of list) {
      if (block.props.id === selected.props.id || block.type !== 'columns') continue
      count++
      const number = count
      for (const [i, inside] of slotsOf(block).entries()) {
        const zone = `${block.props.id}:${names[i]}`
        if (zone !== here) found.push({ zone, label: `Columns ${number}, column ${i + 1}` })
        walk(inside)
      }
    }
  }
  walk(content)
  return found
}
