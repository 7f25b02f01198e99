import { lift, listSuppressionsOf, suppress, suppressEverything } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { accountRow } from '../carrier/service.ts'
import { type ReplyWord, replyWord } from '../rules/reply-words.ts'
import { send } from '../service.ts'
import { knownAccounts } from './accounts.ts'
import type { InboundText } from './inbound-words.ts'

const STOPPED = 'You will get no more texts from us. Reply START to get them again.'
const STOPPED_IN_DOUBT =
  'We read your message as a request to stop, so you will get no more texts from us. If that is wrong, reply START.'

/** A no counts from this moment; the one text that confirms it is all that still leaves (47 CFR 64.1200(a)(12)). */
export async function applyTextKeyword(
  ctx: Ctx,
  { from, text, messageId, word: heard, answered }: InboundText,
): Promise<ReplyWord | null> {
  const standing = await listSuppressionsOf(ctx, [from], { channel: 'sms', topic: '' })
  const stopped = standing.get(from)?.includes('stop') ?? false
  const word = heard ?? replyWord(text, { stopped })
  const answer = async (words: string) => {
    if (!answered) await sendConfirmation(ctx, from, messageId, `${await accountName(ctx)}: ${words}`)
  }
  if (word === 'stop' || word === 'fuzzy_stop') {
    const evidence = { messageId, text: text.slice(0, 500), ...(heard && { heard }) }
    const said = { value: from, channel: 'sms' as const, source: 'reply', evidence }
    await (word === 'stop' ? suppressEverything(ctx, said) : suppress(ctx, [{ ...said, reason: 'stop' }]))
    if (!stopped) await answer(word === 'stop' ? STOPPED : STOPPED_IN_DOUBT)
  }
  if (word === 'start') {
    await lift(ctx, [from], { reason: 'stop', channel: 'sms' })
    // What staff or the carrier have recorded can't be lifted by a reply: nothing is promised then.
    const left = (await listSuppressionsOf(ctx, [from], { channel: 'sms', topic: '' })).get(from) ?? []
    await answer(
      left.length > 0
        ? 'Thank you. Someone on our team will look at this and get back to you.'
        : 'You will get our texts again. Reply STOP to stop them, HELP for help.',
    )
  }
  if (word === 'help')
    await answer(
      (await accountRow(ctx))?.helpText ||
        'Reply to this text and someone on our team will read it. Reply STOP to stop our texts.',
    )
  return word
}

const sendConfirmation = (ctx: Ctx, to: string, messageId: string, text: string) =>
  send(ctx, [
    { channel: 'sms', to, text, kind: 'reply-word', purpose: 'confirmation', dedupeKey: `reply-word:${messageId}` },
  ])

const accountName = async (ctx: Ctx): Promise<string> => (await knownAccounts().sendingAccount(ctx)).name
