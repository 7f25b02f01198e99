/** Kinds of news, with what they are called where a member chooses, and whether they also come by mail if nothing is said. */
export const newsKinds = {
  overdue: { label: 'A follow-up of yours is overdue', mail: true },
  assigned: { label: 'Something is given to you', mail: false },
  mention: { label: 'A colleague mentions you in a note', mail: true },
  chat: { label: 'Somebody writes in the chat', mail: false },
  form: { label: 'Somebody fills in a form of yours', mail: false },
  import: { label: 'An import is finished, or needs you', mail: false },
  sms_cap: { label: 'The month’s cap for texts is reached', mail: true },
  sms_approval: { label: 'A text to many waits for your yes', mail: true },
  sms_decided: { label: 'A text of yours is approved or declined', mail: true },
  sms_filtered: { label: 'Phone companies take a campaign for spam', mail: true },
  export: { label: 'An export that you asked for is ready', mail: true },
} as const satisfies Record<string, { label: string; mail: boolean }>
export type NewsKind = keyof typeof newsKinds

export const isNewsKind = (type: string): type is NewsKind => Object.hasOwn(newsKinds, type)
