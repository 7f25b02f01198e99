import { type Field, field } from '#forms/rules/definition.ts'
import type { TemplateName } from '#forms/rules/templates.ts'
import { type Block, type BlockType, beginnings, type Props, type Tree } from '#pages/rules/blocks.ts'
import { NEXT_LINK } from '#pages/rules/onward.ts'
import { type TemplateKey as PageTemplate, treeOf } from '#pages/rules/templates.ts'
import type { GoalKind } from './steps.ts'

type Draft = { [Type in BlockType]: { type: Type; props: Partial<Props<Type>> } }[BlockType]
const h1 = (text: string): Draft => ({ type: 'heading', props: { text, level: 1 } })
const text = (words: string): Draft => ({ type: 'text', props: { text: words } })
const form: Draft = { type: 'form', props: {} }
const services: Draft = { type: 'serviceTimes', props: {} }
const map: Draft = { type: 'map', props: {} }
const onward = (label: string): Draft => ({ type: 'button', props: { label, href: NEXT_LINK } })

/** Which form a step begins with: one of the templates of forms, with words of its own and further fields before its consents. */
export interface FormBeginning {
  template: TemplateName
  name: string
  intro: string
  button: string
  source: string
  /** Fields of the template that it leaves out, by key. */
  without?: string[]
  fields?: Field[]
  /** The email to everyone who fills it in, in their own words. */
  reply?: { subject: string; text: string; hasFile?: boolean }
}
export interface StepBeginning {
  name: string
  slug: string
  goal: GoalKind
  /** A template of pages, or blocks of its own; absent where the step is not on the web. */
  page?: PageTemplate | Draft[]
  form?: FormBeginning
}
export interface FunnelBeginning {
  name: string
  description: string
  category: string
  slug: string
  steps: StepBeginning[]
}

const consent = field('email_news', 'consent', 'Yes, send me news by email. I can unsubscribe at any time.', {
  consent: 'email',
})
const phone = field('phone', 'phone', 'Mobile phone')
const message = (label: string) => field('message', 'paragraph', label)
const thanks = (slug: string, title: string, words: string, more: Draft[] = []): StepBeginning => ({
  name: 'Thank you',
  slug,
  goal: 'view',
  page: [h1(title), text(words), ...more],
})
/** $15.00 each. */
const copies = { kind: 'quantity', amount: 1_500, least: 1, most: 20 } as const
const attended: StepBeginning = { name: 'Attended', slug: 'attended', goal: 'attended' }

export const templates = {
  blank: { name: 'New funnel', description: 'Start from nothing', category: 'General', slug: 'funnel', steps: [] },
  lead: {
    name: 'Lead Generation',
    description: 'Offer something useful and learn who would like to hear from you.',
    category: 'General',
    slug: 'free-guide',
    steps: [
      {
        name: 'Landing page',
        slug: 'start',
        goal: 'form',
        page: [
          h1('Seven days of hope'),
          text('A short reading for each morning of one week. Tell us where to send it.'),
          form,
        ],
        form: {
          template: 'blank',
          name: 'Send me the guide',
          button: 'Send it to me',
          source: 'Free guide',
          intro: 'We send it by email within a few minutes.',
          fields: [consent],
          reply: {
            subject: 'Seven days of hope',
            text: 'Hello {firstName|friend},\n\nHere is your guide, with a short reading for each morning of one week.\n\nYou are welcome on Sunday, too.',
            hasFile: true,
          },
        },
      },
      thanks('thank-you', 'Check your inbox', 'Your guide arrives in a few minutes. You are welcome on Sunday, too.', [
        services,
      ]),
    ],
  },
  sales: {
    name: 'Product Sales',
    description: 'Show a book or a ticket, and sell it with a paid form.',
    category: 'General',
    slug: 'order',
    steps: [
      {
        name: 'Product page',
        slug: 'product',
        goal: 'view',
        page: [
          h1('The book our small groups read together'),
          text('Twelve chapters with questions for each week. Order online and pick it up at the welcome desk.'),
          onward('Order your copy'),
        ],
      },
      {
        name: 'Order form',
        slug: 'order',
        goal: 'purchase',
        page: [h1('Order your copy'), form],
        form: {
          template: 'event',
          name: 'Book order',
          button: 'Continue to payment',
          source: 'Book order',
          intro: 'You pay online, and pick up your order at the welcome desk.',
          fields: [field('copies', 'payment', 'How many copies?', { required: true, payment: copies }), consent],
        },
      },
      thanks('thank-you', 'Your order is in', 'Pick it up at the welcome desk from next Sunday on.'),
    ],
  },
  webinar: {
    name: 'Webinar Funnel',
    description: 'Invite to an online evening, take registrations, and show the way in.',
    category: 'General',
    slug: 'online-evening',
    steps: [
      {
        name: 'Registration',
        slug: 'register',
        goal: 'form',
        page: [
          h1('An online evening about raising children in the faith'),
          text('One hour, with time for your questions. It is free.'),
          form,
        ],
        form: {
          template: 'event',
          name: 'Online evening',
          button: 'Save my seat',
          source: 'Online evening',
          intro: 'The way in is on the page that follows.',
          fields: [consent],
          reply: {
            subject: 'You are registered for our online evening',
            text: 'Hello {firstName|friend},\n\nYou are registered. Open the page on which you registered again to find the way in.\n\nWe look forward to the evening with you.',
          },
        },
      },
      {
        name: 'Confirmation',
        slug: 'confirmed',
        goal: 'view',
        page: [
          h1('You are registered'),
          text('This button leads to the evening. Keep the page, or come back to it.'),
          onward('To the evening'),
        ],
      },
      {
        name: 'Watch',
        slug: 'watch',
        goal: 'view',
        page: [h1('Welcome to the evening'), text('We start on time. Write your questions in the chat.')],
      },
    ],
  },
  visit: {
    name: 'Plan a visit',
    description: 'A guest plans a Sunday with their family, is met by a host, and is checked in.',
    category: 'Ministry',
    slug: 'plan-a-visit',
    steps: [
      {
        name: 'Plan your visit',
        slug: 'plan',
        goal: 'form',
        page: 'visit',
        form: {
          template: 'connect',
          name: 'Plan a visit',
          button: 'We are coming',
          source: 'Plan a visit',
          intro: 'Tell us who is coming. Someone who knows your name will meet you at the door.',
          without: ['visit', 'address', 'interests'],
          fields: [field('sunday', 'date', 'Which Sunday are you coming?')],
        },
      },
      thanks('see-you', 'See you on Sunday', 'Your host will be at the main door ten minutes before the service.', [
        services,
        map,
      ]),
      attended,
    ],
  },
  alpha: {
    name: 'Alpha',
    description: 'Invite to Alpha, take sign-ups, and see who came.',
    category: 'Ministry',
    slug: 'try-alpha',
    steps: [
      {
        name: 'Invitation',
        slug: 'invitation',
        goal: 'form',
        page: 'alpha',
        form: {
          template: 'event',
          name: 'Alpha sign-up',
          button: 'Save my place',
          source: 'Alpha',
          intro: 'Dinner is on us.',
          fields: [consent],
        },
      },
      thanks('thank-you', 'Your place is saved', 'We look forward to dinner with you.', [map]),
      attended,
    ],
  },
  vbs: {
    name: 'VBS',
    description: 'Register children for Vacation Bible School.',
    category: 'Ministry',
    slug: 'vbs-sign-up',
    steps: [
      {
        name: 'Registration',
        slug: 'register',
        goal: 'form',
        page: 'vbs',
        form: {
          template: 'event',
          name: 'VBS registration',
          button: 'Register',
          source: 'VBS',
          intro: 'One form for your whole family.',
          fields: [
            field('family', 'family', 'Your children', { help: 'Add each child who is coming.' }),
            field('pickup', 'text', 'Who may pick them up?', { required: true }),
            consent,
          ],
        },
      },
      thanks('thank-you', 'Your children are registered', 'We look forward to a week with them.', [map]),
      attended,
    ],
  },
  baptism: {
    name: 'Baptism',
    description: 'Answer questions about baptism and take requests.',
    category: 'Ministry',
    slug: 'get-baptized',
    steps: [
      {
        name: 'About baptism',
        slug: 'about',
        goal: 'form',
        page: 'baptism',
        form: {
          template: 'blank',
          name: 'Baptism request',
          button: 'I would like to talk',
          source: 'Baptism',
          intro: 'A pastor calls you within a week.',
          fields: [phone, message('Is there anything you would like to tell us first?'), consent],
        },
      },
      thanks('thank-you', 'We are glad with you', 'A pastor calls you this week to hear your story.'),
    ],
  },
  giving: {
    name: 'Giving campaign',
    description: 'Tell what a campaign is for and take pledges.',
    category: 'Ministry',
    slug: 'giving-campaign',
    steps: [
      {
        name: 'The campaign',
        slug: 'why',
        goal: 'view',
        page: [
          h1('A roof for the next fifty years'),
          text('Our roof has kept the rain out since 1974. Together we can replace it before winter.'),
          onward('Make a pledge'),
        ],
      },
      {
        name: 'Pledge',
        slug: 'pledge',
        goal: 'form',
        page: [h1('Make a pledge'), form],
        form: {
          template: 'blank',
          name: 'Pledge',
          button: 'Send my pledge',
          source: 'Giving campaign',
          intro: 'A pledge is a plan, not a payment. Someone from our office writes to you with ways to give.',
          fields: [field('amount', 'number', 'What would you like to give?'), consent],
        },
      },
      thanks('thank-you', 'Thank you', 'Someone from our office writes to you this week with ways to give.'),
    ],
  },
  group: {
    name: 'Small group',
    description: 'Help people find a small group, and introduce them to its leader.',
    category: 'Ministry',
    slug: 'find-a-group',
    steps: [
      {
        name: 'Find a group',
        slug: 'find',
        goal: 'form',
        page: [h1('Find your people'), text('Groups meet in homes across town, on most evenings.'), form],
        form: {
          template: 'connect',
          name: 'Small group request',
          button: 'Find me a group',
          source: 'Small group',
          intro: 'A group leader writes to you within a week.',
          without: ['visit', 'family', 'address', 'interests'],
          fields: [
            field('evenings', 'choices', 'Which evenings suit you?', {
              options: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
            }),
          ],
        },
      },
      thanks('thank-you', 'We are on it', 'A group leader writes to you within a week.'),
    ],
  },
} satisfies Record<string, FunnelBeginning>
export type TemplateKey = keyof typeof templates
export const templateKeys = Object.keys(templates) as [TemplateKey, ...TemplateKey[]]
export const templateOf = (key: TemplateKey): FunnelBeginning => templates[key]

/** The blocks of a step's page, with its form in place. */
export function pageOfStep(page: PageTemplate | Draft[], formId: string | null): Tree {
  const own = (list: Draft[]): Block[] =>
    list.map(({ type, props }, at) => ({
      type,
      props: { id: `${type}-${at + 1}`, ...beginnings[type], ...props },
    })) as Block[]
  const content = typeof page === 'string' ? treeOf(page).content : own(page)
  return { content: content.map(one => (one.type === 'form' ? { ...one, props: { ...one.props, formId } } : one)) }
}
