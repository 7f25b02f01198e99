import { ANNUAL_REFUND_DAYS, TRIAL_DAYS } from '#billing/rules.ts'

type Questions = readonly (readonly [question: string, answer: string])[]

const trial = [
  'Do I need a credit card to try it?',
  `No. The trial lasts ${TRIAL_DAYS} days and needs no credit card. If you add one during the trial, you are charged for the first month when it ends, unless you cancel before.`,
] as const

export const pricingQuestions: Questions = [
  trial,
  [
    'What happens when the trial ends?',
    'Nothing is deleted. Without a plan you can still read and export your data. Choose a plan, and everything works again.',
  ],
  [
    'Can I change plans later?',
    'At any time. Upgrades start immediately and are prorated. Downgrades start with the next billing period.',
  ],
  [
    'Can I cancel?',
    'Yes, at any time in your profile. Your plan stays active until the period ends. There are no refunds for partial months.',
  ],
  [
    'Can I get an annual plan refunded?',
    `Yes, within the first ${ANNUAL_REFUND_DAYS} days. After that it can’t be refunded.`,
  ],
  [
    'Who owns our data?',
    'You do. Export your people as a spreadsheet whenever you like, during the trial and after it.',
  ],
]

export const solutionsQuestions: Questions = [
  [
    'Is there a discount for nonprofits?',
    'Yes. Churches and registered nonprofits get special discounts through sales: write to us, and tell us how many people are in your church.',
  ],
  trial,
  [
    'How long does it take to get started?',
    'One afternoon. Sign up, enter your church’s details, import the file from your church software, and add your first guests to the board.',
  ],
  [
    'Do our volunteers need training?',
    'Usually not. Lampstand uses words they already know: people, guests, small groups. Anything new is explained on the screen where they need it.',
  ],
  [
    'Will it keep us from writing to someone who opted out?',
    'Yes. Lampstand checks one list of opt-outs before anything is sent, and an import can’t undo it.',
  ],
]
