import type { MailProvider } from './index.ts'

/** Delivers into the outbox itself: the stored message is the mailbox, and /outbox shows it. */
export const sandboxMail = (from: string): MailProvider => ({
  name: 'sandbox',
  async send({ messageId, from: own }) {
    return { state: 'delivered', provider: 'sandbox', providerId: messageId, sender: own?.address ?? from }
  },
})
