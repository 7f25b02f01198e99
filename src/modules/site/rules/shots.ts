/** Screens of the demo church that `npm run screenshots` takes, with what is to be seen on them. */
export const shots = {
  dashboard: 'The dashboard: 152 leads, a conversion rate of 18.5%, recent leads, and who needs the office today.',
  board: 'The lead board: five columns from new to closed, with overdue follow-ups marked.',
  lead: 'A lead in a drawer beside the board: stage, owner, notes, next step and history.',
  people: 'The list of people, with search, filters and labels.',
  person: 'A person: how to reach them, their family, and everything that happened so far.',
  inbox: 'Conversations: the list of threads, and one of them with texts of both sides and a note among colleagues.',
  texts: 'A text to many: whom it reaches after everybody who said no, shares a number or has none is left out.',
  mail: 'The report of a mail campaign: delivered, opened about, clicked, unsubscribed, with the mail beside it.',
  form: 'The form builder: a connect card field by field, with the page as guests see it on their phones.',
  import: 'The import of a spreadsheet: how each column was understood, before anything is written.',
} as const
export type Shot = keyof typeof shots

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 672, height: 1246 }
