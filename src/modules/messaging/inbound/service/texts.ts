import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { lift, standingAgainst, stopOutright, suppress } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { accountRow } from '../../carrier/service.ts'
import { type ReplyWord, replyWord } from '../../rules/reply-words.ts'
import { send } from '../../service.ts'
import type { Said } from './said.ts'

/** A no counts from this moment; the one text that confirms it is all that still leaves (47 CFR 64.1200(a)(12)). */
export async function obeyTextKeyword(
  ctx: Ctx,
  { from, text, messageId, word: heard, answered }: Said,
): Promise<ReplyWord | null> {
  const standing = await standingAgainst(ctx, [from], { channel: 'sms', topic: '' })
  const stopped = standing.get(from)?.includes('stop') ?? false
  const word = heard ?? replyWord(text, stopped)
  const answer = async (words: string) => {
    if (!answered) await sendConfirmation(ctx, from, messageId, `${await accountName(ctx)}: ${words}`)
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

const sendConfirmation = (ctx: Ctx, to: string, messageId: string, text: string) =>
  send(ctx, [
    { channel: 'sms', to, text, kind: 'reply-word', purpose: 'confirmation', dedupeKey: `reply-word:${messageId}` },
  ])

async function accountName(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  return row!.name
}
