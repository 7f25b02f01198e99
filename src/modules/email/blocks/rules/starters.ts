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
    purpose: 'A greeting, one story, upcoming events, and a way to give.',
    subject: 'This week at {businessName}',
    preheader: 'What’s coming up, and a thought for the week',
    blocks: placed([
      { ...blank('header'), align: 'left' },
      { ...blank('heading'), text: 'This week at church' },
      {
        ...blank('text'),
        text: 'Dear {firstName|friend},\n\nThank you for being part of our church family. Here is what’s happening this week.',
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
          { title: 'Sunday service', when: 'Sunday, 10:00 AM', where: 'Main hall', href: '' },
          { title: 'Midweek prayer', when: 'Wednesday, 7:00 PM', where: 'Chapel', href: '' },
        ],
      },
      { ...blank('divider') },
      {
        ...blank('text'),
        text: 'Do you have a question or a prayer request? Just reply to this email. We read every reply.',
      },
    ]),
  },
  {
    key: 'bulletin',
    name: 'Sunday bulletin',
    purpose: 'Order of service, verse, sermon, events and giving: by email, on the web and in print.',
    subject: 'Sunday bulletin of {businessName}',
    preheader: 'The order of service, the sermon, and this week’s events',
    blocks: placed([
      { ...blank('header'), align: 'left' },
      { ...blank('heading'), text: 'Welcome to {businessName}' },
      {
        ...blank('text'),
        text: 'We are glad you are here. If this is your first Sunday with us, please say hello at the door. We would love to meet you.',
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
          { title: 'Midweek prayer', when: 'Wednesday, 7:00 PM', where: 'Chapel', href: '' },
          { title: 'Youth evening', when: 'Friday, 6:00 PM', where: 'Fellowship hall', href: '' },
          { title: 'Sunday service', when: 'Sunday, 10:00 AM', where: 'Main hall', href: '' },
        ],
      },
      { ...blank('heading'), text: 'Pray with us', level: 2 },
      { ...blank('text'), text: 'For those who are sick, for those who grieve, and for our neighbors.' },
      { ...blank('give'), text: 'Thank you for supporting this work with your gifts.', label: '' },
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
        text: 'Dear {firstName|friend},\n\nWe would love to have you with us. There will be food, music and time to talk. Bring a friend.\n\n- **When:** Friday, 6:30 PM\n- **Where:** the fellowship hall\n- **Children:** welcome, with their own room',
      },
      { ...blank('button'), label: 'Save my seat', href: '', align: 'center' },
    ]),
  },
  {
    key: 'sermon',
    name: 'Sunday’s sermon',
    purpose: 'The sermon for people who couldn’t come, with a thought for the week.',
    subject: 'Did you miss Sunday?',
    preheader: 'Listen to the sermon, and one thought for the week',
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
        text: 'A thought for the week: who could you leave a light on for? We are glad for everyone who comes, and for everyone who listens online.',
      },
    ]),
  },
]
