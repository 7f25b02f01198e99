import { letter } from '#messaging/rules/letter.ts'

interface Transcript {
  church: string
  /** "You: …", "Ruth: …", oldest first */
  lines?: string[]
}

/** What was said in a chat, for the visitor who has ended it. */
export const chatTranscriptMail = ({ church, lines = [] }: Transcript) =>
  letter({
    subject: `Your chat with ${church}`,
    heading: `Your chat with ${church}`,
    lines,
    footer: `You are getting this email because you asked for a copy when you ended the chat with ${church}.`,
  })
