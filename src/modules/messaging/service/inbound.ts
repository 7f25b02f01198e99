import { withMaskedCards } from '#card-numbers/rules.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { channelAdapters } from '../channels/service.ts'
import { messageReceived } from '../events.ts'
import { unfamiliarText } from '../inbound-email/service/unfamiliar-text.ts'
import type { Channel } from '../rules/states.ts'
import { messages } from '../tables.ts'

export interface Inbound {
  channel: Channel
  /** Normalized address or number of the person who wrote. */
  from: string
  fromName?: string
  /** Ours, as they wrote to it. */
  to: string
  subject?: string
  text: string
  /** What is folded under a mail. */
  quoted?: string
  /** Of its stored original. */
  arrivedMailId?: string
  /** A machine wrote it: nothing of ours answers it by itself. */
  automatic?: boolean
  provider: string
  /** The provider's own id: the same message that arrives twice is one. */
  providerId: string
  /** The message of ours that it answers, where that is known for sure. */
  answersId?: string
  /** What the carrier read it as: its word counts, whatever the text says. */
  word?: 'stop' | 'start' | 'help'
  /** The carrier has answered that word itself. */
  answered?: boolean
}

/**
 * Takes in what someone wrote to the account: stored first, then read for a no before anything else sees it.
 * @returns its id; undefined where it had arrived before
 */
export async function receiveMessage(ctx: Ctx, inbound: Inbound) {
  const {
    channel,
    from,
    fromName = '',
    to,
    subject = '',
    text,
    quoted = '',
    automatic = false,
    answersId,
    ...by
  } = withMaskedCards(inbound, ['fromName', 'subject', 'text', 'quoted'])
  const { provider, providerId } = by
  const [row] = await ctx.db
    .insert(messages)
    .values({
      channel,
      direction: 'in' as const,
      recipient: to,
      sender: from,
      senderName: fromName,
      subject,
      bodyText: text,
      kind: 'inbound',
      purpose: 'conversational' as const,
      state: 'delivered' as const,
      quoted,
      automatic,
      answersId: answersId ?? null,
      arrivedMailId: by.arrivedMailId ?? null,
      provider,
      providerId,
      dedupeKey: `in:${provider}:${providerId}`,
      sentAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (!row) return
  const { word: heard, answered } = by
  const said = {
    messageId: row.id,
    from,
    text,
    folded: await unfamiliarText(ctx, { address: from, folded: quoted, messageId: row.id }),
    automatic,
    word: heard,
    answered,
  }
  const word = await channelAdapters[channel].readReply(ctx, said)
  await emit(ctx, messageReceived, { messageId: row.id, word, automatic })
  announce(ctx, 'outbox', row.id)
  return row.id
}
