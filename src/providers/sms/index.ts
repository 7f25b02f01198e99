import { assertOutsideTransaction } from '#kernel/run.ts'
import { sandboxTexts } from './sandbox.ts'

export interface OutgoingText {
  /** E.164. */
  to: string
  text: string
  messageId: string
}
export interface SentText {
  state: 'sent' | 'delivered'
  provider: string
  providerId: string
  sender: string
}
export interface TextProvider {
  name: string
  send(text: OutgoingText): Promise<SentText>
}

const active: TextProvider = sandboxTexts

/** What Lampstand itself sends by text; a church's own numbers and carrier are another matter. */
export function texts(): TextProvider {
  return {
    name: active.name,
    send(outgoing) {
      assertOutsideTransaction('texts')
      return active.send(outgoing)
    },
  }
}
