/** What a sign tells of: the writer or another one may harm themselves, is hurt, is threatened or threatens, or is a child in danger. */
export const signKinds = ['self_harm', 'abuse', 'violence', 'minor'] as const
export type SignKind = (typeof signKinds)[number]
export const signNames: Record<SignKind, string> = {
  self_harm: 'Self-harm',
  abuse: 'Abuse',
  violence: 'Violence',
  minor: 'A child in danger',
}

/** page: the people on call are woken. look: someone who may read it should, within the hour; nothing is sent. */
export const levels = ['page', 'look'] as const
export type Level = (typeof levels)[number]

/** Where it was written. `test` is the button that tries the paging. */
export const sources = ['prayer', 'conversation', 'voicemail', 'chat', 'form', 'assistant', 'review', 'test'] as const
export type Source = (typeof sources)[number]
export const sourceNames: Record<Source, string> = {
  prayer: 'a prayer request',
  conversation: 'a conversation',
  voicemail: 'a voicemail',
  chat: 'the chat',
  form: 'a form',
  assistant: 'the assistant',
  review: 'a review',
  test: 'a test',
}

export const alertStates = ['open', 'taken', 'closed'] as const
export type AlertState = (typeof alertStates)[number]
export const stateNames: Record<AlertState, string> = { open: 'Nobody yet', taken: 'Taken', closed: 'Closed' }

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Minutes until the next ones are paged; 3 unless the church says otherwise. */
export const ESCALATE_MINUTES = { least: 1, most: 30, usual: 3 } as const
