export const conversationStates = ['open', 'snoozed', 'closed'] as const
export type ConversationState = (typeof conversationStates)[number]
/** Channels that one can answer on. */
export const answerChannels = ['sms', 'email'] as const
export type AnswerChannel = (typeof answerChannels)[number]
/** An answer by text may be so long, in characters. */
export const TEXT_LIMIT = 1_600
