import { unsubscribe } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { replyWord } from '../rules/reply-words.ts'
import type { InboundText } from './inbound-words.ts'

/** "Please take me off your list" by mail: no more campaigns to that address, and someone looks at it. */
export async function applyEmailOptOut(ctx: Ctx, { messageId, ...mail }: InboundText) {
  const word = mail.automatic || mail.text.length > 300 ? null : replyWord(mail.text, { about: 'emails' })
  if (word !== 'stop' && word !== 'fuzzy_stop') return null
  const evidence = { messageId, text: mail.text }
  await unsubscribe(ctx, mail.from, { topic: '', channel: 'email', source: 'reply', evidence })
  return 'fuzzy_stop' as const
}
