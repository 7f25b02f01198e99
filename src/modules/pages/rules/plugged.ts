import { keyed } from '#kernel/modules.ts'
import { type Block, type BlockType, blockNames, blockTypes, slots } from './blocks.ts'

/** What the editor calls a block; that of another module as its manifest says. */
export function nameOf(block: Block): string {
  if (block.type !== 'plugged') return blockNames[block.type]
  return keyed('pageBlocks').get(block.props.kind)?.label ?? 'Block that is no longer available'
}

/** As the canvas has it: there each block of another module is a kind of its own. */
interface OnCanvas {
  type: string
  props: Record<string, unknown>
}

const isOwn = (type: string): type is BlockType => (blockTypes as readonly string[]).includes(type)

const withSlots = <From, To>(props: Record<string, unknown>, change: (list: From[]) => To[]) => ({
  ...props,
  ...Object.fromEntries(slots.flatMap(slot => (Array.isArray(props[slot]) ? [[slot, change(props[slot])]] : []))),
})

/** Blocks as they are stored, for the canvas. A kind whose module isn't there stays what it is. */
export function toCanvas(list: readonly Block[]): OnCanvas[] {
  return list.map(block => {
    const { kind } = block.type === 'plugged' ? block.props : { kind: '' }
    const props = withSlots(block.props, toCanvas)
    return kind && keyed('pageBlocks').has(kind) ? { type: kind, props } : { type: block.type, props }
  })
}

export const toCanvasOne = (block: Block): OnCanvas => toCanvas([block])[0]!

/** Blocks of the canvas as they are stored. */
export const fromCanvas = (list: readonly OnCanvas[]): Block[] =>
  list.map(({ type, props }) => {
    const inside = withSlots(props, fromCanvas)
    return (isOwn(type) ? { type, props: inside } : { type: 'plugged', props: { ...inside, kind: type } }) as Block
  })
