import type { TextProvider } from './index.ts'

/** Delivers into the outbox itself: the stored message is the phone, and /outbox shows it. */
export const sandboxTexts: TextProvider = {
  name: 'sandbox',
  async send({ messageId }) {
    return { state: 'delivered', provider: 'sandbox', providerId: messageId, sender: 'Lampstand' }
  },
}
