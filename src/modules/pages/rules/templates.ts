import { type Block, type BlockType, beginnings, type Props, type Slot, slots, type Tree } from './blocks.ts'
import type { Styles } from './style.ts'

const wide: Styles = {
  base: { padding: { top: 72, right: 24, bottom: 72, left: 24 } },
  mobile: { padding: { top: 40, right: 16, bottom: 40, left: 16 } },
}
const on = (background: 'brand' | 'soft', color: '' | 'paper' = ''): Styles => ({
  ...wide,
  base: { ...wide.base, background, ...(color && { color }) },
})

type Draft = { type: BlockType; props: object; styles?: Styles; inside?: Draft[][] }
const block = <Type extends BlockType>(type: Type, props: Partial<Props<Type>> = {}, styles?: Styles): Draft => ({
  type,
  props: { ...beginnings[type], ...props },
  ...(styles && { styles }),
})
const columns = (inside: Draft[][], styles?: Styles): Draft => ({
  ...block('columns', { count: inside.length as 2 }, styles),
  inside,
})
const h1 = (text: string, styles?: Styles) => block('heading', { text, level: 1 }, styles)
const h2 = (text: string) => block('heading', { text, level: 2 })
const text = (words: string, styles?: Styles) => block('text', { text: words }, styles)
const button = (label: string, href: string) => block('button', { label, href })
const hero = (title: string, words: string): Draft[] => [
  h1(title, {
    base: { padding: { top: 88, right: 24, bottom: 8, left: 24 } },
    mobile: { padding: { top: 48, right: 16, bottom: 8, left: 16 } },
  }),
  text(words, {
    base: { fontSize: 20, padding: { top: 8, right: 24, bottom: 16, left: 24 } },
    mobile: { fontSize: 18, padding: { top: 8, right: 16, bottom: 16, left: 16 } },
  }),
]

interface Template {
  name: string
  description: string
  slug: string
  blocks: Draft[]
}

export const templates = {
  blank: { name: 'Blank page', description: 'Start from nothing', slug: 'page', blocks: [h1('A new page')] },
  home: {
    name: 'Home',
    description: 'Welcome, service times, what is coming up, and how to find you',
    slug: 'welcome',
    blocks: [
      ...hero(
        'You are welcome here',
        'Come as you are. We are ordinary people who follow Jesus together, and there is a seat for you.',
      ),
      button('Plan your visit', '/plan-a-visit'),
      block('serviceTimes', {}, on('soft')),
      columns(
        [
          [
            h2('For your children'),
            text('Checked-in, cared for and taught by people who love them, from babies to fifth grade.'),
          ],
          [h2('For your week'), text('Small groups meet in homes across town, on most evenings.')],
        ],
        wide,
      ),
      block('events', { title: 'Coming up' }, on('soft')),
      block('map'),
    ],
  },
  visit: {
    name: 'Plan a visit',
    description: 'What to expect, where to park, and a form that tells you who is coming',
    slug: 'plan-a-visit',
    blocks: [
      ...hero('Plan your first visit', 'Tell us you are coming, and someone will be at the door who knows your name.'),
      block('form', {}, on('soft')),
      block('serviceTimes', {}, wide),
      block('faq', {
        items: [
          { question: 'What should I wear?', answer: 'Whatever you like. You will see jeans and you will see ties.' },
          { question: 'How long is a service?', answer: 'About 75 minutes.' },
          {
            question: 'What about my children?',
            answer: 'They are welcome in the service, and there is a program for each age.',
          },
          { question: 'Where do I park?', answer: 'Guest parking is next to the main door.' },
        ],
      }),
      block('map'),
    ],
  },
  event: {
    name: 'Event',
    description: 'One event: when, where, why, and how to sign up',
    slug: 'event',
    blocks: [
      ...hero('A night for the whole family', 'Food, music and time with neighbors. Bring someone along.'),
      block('countdown', { title: 'Starts in' }, on('soft')),
      columns(
        [
          [h2('When and where'), text('Saturday at 5 PM in the fellowship hall.')],
          [h2('What to bring'), text('A dish to share, if you can.')],
        ],
        wide,
      ),
      block('form'),
      block('map'),
    ],
  },
  sermons: {
    name: 'Sermon series',
    description: 'What the series is about, and its sermons to watch',
    slug: 'series',
    blocks: [
      ...hero('The Sermon on the Mount', 'Six weeks in Matthew 5 to 7: what a life with Jesus looks like on a Monday.'),
      columns(
        [
          [h2('Week 1'), block('video', { title: 'Week 1' })],
          [h2('Week 2'), block('video', { title: 'Week 2' })],
        ],
        wide,
      ),
      text('**Join us on Sunday** for the next part.', on('soft')),
      block('serviceTimes'),
    ],
  },
  giving: {
    name: 'Giving',
    description: 'Why people give, where it goes, and how to give',
    slug: 'giving',
    blocks: [
      ...hero('Thank you for giving', 'Every gift, large or small, serves our neighbors in this city and beyond.'),
      columns(
        [
          [
            h2('Where it goes'),
            text(
              '- Sunday services and teaching\n- Children and youth\n- Help for families in need\n- Missionaries whom we know by name',
            ),
          ],
          [
            h2('Ways to give'),
            text('In the service, by check, or online. Ask us if you would like a statement for your taxes.'),
          ],
        ],
        on('soft'),
      ),
      block('faq', {
        title: 'Questions about giving',
        items: [
          {
            question: 'Is my gift tax-deductible?',
            answer: 'In most countries, yes. You receive a statement in January.',
          },
        ],
      }),
    ],
  },
  baptism: {
    name: 'Baptism',
    description: 'What baptism means, how the day goes, and a form to ask for it',
    slug: 'baptism',
    blocks: [
      ...hero(
        'Be baptized',
        'Baptism says in public what Jesus has done in you. We would be honored to walk with you.',
      ),
      columns(
        [
          [h2('1. Talk'), text('A pastor meets you and hears your story.')],
          [h2('2. Prepare'), text('One short class on what baptism means.')],
          [h2('3. Celebrate'), text('A Sunday with your family and ours.')],
        ],
        on('soft'),
      ),
      block('form', {}, wide),
      block('testimonial', { quote: 'I was nervous for a minute and glad ever since.', name: 'A church member' }),
    ],
  },
  vbs: {
    name: 'Vacation Bible School',
    description: 'Dates, ages and sign-up for a week of VBS',
    slug: 'vbs',
    blocks: [
      ...hero(
        'Vacation Bible School',
        'A week of songs, crafts, games and Bible stories for children from 4 to 11. It is free.',
      ),
      block('countdown', { title: 'VBS begins in' }, on('soft')),
      columns(
        [
          [h2('Who'), text('Children from 4 years to fifth grade.')],
          [h2('When'), text('Monday to Friday, 9 AM to noon.')],
          [h2('Where'), text('At the church.')],
        ],
        wide,
      ),
      block('form'),
      block(
        'faq',
        {
          items: [
            {
              question: 'Are volunteers screened?',
              answer: 'Yes. Every adult has a background check, and no adult is alone with children.',
            },
          ],
        },
        on('soft'),
      ),
    ],
  },
  alpha: {
    name: 'Alpha',
    description: 'An invitation to explore faith over dinner',
    slug: 'alpha',
    blocks: [
      ...hero(
        'Got questions about life?',
        'Alpha is a series of evenings with dinner, a short talk and honest conversation. No question is off the table.',
      ),
      columns(
        [
          [h2('Eat'), text('Every evening begins with a meal.')],
          [h2('Watch'), text('A talk of half an hour.')],
          [h2('Talk'), text('Say what you think, or just listen.')],
        ],
        on('soft'),
      ),
      block('form', {}, wide),
      block('faq', {
        items: [
          { question: 'What does it cost?', answer: 'Nothing.' },
          { question: 'Do I have to come every week?', answer: 'No. Come once and see.' },
        ],
      }),
    ],
  },
  easter: {
    name: 'Easter',
    description: 'Holy Week and Easter services, with an invitation to share',
    slug: 'easter',
    blocks: [
      ...hero('Easter with us', 'He is risen. Come and celebrate with us, and bring someone who would sit alone.'),
      block('countdown', { title: 'Easter Sunday' }, on('brand', 'paper')),
      columns(
        [
          [h2('Good Friday'), text('7 PM: a quiet service of Scripture and song.')],
          [h2('Easter Sunday'), text('9 AM and 10:30 AM, with an egg hunt in between.')],
        ],
        wide,
      ),
      block('visit', { title: 'Save a seat', label: 'Tell us you’re coming', href: '/plan-a-visit' }, on('soft')),
      block('map'),
    ],
  },
} satisfies Record<string, Template>
export type TemplateKey = keyof typeof templates
export const templateKeys = Object.keys(templates) as [TemplateKey, ...TemplateKey[]]

/** The blocks of a template with ids of their own. */
export function treeOf(key: TemplateKey): Tree {
  let count = 0
  const grown = ({ type, props, styles, inside }: Draft): Block => {
    const id = `${type}-${++count}`
    const slotted = Object.fromEntries((inside ?? []).map((list, i) => [slots[i] as Slot, list.map(grown)]))
    return { type, props: { id, ...props, ...slotted, ...(styles && { styles }) } } as Block
  }
  return { content: templates[key].blocks.map(grown) }
}
