import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { clients } from '#clients/tables.ts'
import { latestEvidence, listSuppressionsOf, resubscribe, unsubscribe } from '#consent/service.ts'
import { topicsOf } from '#consent/topics/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { open, seal } from '#kernel/secrets.ts'
import { masked } from '../rules/address.ts'
import { emailRecipients } from '../tables.ts'
import type { Standing } from './contract.ts'
import { notifyUnsubscribed } from './service/opt-out.ts'

/** c: account, a: address, t: topic, r: the campaign's recipient, n: name as it was given. A test's changes nothing. */
const Token = z.object({
  c: z.uuid(),
  a: z.string(),
  t: z.string(),
  r: z.uuid().optional(),
  test: z.literal(true).optional(),
  n: z.string().optional(),
})
export type UnsubscribeToken = z.infer<typeof Token>
export const INVALID_LINK =
  'This link is incomplete, or not from us. Please copy the whole link from the email, or write to us.'

type Purpose = 'unsubscribe' | 'preferences' | 'confirm'

/** A link that stands in a mail: sealed, so that nobody makes one for someone else's address. */
export const tokenUrl = (purpose: Purpose, ticket: UnsubscribeToken) =>
  `${env.publicUrl}/${purpose}/${seal(JSON.stringify(ticket), purpose)}`
export const unsubscribeUrl = (ticket: UnsubscribeToken) => tokenUrl('unsubscribe', ticket)
export const preferencesUrl = (ticket: UnsubscribeToken) => tokenUrl('preferences', ticket)

export function readToken(token: string, purpose: Purpose): UnsubscribeToken | undefined {
  try {
    return Token.parse(JSON.parse(open(token, purpose)))
  } catch {
    // Forged, cut off, from another server or for another purpose: the page says the same in each case.
  }
}

export const clientOfToken = async (token: string) => readToken(token, 'unsubscribe')?.c

function tokenOf(ctx: Ctx, token: string): UnsubscribeToken {
  const ticket = readToken(token, 'unsubscribe')
  if (!ticket || ticket.c !== ctx.client.id) throw new Failure('NOT_FOUND', INVALID_LINK)
  return ticket
}

export async function view(ctx: Ctx, { token }: { token: string }): Promise<Standing> {
  const { a: value, t: topic, test = false } = tokenOf(ctx, token)
  const [row] = await ctx.db
    .select({ name: clients.name, house: clients.house })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const what = (await topicsOf(ctx)).find(one => one.key === topic)?.name ?? topic
  const place = { channel: 'email', topic } as const
  const word = (await latestEvidence(ctx, [value], place)).get(value)
  const against = (await listSuppressionsOf(ctx, [value], place)).get(value) ?? []
  const subscribed = word === 'granted' && !against.includes('unsubscribed')
  const { name: business, house } = found(row, 'Account')
  // The operator's one letter needs no name; a church writes about several things.
  return { email: masked(value), business, topic: house ? null : what, subscribed: subscribed || test, test }
}

/** @param source link: the page's button. header: the mail program's own (RFC 8058). */
export async function unsubscribeByToken(ctx: Ctx, { token }: { token: string }, source: 'link' | 'header' = 'link') {
  const ticket = tokenOf(ctx, token)
  const { a: value, t: topic, r, test } = ticket
  if (!test) {
    const { subscribed } = await view(ctx, { token })
    await unsubscribe(ctx, value, { topic, channel: 'email', source, evidence: { recipientId: r } })
    const mine = r && and(eq(emailRecipients.id, r), isNull(emailRecipients.unsubscribedAt))
    if (mine) await ctx.db.update(emailRecipients).set({ unsubscribedAt: clock.now() }).where(mine)
    if (subscribed) await notifyUnsubscribed(ctx, { address: value, topics: [topic], href: unsubscribeUrl(ticket) })
  }
  return view(ctx, { token })
}

const UNDO_WORDING = 'You are unsubscribed. Subscribe again'

export async function undoUnsubscribe(ctx: Ctx, { token }: { token: string }) {
  const { a: value, t: topic, r, test } = tokenOf(ctx, token)
  if (!test) await resubscribe(ctx, value, { topic, wording: UNDO_WORDING, reference: r ?? 'mail' })
  if (r) await ctx.db.update(emailRecipients).set({ unsubscribedAt: null }).where(eq(emailRecipients.id, r))
  return view(ctx, { token })
}
