import { type Definition, type Field, field, type Handling, handlingOf } from './definition.ts'

export const templateNames = ['connect', 'contact', 'event', 'prayer', 'volunteer', 'survey', 'blank'] as const
export type TemplateName = (typeof templateNames)[number]

interface Template {
  name: string
  purpose: string
  definition: Definition
  handling: Handling
}

const first = field('first_name', 'text', 'First name', { map: 'firstName', required: true })
const last = field('last_name', 'text', 'Last name', { map: 'lastName', required: true })
const email = (required = false) => field('email', 'email', 'Email', { required })
const phone = field('phone', 'phone', 'Mobile phone')
const mailYes = field('email_news', 'consent', 'Yes, send me news by email. I can unsubscribe at any time.', {
  consent: 'email',
})
const textYes = field(
  'text_news',
  'consent',
  'Yes, text me church news. Message and data rates may apply. I can reply STOP at any time.',
  { consent: 'sms', when: [{ key: 'phone', is: 'answered', value: '' }] },
)

const made = (
  name: string,
  purpose: string,
  words: Partial<Definition> & { fields: Field[] },
  handling: Partial<Handling> = {},
): Template => ({
  name,
  purpose,
  definition: {
    title: name,
    intro: '',
    button: 'Send',
    thanksTitle: 'Thank you',
    thanksText: 'We received your answers.',
    redirect: '',
    ...words,
  },
  handling: handlingOf(handling),
})

/** What a form can begin as; everything in it can be changed. */
export const templates: Record<TemplateName, Template> = {
  connect: made(
    'Connect card',
    'Guests and families say hello, and become people, a household and a lead.',
    {
      intro: 'We are glad you are here. Tell us a little about yourself.',
      thanksTitle: 'Nice to meet you',
      thanksText: 'Thank you for your connect card. We will be in touch soon.',
      fields: [
        first,
        last,
        email(),
        phone,
        field('visit', 'choice', 'Is this your first visit?', {
          options: ['First time', 'I have been before', 'I call this church home'],
        }),
        field('family', 'family', 'Your family', {
          help: 'Add your spouse and children, so that we can welcome them.',
        }),
        field('address', 'address', 'Home address'),
        field('interests', 'choices', 'I would like to know more about', {
          options: ['Small groups', 'Baptism', 'Serving', 'Youth and children', 'Membership'],
        }),
        field('message', 'paragraph', 'Anything else you would like us to know?'),
        mailYes,
        textYes,
      ],
    },
    { lead: true, source: 'Connect card', reply: true },
  ),
  contact: made(
    'Contact',
    'A question or a message to the office.',
    {
      intro: 'Write to us; we answer within two days.',
      thanksText: 'We got your message and will answer soon.',
      fields: [
        first,
        last,
        email(true),
        phone,
        field('subject', 'text', 'Subject', { required: true }),
        field('message', 'paragraph', 'Message', { required: true }),
        mailYes,
      ],
    },
    { reply: true },
  ),
  event: made('Event sign-up', 'Who is coming, how many, and what they need.', {
    title: 'Event sign-up',
    button: 'Sign up',
    thanksTitle: 'You are signed up',
    thanksText: 'We look forward to seeing you.',
    fields: [
      first,
      last,
      email(true),
      phone,
      field('guests', 'number', 'How many people are coming with you?', { default: '0' }),
      field('meal', 'choice', 'Meal', { options: ['Anything', 'Vegetarian', 'Gluten free'] }),
      field('allergies', 'yesno', 'Does anyone have an allergy?'),
      field('allergy_details', 'text', 'Which?', {
        required: true,
        when: [{ key: 'allergies', is: 'equals', value: 'yes' }],
      }),
    ],
  }),
  prayer: made(
    'Prayer request',
    'The sender chooses who can read it.',
    {
      intro: 'It would be a privilege to pray for you.',
      button: 'Send my request',
      thanksTitle: 'We are praying for you',
      thanksText: 'We shared your request with the people you chose.',
      fields: [
        field('request', 'paragraph', 'How can we pray?', { required: true }),
        field('readers', 'choice', 'Who can read this?', {
          required: true,
          options: ['Pastors only', 'Prayer team'],
          default: 'Prayer team',
          map: 'privacy',
        }),
        { ...first, required: false },
        { ...last, required: false },
        email(),
      ],
    },
    { privacy: 'prayer' },
  ),
  volunteer: made('Volunteer', 'Where people would like to serve, and when.', {
    button: 'I would like to help',
    thanksTitle: 'Thank you for offering to serve',
    thanksText: 'The team will be in touch this week.',
    fields: [
      first,
      last,
      email(true),
      phone,
      field('teams', 'choices', 'Where would you like to help?', {
        required: true,
        options: ['Welcome team', 'Children', 'Youth', 'Music', 'Sound and video', 'Coffee', 'Wherever I am needed'],
      }),
      field('when', 'choices', 'When?', { options: ['Sunday morning', 'Sunday evening', 'During the week'] }),
      field('children', 'yesno', 'Have you worked with children before?', {
        when: [{ key: 'teams', is: 'contains', value: 'Children' }],
      }),
      field('experience', 'paragraph', 'What experience do you have?'),
    ],
  }),
  survey: made('Survey', 'A few questions. A name is optional.', {
    intro: 'Help us improve in five minutes. Your name is optional.',
    thanksText: 'Your answers help us.',
    fields: [
      field('often', 'choice', 'How often do you come?', {
        required: true,
        options: ['Every week', 'Once or twice a month', 'A few times a year', 'This is my first time'],
      }),
      field('helpful', 'choices', 'What helps you most?', {
        options: ['The sermon', 'The music', 'The people', 'Groups during the week', 'Children’s programs'],
      }),
      field('better', 'paragraph', 'What could we do better?'),
    ],
  }),
  blank: made('Blank form', 'Start with only a name field.', { title: 'New form', fields: [first, last, email()] }),
}
