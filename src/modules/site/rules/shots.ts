/** Screens of the demo church that `npm run screenshots` takes, with what is to be seen on them. */
export const shots = {
  dashboard: 'The dashboard: 152 leads, a conversion rate of 18.5%, recent leads, and who needs you today.',
  board: 'The lead board: five columns from new to closed, with overdue follow-ups marked.',
  lead: 'A lead beside the board: stage, owner, notes, next step and history.',
  people: 'The list of people, with search, filters and labels.',
  person: 'A person: contact details, family, and a timeline of everything so far.',
  inbox: 'Conversations: the list, and one conversation with texts and a note between colleagues.',
  texts: 'A text campaign: how many people get it, and who is excluded and why.',
  mail: 'The report of an email campaign: delivered, opened, clicked and unsubscribed, with the email beside it.',
  form: 'The form builder: a connect card, with a preview of what guests see on their phones.',
  calendar: 'The calendar: services, appointments and classes of a month, with what is on today beside it.',
  workflow:
    'A workflow on its canvas: a guest follow-up with waits, branches and messages, and how many people are at each step.',
  import: 'The import of a spreadsheet: how each column is read, before anything is saved.',
} as const
export type Shot = keyof typeof shots

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 672, height: 1246 }
