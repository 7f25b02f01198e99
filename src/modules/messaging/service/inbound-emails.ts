import { unsubscribe } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type ReplyWord, replyWord } from '../rules/reply-words.ts'
import type { InboundText } from './inbound-words.ts'

/** An opt-out in a longer mail than this is confirmed by a person. */
const SHORT = 300

/** "Please take me off your list" by mail: no more campaigns to that address, and someone looks at it. */
export async function applyEmailOptOut(ctx: Ctx, mail: InboundText): Promise<ReplyWord | null> {
  if (mail.automatic) return null
  const word = readEmailOptOut(mail)
  if (word !== 'stop' && word !== 'fuzzy_stop') return word
  const evidence = { messageId: mail.messageId, text: mail.text.slice(0, 2_000) }
  await unsubscribe(ctx, mail.from, { topic: '', channel: 'email', source: 'reply', evidence })
  return 'fuzzy_stop'
}

const isOptOut = (word: ReplyWord | null) => word === 'stop' || word === 'fuzzy_stop'

/** The whole mail is read; between other words, or between quotations, only a person can say that it is meant. */
function readEmailOptOut({ text, folded = '' }: InboundText): ReplyWord | null {
  const word = replyWord(text, { about: 'emails' })
  if (text.length <= SHORT && isOptOut(word)) return word
  const isAsked = isOptOut(word) || isOptOut(replyWord(folded, { about: 'emails' }))
  return isAsked ? 'review' : null
}
