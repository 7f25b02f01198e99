import type { Block } from '../blocks/rules/schema.ts'

/** A key that no other block of the mail has. */
export const newKey = () => `b${Math.random().toString(36).slice(2, 10)}`

const shortened = (text: string) =>
  text
    .replace(/[#*_>[\]]|\(https?:[^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)

/** The first words of a block, by which it is known while it is closed. */
export function summaryOf(block: Block): string {
  switch (block.type) {
    case 'header':
      return block.logo ? 'Logo' : 'Name of the church'
    case 'heading':
    case 'text':
    case 'verse':
    case 'give':
      return shortened(block.text)
    case 'image':
      return block.alt
    case 'button':
      return block.label
    case 'columns':
      return [block.left.text, block.right.text].map(shortened).filter(Boolean).join(' | ')
    case 'events':
      return block.items
        .map(item => item.title)
        .filter(Boolean)
        .join(', ')
    case 'sermon':
      return block.title
    case 'social':
    case 'divider':
      return ''
  }
}
