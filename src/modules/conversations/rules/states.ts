export const conversationStates = ['open', 'snoozed', 'closed'] as const
export type ConversationState = (typeof conversationStates)[number]
/** Channels that one can answer on. */
export const answerChannels = ['sms', 'email', 'chat'] as const
export type AnswerChannel = (typeof answerChannels)[number]
/** Channels by which something may stand in a thread. */
export const listChannels = ['sms', 'email', 'voice', 'chat'] as const
/** An answer by text may be so long, in characters. */
export const TEXT_LIMIT = 1_600
/** An answer for later. stopped: something stood against it. */
export const scheduledStates = ['waiting', 'sent', 'cancelled', 'stopped'] as const
/** So many files go along with an answer. */
export const FILES_LIMIT = 10
const MEGABYTE = 1_048_576
/** In bytes: of one file; of all with a mail; of all with a text, which carriers take along; of all with an answer in a chat. */
export const sizes = { file: 10 * MEGABYTE, email: 20 * MEGABYTE, sms: 5 * MEGABYTE, chat: 20 * MEGABYTE } as const
/** Pictures that every carrier takes along with a text. */
const textPictures: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']

/** What an answer may be, by channel; null where nothing limits it further. */
export const answerLimits: Record<AnswerChannel, { length: number | null; fileTypes: readonly string[] | null }> = {
  sms: { length: TEXT_LIMIT, fileTypes: textPictures },
  email: { length: null, fileTypes: null },
  chat: { length: null, fileTypes: null },
}
/** 1.2 MB, 340 kB */
export const sizeText = (bytes: number) =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} kB`
