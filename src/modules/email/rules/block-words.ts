import { blank } from '../blocks/rules/blank.ts'
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
      return block.logo ? 'Logo' : 'Church name'
    case 'heading':
    case 'text':
    case 'verse':
    case 'give':
    case 'booking':
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
    case 'video':
      return block.title
    case 'social':
    case 'divider':
      return ''
  }
}

/** So much stands in one text block. */
const LONGEST = 20_000

/** Markdown as blocks: a header and one text, or several where it is longer than one may be. */
export function blocksOf(body: string): Block[] {
  const texts: string[] = ['']
  for (const part of body.split(/\n{2,}/).flatMap(part => part.match(/[\s\S]{1,19000}/g) ?? [])) {
    const last = texts.at(-1)!
    if (last.length + part.length + 2 > LONGEST) texts.push(part)
    else texts[texts.length - 1] = last ? `${last}\n\n${part}` : part
  }
  const made = texts.map(text => ({ ...blank('text', newKey()), text }))
  return [blank('header', newKey()), ...made]
}

/** The way back: what is words, as Markdown. */
export const bodyOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(block => {
      if (block.type === 'text') return block.text
      return block.type === 'heading' ? `${'#'.repeat(block.level)} ${block.text}` : ''
    })
    .filter(Boolean)
    .join('\n\n')
