import { written } from '../../rules/markdown.ts'
import { socialNames } from './html.ts'
import { bookingHref, wholeHref } from './links.ts'
import { type Block, type Column, socialNetworks } from './schema.ts'

const action = (label: string, href: string) => (label && wholeHref(href) ? `${label}: ${wholeHref(href)}` : label)
const lines = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join('\n')
const column = ({ text, label, href }: Column) => lines(text && written(text, 'text'), action(label, href))

/** The same words for programs that show no HTML, and for who prefers it. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'header':
      return '{businessName}'
    case 'heading':
      return block.level === 1 && block.text
        ? `${block.text}\n${'='.repeat(Math.min(block.text.length, 60))}`
        : block.text
    case 'text':
      return written(block.text, 'text')
    case 'image':
      return action(block.alt, block.href)
    case 'button':
      return action(block.label, block.href)
    case 'columns':
      return [column(block.left), column(block.right)].filter(Boolean).join('\n\n')
    case 'divider':
      return '---'
    case 'verse':
      return lines(block.text && `“${block.text}”`, block.reference)
    case 'events':
      return lines(
        block.title,
        ...block.items.map(
          one => `- ${[one.title, one.when, one.where, wholeHref(one.href)].filter(Boolean).join(', ')}`,
        ),
      )
    case 'sermon':
      return lines(
        block.title,
        [block.speaker, block.passage, block.when].filter(Boolean).join(', '),
        action(block.label, block.href),
      )
    case 'give':
      return lines(block.text, action(block.label, block.href))
    case 'booking':
      return lines(block.text, action(block.label, bookingHref(block.slug)))
    case 'video':
      return lines(block.title, block.text, action(block.label, block.href))
    case 'social':
      return socialNetworks
        .flatMap(name => (wholeHref(block[name]) ? action(socialNames[name], block[name]) : []))
        .join('\n')
  }
}
