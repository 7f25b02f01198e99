/** Screens of the demo church that `npm run screenshots` takes, with what is to be seen on them. */
export const shots = {
  dashboard: 'The dashboard: 152 leads, a conversion rate of 18.5%, recent leads, and who needs the office today.',
  board: 'The lead board: five columns from new to closed, with overdue follow-ups marked.',
  lead: 'A lead in a drawer beside the board: stage, owner, notes, next step and history.',
  people: 'The list of people, with search, filters and labels.',
  person: 'A person: how to reach them, their family, and everything that happened so far.',
  import: 'The import of a spreadsheet: how each column was understood, before anything is written.',
} as const
export type Shot = keyof typeof shots

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 672, height: 1246 }
