import type { BlockType } from './blocks.ts'

/** One input of a block's panel. */
export type Input =
  | {
      key: string
      label: string
      kind: 'line' | 'words' | 'href' | 'moment' | 'form' | 'campaign' | 'member' | 'section' | 'code'
    }
  | { key: string; label: string; kind: 'number'; min: number; max: number; step?: number }
  | { key: string; label: string; kind: 'select'; options: { value: string | number; label: string }[] }
  | { key: string; label: string; kind: 'switch' }
  | { key: 'picture'; label: string; kind: 'picture' }
  | { key: 'verse'; label: string; kind: 'verse' }
  | { key: 'value'; label: string; kind: 'plugged' }
  | { key: 'items'; label: string; kind: 'items'; one: string; most: number; inputs: Input[]; beginning: object }

const line = (key: string, label: string): Input => ({ key, label, kind: 'line' })
const words = (key: string, label: string): Input => ({ key, label, kind: 'words' })
const href: Input = { key: 'href', label: 'Leads to', kind: 'href' }
const picture: Input = { key: 'picture', label: 'Picture', kind: 'picture' }
const title = line('title', 'Title')
const select = (key: string, label: string, options: [string | number, string][]): Input => ({
  key,
  label,
  kind: 'select',
  options: options.map(([value, name]) => ({ value, label: name })),
})

/** The properties of each block, in the order of its panel. */
export const inputsOf: Record<BlockType, Input[]> = {
  text: [words('text', 'Text')],
  heading: [
    line('text', 'Text'),
    select('level', 'Level', [
      [1, '1: the page’s title'],
      [2, '2: a part'],
      [3, '3: within a part'],
      [4, '4: smaller still'],
    ]),
  ],
  image: [
    picture,
    line('caption', 'Caption'),
    href,
    select('ratio', 'Shape', [
      ['original', 'As it is'],
      ['16/9', 'Wide, 16:9'],
      ['4/3', 'Landscape, 4:3'],
      ['1/1', 'Square'],
      ['3/4', 'Portrait, 3:4'],
    ]),
    { key: 'focusX', label: 'Keep in view, from the left (%)', kind: 'number', min: 0, max: 100 },
    { key: 'focusY', label: 'Keep in view, from the top (%)', kind: 'number', min: 0, max: 100 },
  ],
  video: [{ key: 'url', label: 'Address (YouTube, Vimeo, MP4)', kind: 'href' }, title],
  button: [
    line('label', 'Words'),
    href,
    select('look', 'Look', [
      ['filled', 'Filled'],
      ['outline', 'Outline'],
    ]),
  ],
  form: [{ key: 'formId', label: 'Form', kind: 'form' }],
  divider: [],
  spacer: [{ key: 'height', label: 'Height (px)', kind: 'number', min: 4, max: 400 }],
  columns: [
    select('count', 'Columns', [
      [1, '1'],
      [2, '2'],
      [3, '3'],
      [4, '4'],
    ]),
    select('stack', 'Below each other', [
      ['mobile', 'On phones'],
      ['tablet', 'On phones and tablets'],
      ['never', 'Never'],
    ]),
    { key: 'gap', label: 'Space between (px)', kind: 'number', min: 0, max: 120 },
  ],
  testimonial: [words('quote', 'Words'), line('name', 'Name'), line('role', 'Who they are'), picture],
  pricing: [
    {
      key: 'items',
      label: 'Plans',
      kind: 'items',
      one: 'plan',
      most: 6,
      inputs: [
        line('name', 'Name'),
        line('price', 'Price'),
        line('period', 'Per'),
        words('features', 'What is in it, one on each line'),
        line('label', 'Button'),
        href,
        { key: 'isPopular', label: 'Most popular', kind: 'switch' },
      ],
      beginning: { name: 'Plan', price: '$0', period: '', features: '', label: 'Choose', href: '', isPopular: false },
    },
  ],
  countdown: [
    title,
    { key: 'until', label: 'Until', kind: 'moment' },
    select('after', 'After that', [
      ['hide', 'Disappears'],
      ['message', 'Shows a message'],
    ]),
    line('message', 'Message'),
  ],
  serviceTimes: [title],
  events: [title, { key: 'count', label: 'At most', kind: 'number', min: 1, max: 12 }],
  giving: [
    title,
    words('text', 'Text'),
    line('label', 'Button'),
    { key: 'campaignId', label: 'Campaign', kind: 'campaign' },
  ],
  verse: [{ key: 'verse', label: 'Passage', kind: 'verse' }],
  staff: [
    title,
    {
      key: 'items',
      label: 'People',
      kind: 'items',
      one: 'person',
      most: 40,
      inputs: [{ key: 'userId', label: 'Team member', kind: 'member' }, line('role', 'What they do')],
      beginning: { userId: null, role: '' },
    },
  ],
  visit: [title, words('text', 'Text'), line('label', 'Button'), href],
  map: [title, line('label', 'Button')],
  social: (['website', 'facebook', 'instagram', 'youtube', 'tiktok'] as const).map(key => ({
    key,
    kind: 'href',
    label: { website: 'Website', facebook: 'Facebook', instagram: 'Instagram', youtube: 'YouTube', tiktok: 'TikTok' }[
      key
    ],
  })),
  faq: [
    title,
    {
      key: 'items',
      label: 'Questions',
      kind: 'items',
      one: 'question',
      most: 40,
      inputs: [line('question', 'Question'), words('answer', 'Answer')],
      beginning: { question: '', answer: '' },
    },
  ],
  section: [{ key: 'sectionId', label: 'Shared section', kind: 'section' }],
  plugged: [{ key: 'value', label: 'Block', kind: 'plugged' }],
  code: [
    title,
    { key: 'code', label: 'HTML', kind: 'code' },
    { key: 'height', label: 'Height (px)', kind: 'number', min: 40, max: 2_000 },
  ],
}

/** What is described beside another input, and none of its own. */
export const isBeside = (key: string) => ['fileId', 'alt', 'isDecorative'].includes(key)
