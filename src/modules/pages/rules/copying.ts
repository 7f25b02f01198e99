import { type Block, slots } from './blocks.ts'

/** A copy with ids of its own, those in its columns too. */
export function withNewIds(block: Block, newId: () => string): Block {
  const props: Record<string, unknown> = { ...block.props, id: `${block.type}-${newId()}` }
  if (block.type === 'columns')
    for (const slot of slots) if (block.props[slot]) props[slot] = block.props[slot].map(one => withNewIds(one, newId))
  return { ...block, props } as Block
}
