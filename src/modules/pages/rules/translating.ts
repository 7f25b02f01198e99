import { type Block, type BlockType, everyBlock, type Slot, slots, type Tree } from './blocks.ts'

/** Fields of each block that hold words. Those of a list stand beside their place: `items.0.question`. */
const fields: Partial<Record<BlockType, readonly string[]>> = {
  text: ['text'],
  heading: ['text'],
  image: ['alt', 'caption'],
  video: ['title'],
  button: ['label'],
  testimonial: ['quote', 'role', 'alt'],
  countdown: ['title', 'message'],
  serviceTimes: ['title'],
  events: ['title'],
  staff: ['title'],
  visit: ['title', 'text', 'label'],
  giving: ['title', 'text', 'label'],
  map: ['title', 'label'],
  faq: ['title'],
}
const lists: Partial<Record<BlockType, readonly string[]>> = {
  pricing: ['name', 'period', 'features', 'label'],
  faq: ['question', 'answer'],
  staff: ['role'],
}

export interface Phrase {
  block: string
  type: BlockType
  field: string
  words: string
}

/** Everything on a page that can be said in another language, in its order. */
export function phrasesOf(tree: Tree): Phrase[] {
  return [...everyBlock(tree.content)].flatMap(({ type, props }) => {
    const of = (field: string, words: unknown) =>
      typeof words === 'string' && words.trim() ? [{ block: props.id, type, field, words }] : []
    const own = (fields[type] ?? []).flatMap(field => of(field, props[field as keyof typeof props]))
    const items = 'items' in props ? (props.items as Record<string, unknown>[]) : []
    const listed = items.flatMap((item, i) =>
      (lists[type] ?? []).flatMap(field => of(`items.${i}.${field}`, item[field])),
    )
    return [...own, ...listed]
  })
}

/** The same blocks with the words of the second language; what is not translated stays as it is. */
export function translated(tree: Tree): Block[] {
  const { words = {} } = tree
  const say = (block: Block): Block => {
    const said = words[block.props.id] ?? {}
    const props: Record<string, unknown> = { ...block.props }
    for (const [field, text] of Object.entries(said)) {
      if (!text.trim()) continue
      const [list, at, part] = field.split('.')
      if (part === undefined) {
        if (fields[block.type]?.includes(field)) props[field] = text
      } else if (list === 'items' && lists[block.type]?.includes(part) && Array.isArray(props.items)) {
        props.items = props.items.map((item: object, i) => (String(i) === at ? { ...item, [part]: text } : item))
      }
    }
    if (block.type === 'columns')
      for (const slot of slots) if (block.props[slot]) props[slot satisfies Slot] = block.props[slot].map(say)
    return { ...block, props } as Block
  }
  return tree.content.map(say)
}
