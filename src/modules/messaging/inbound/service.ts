import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { lift, standingAgainst, stopOutright, suppress, unsubscribe } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { accountRow } from '../carrier/service.ts'
import { messageReceived } from '../events.ts'
import { type ReplyWord, replyWord } from '../rules/reply-words.ts'
import { send } from '../service.ts'
import { messages } from '../tables.ts'

export interface Inbound {
  channel: 'email' | 'sms'
  /** Normalised address or number of whoever wrote. */
  from: string
  fromName?: string
  /** Ours, as they wrote to it. */
  to: string
  subject?: string
  text: string
  /** What a mail quotes. */
  quoted?: string
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
 * Takes in what somebody wrote to the account: stored first, then read for a no before anything else sees it.
 * @returns its id; undefined where it had arrived before
 */
export async function receive(
  ctx: Ctx,
  { channel, from, fromName = '', to, subject = '', text, quoted = '', automatic = false, answersId, ...by }: Inbound,
) {
  const { provider, providerId } = by
  const [row] = await ctx.db
    .insert(messages)
    .values({
      ...{ channel, direction: 'in' as const, recipient: to, sender: from, senderName: fromName, subject },
      ...{ bodyText: text, kind: 'inbound', purpose: 'conversational' as const, state: 'delivered' as const },
      ...{
        quoted,
        automatic,
        answersId: answersId ?? null,
        provider,
        providerId,
        dedupeKey: `in:${provider}:${providerId}`,
        sentAt: clock.now(),
      },
    })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (!row) return
  const { word: heard, answered } = by
  const word =
    channel === 'sms'
      ? await obey(ctx, { from, text, messageId: row.id, word: heard, answered })
      : await heed(ctx, { from, text, automatic }, row.id)
  await emit(ctx, messageReceived, { messageId: row.id, word, automatic })
  announce(ctx, 'outbox', row.id)
  return row.id
}

interface Said extends Pick<Inbound, 'from' | 'text' | 'word' | 'answered'> {
  messageId: string
}

/** A no counts from this moment; the one text that confirms it is all that still leaves (47 CFR 64.1200(a)(12)). */
async function obey(ctx: Ctx, { from, text, messageId, word: heard, answered }: Said): Promise<ReplyWord | null> {
  const standing = await standingAgainst(ctx, [from], { channel: 'sms', topic: '' })
  const stopped = standing.get(from)?.includes('stop') ?? false
  const word = heard ?? replyWord(text, stopped)
  const answer = async (words: string) => {
    if (!answered) await confirm(ctx, from, messageId, `${await accountName(ctx)}: ${words}`)
  }
  if (word === 'stop' || word === 'fuzzy_stop') {
    const evidence = { messageId, text: text.slice(0, 500), ...(heard && { heard }) }
    const said = { value: from, channel: 'sms' as const, source: 'reply', evidence }
    await (word === 'stop' ? stopOutright(ctx, said) : suppress(ctx, [{ ...said, reason: 'stop' }]))
    if (!stopped) await answer('you will get no more texts from us. Answer START to change that.')
  }
  if (word === 'start') {
    await lift(ctx, [from], { reason: 'stop', channel: 'sms' })
    // What staff or the carrier have noted is not theirs to take back by a word: nothing is promised then.
    const left = (await standingAgainst(ctx, [from], { channel: 'sms', topic: '' })).get(from) ?? []
    await answer(
      left.length > 0
        ? 'thank you. Somebody of us looks at it and gets back to you.'
        : 'we may text you again. Answer STOP to end it, HELP for help.',
    )
  }
  if (word === 'help')
    await answer(
      (await accountRow(ctx))?.helpText || 'answer to this text and somebody of us reads it. STOP ends our texts.',
    )
  return word
}

/** "Please take me off your list" by mail: no more campaigns to that address, and somebody looks at it. */
async function heed(ctx: Ctx, mail: Pick<Inbound, 'from' | 'text' | 'automatic'>, messageId: string) {
  const word = mail.automatic || mail.text.length > 300 ? null : replyWord(mail.text, false)
  if (word !== 'stop' && word !== 'fuzzy_stop') return null
  const evidence = { messageId, text: mail.text }
  await unsubscribe(ctx, mail.from, { topic: '', channel: 'email', source: 'reply', evidence })
  return 'fuzzy_stop' as const
}

const confirm = (ctx: Ctx, to: string, messageId: string, text: string) =>
  send(ctx, [
    { channel: 'sms', to, text, kind: 'reply-word', purpose: 'confirmation', dedupeKey: `reply-word:${messageId}` },
  ])

async function accountName(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  return row!.name
}
