import { blank } from './blank.ts'
import type { Block } from './schema.ts'

export interface Starter {
  key: string
  name: string
  /** What it is good for. */
  purpose: string
  subject: string
  preheader: string
  blocks: Block[]
}

/** Keys by place: a starter is the same each time. */
const placed = (blocks: Block[]): Block[] => blocks.map((block, i) => ({ ...block, key: `b${i + 1}` }))

/** Where a church can begin; every word is there to be replaced. */
export const starters: Starter[] = [
  {
    key: 'weekly',
    name: 'Weekly news',
    purpose: 'A greeting, one story, what is coming up, and a way to give.',
    subject: 'This week at {businessName}',
    preheader: 'What is coming up, and a word for the week',
    blocks: placed([
      { ...blank('header'), align: 'left' },
      { ...blank('heading'), text: 'This week at church' },
      {
        ...blank('text'),
        text: 'Dear {firstName|friend},\n\nthank you for being part of this family. Here is what the week brings, and where you are warmly expected.',
      },
      {
        ...blank('verse'),
        text: 'This is the day that Yahweh has made. We will rejoice and be glad in it!',
        reference: 'Psalm 118:24 (WEB)',
      },
      {
        ...blank('events'),
        title: 'Coming up',
        items: [
          { title: 'Sunday service', when: 'Sunday, 10:00', where: 'Main hall', href: '' },
          { title: 'Midweek prayer', when: 'Wednesday, 19:00', where: 'Chapel', href: '' },
        ],
      },
      { ...blank('divider') },
      { ...blank('text'), text: 'Questions, or something to pray for? Just answer this mail. Somebody reads it.' },
    ]),
  },
  {
    key: 'bulletin',
    name: 'Sunday bulletin',
    purpose: 'Order of service, verse, sermon, dates and giving: by mail, on the web and on paper.',
    subject: 'Sunday bulletin of {businessName}',
    preheader: 'The order of service, the sermon, and what the week brings',
    blocks: placed([
      { ...blank('header'), align: 'left' },
      { ...blank('heading'), text: 'Welcome to {businessName}' },
      {
        ...blank('text'),
        text: 'We are glad that you are here. If this is your first Sunday with us, say hello at the door: somebody would love to meet you.',
      },
      { ...blank('heading'), text: 'Order of service', level: 2 },
      {
        ...blank('text'),
        text: '1. Opening song\n2. Welcome and prayer\n3. Scripture reading\n4. Sermon\n5. Offering\n6. Closing song and blessing',
      },
      {
        ...blank('verse'),
        text: 'I was glad when they said to me, “Let’s go to Yahweh’s house!”',
        reference: 'Psalm 122:1 (WEB)',
      },
      { ...blank('sermon'), title: 'Today’s sermon', speaker: 'Pastor', passage: 'Luke 15:11-32', when: 'This Sunday' },
      {
        ...blank('events'),
        title: 'This week',
        items: [
          { title: 'Midweek prayer', when: 'Wednesday, 19:00', where: 'Chapel', href: '' },
          { title: 'Youth evening', when: 'Friday, 18:00', where: 'Parish hall', href: '' },
          { title: 'Sunday service', when: 'Sunday, 10:00', where: 'Main hall', href: '' },
        ],
      },
      { ...blank('heading'), text: 'Pray with us', level: 2 },
      { ...blank('text'), text: 'For those who are ill, for those who mourn, and for our neighbours.' },
      { ...blank('give'), text: 'Thank you for carrying this work with your gifts.', label: '' },
    ]),
  },
  {
    key: 'event',
    name: 'Invitation',
    purpose: 'One event, one button: a dinner, a concert, a retreat.',
    subject: 'You are invited, {firstName|friend}',
    preheader: 'An evening together: save the date',
    blocks: placed([
      { ...blank('header'), align: 'center' },
      { ...blank('heading'), text: 'An evening together', align: 'center' },
      {
        ...blank('text'),
        text: 'Dear {firstName|friend},\n\nwe would love to have you with us. There is food, music, and time to talk. Bring somebody along.\n\n- **When:** Friday, 18:30\n- **Where:** the parish hall\n- **Children:** welcome, there is a room for them',
      },
      { ...blank('button'), label: 'Save my seat', href: '', align: 'center' },
    ]),
  },
  {
    key: 'sermon',
    name: 'Sunday’s sermon',
    purpose: 'What was preached, for whoever could not come, with a thought to take along.',
    subject: 'Did you miss Sunday?',
    preheader: 'The sermon to listen to, and one thought for the week',
    blocks: placed([
      { ...blank('header'), align: 'left' },
      {
        ...blank('sermon'),
        title: 'Light on a stand',
        speaker: 'Pastor',
        passage: 'Matthew 5:14-16',
        when: 'Last Sunday',
        label: 'Listen',
      },
      {
        ...blank('verse'),
        text: 'You are the light of the world. A city located on a hill can’t be hidden.',
        reference: 'Matthew 5:14 (WEB)',
      },
      {
        ...blank('text'),
        text: 'A thought for the week: whom could you leave a light on for?\n\nWe are glad about everybody who comes, and about everybody who listens from afar.',
      },
    ]),
  },
]
