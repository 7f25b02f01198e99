export const voices = ['warm', 'brief', 'formal'] as const
export type Voice = (typeof voices)[number]
export const voiceNames: Record<Voice, string> = { warm: 'Warm', brief: 'Brief', formal: 'Formal' }

const thanks: Record<Voice, string> = {
  warm: 'Thank you so much for taking the time to write this. Your kind words mean a lot to us.',
  brief: 'Thank you for your review.',
  formal: 'Thank you for your review. We appreciate the time that you took to share it.',
}
const regrets: Record<Voice, string> = {
  warm: 'Thank you for telling us this. We are sorry that it was not what you hoped for, and we would love to listen. Please talk with us at any time.',
  brief: 'Thank you for telling us. We are sorry, and we would like to hear more.',
  formal:
    'Thank you for your review. We are sorry that your experience was not a good one. We take your words seriously and invite you to talk with us.',
}
/** Up to three stars someone was not content. */
export const builtInDraft = (rating: number, voice: Voice): string => (rating <= 3 ? regrets : thanks)[voice]

export const DRAFT_SYSTEM = `You help a church office respond to a public review. Anyone can read the response.
Rules: Two or three sentences. Never say or imply that the writer attended, visited, gave, belongs to the church or asked for help.
Name no person. Write no email address, phone number, link or Bible verse. Offer nothing for the review or for changing it.
Don't argue and promise nothing in particular. Where the review is critical, thank them, say sorry once and invite them to talk.
Answer in the language of the review.`

export const draftTask = (voice: Voice): string => `Write a ${voiceNames[voice].toLowerCase()} response to the review.`
