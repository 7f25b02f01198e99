import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { blockOf } from '#consent/preferences/rules.ts'
import { choicesOf, saveChoices } from '#consent/preferences/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { masked } from '../rules/address.ts'
import { emailRecipients } from '../tables.ts'
import { notifyUnsubscribed } from '../unsubscribe/service/opt-out.ts'
import { INVALID_LINK, preferencesUrl, readToken, type UnsubscribeToken } from '../unsubscribe/service.ts'
import type { Preferences } from './contract.ts'

export const clientOfPreferences = async (token: string) => readToken(token, 'preferences')?.c

function ticketOf(ctx: Ctx, token: string): UnsubscribeToken {
  const ticket = readToken(token, 'preferences')
  if (!ticket || ticket.c !== ctx.client.id) throw new Failure('NOT_FOUND', INVALID_LINK)
  return ticket
}

const shownTopics = (ctx: Ctx, { a: value, t }: UnsubscribeToken) => choicesOf(ctx, { value, channel: 'email' }, [t])

export async function view(ctx: Ctx, { token }: { token: string }): Promise<Preferences> {
  const ticket = ticketOf(ctx, token)
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  const topics = await shownTopics(ctx, ticket)
  return {
    email: masked(ticket.a),
    business: found(row, 'Account').name,
    topics: topics.map(({ key, name, description, on }) => ({ key, name, description, on })),
    test: ticket.test ?? false,
    stopped: blockOf(topics) !== undefined,
  }
}

const WORDING = 'What would you like to get? (preferences page)'

/** Exactly these from now on. Saying it again writes nothing more. */
export async function savePreferences(ctx: Ctx, token: string, keys: readonly string[]): Promise<void> {
  const ticket = ticketOf(ctx, token)
  if (ticket.test) return
  const { a: value, r, t } = ticket
  const choices = await shownTopics(ctx, ticket)
  const { on, off } = await saveChoices(ctx, { value, channel: 'email' }, choices, ({ key }) => keys.includes(key), {
    source: 'link',
    wording: () => WORDING,
    reference: r ?? 'mail',
    evidence: { recipientId: r },
  })
  // The report of the campaign whose link it was counts who unsubscribed by it.
  if (r && [...on, ...off].includes(t))
    await ctx.db
      .update(emailRecipients)
      .set({ unsubscribedAt: on.includes(t) ? null : clock.now() })
      .where(eq(emailRecipients.id, r))
  await notifyUnsubscribed(ctx, { address: value, topics: off, href: preferencesUrl(ticket) })
}
