import type { Block, BlockType, Column } from './schema.ts'

export const blankColumn = (): Column => ({ fileId: null, alt: '', text: '', label: '', href: '' })

const made: { [T in BlockType]: () => Omit<Extract<Block, { type: T }>, 'key' | 'type'> } = {
  header: () => ({ logo: true, align: 'left' }),
  heading: () => ({ text: '', level: 1, align: 'left' }),
  text: () => ({ text: '' }),
  image: () => ({ fileId: null, alt: '', href: '' }),
  button: () => ({ label: '', href: '', align: 'left' }),
  columns: () => ({ left: blankColumn(), right: blankColumn() }),
  divider: () => ({}),
  verse: () => ({ text: '', reference: '' }),
  events: () => ({ title: 'Coming up', items: [{ title: '', when: '', where: '', href: '' }] }),
  sermon: () => ({ title: '', speaker: '', passage: '', when: '', fileId: null, alt: '', label: '', href: '' }),
  give: () => ({ text: 'Thank you for supporting this work.', label: 'Give', href: '' }),
  booking: () => ({ text: '', label: 'Choose a time', slug: '' }),
  video: () => ({ title: '', text: '', poster: '', label: 'Watch', href: '' }),
  social: () => ({ website: '', facebook: '', instagram: '', youtube: '', tiktok: '' }),
}

/** A new block of a kind, with nothing in it yet. */
export const blank = <T extends BlockType>(type: T, key = '') =>
  ({ key, type, ...made[type]() }) as Extract<Block, { type: T }>

/** As the editor names them, in the order in which they are offered. */
export const blockNames: Record<BlockType, string> = {
  header: 'Header',
  heading: 'Heading',
  text: 'Text',
  image: 'Picture',
  button: 'Button',
  columns: 'Two columns',
  divider: 'Divider',
  verse: 'Verse',
  events: 'Events',
  sermon: 'Sermon',
  give: 'Giving',
  booking: 'Booking',
  video: 'Video',
  social: 'Social links',
}
