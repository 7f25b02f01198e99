import { ANNUAL_REFUND_DAYS, TRIAL_DAYS } from '#billing/rules.ts'

type Questions = readonly (readonly [question: string, answer: string])[]

const trial = [
  'Do I need a credit card to try it?',
  `No. The trial lasts ${TRIAL_DAYS} days and asks for no card. If you add one during the trial, the first month is charged when it ends, unless you cancel before.`,
] as const

export const pricingQuestions: Questions = [
  trial,
  [
    'What happens when the trial ends?',
    'Nothing is deleted. Without a plan your account can still be read and exported; choose a plan, and everything works again.',
  ],
  [
    'Can I change plans later?',
    'At any time. An upgrade counts at once and the difference is reckoned by the day; a downgrade takes effect with the next billing period.',
  ],
  [
    'Can I cancel?',
    'Yes, by yourself, in your profile. Your plan stays active until the period ends. There are no refunds for partial months.',
  ],
  [
    'Can I get an annual plan refunded?',
    `Within the first ${ANNUAL_REFUND_DAYS} days, yes. After that it can’t be refunded.`,
  ],
  [
    'Who owns our data?',
    'You do. Export your people as a spreadsheet whenever you like, during the trial and after it.',
  ],
]

export const solutionsQuestions: Questions = [
  [
    'Is there a discount for non-profits?',
    'Yes. Churches and registered non-profits get special discounts through sales: write to us, and say how many people you look after.',
  ],
  trial,
  [
    'How long does it take to begin?',
    'An afternoon. Sign up, say where your church is, drop in the export of your church software, and the first guests are on the board.',
  ],
  [
    'Do our volunteers need training?',
    'Everything is said in words they know already: people, guests, small groups. What is new to them is explained on the screen where they meet it.',
  ],
  [
    'Will it stop us from writing to somebody who said no?',
    'Yes. One list of those who asked not to be written to stands before everything that is sent, and survives the next import.',
  ],
]
