import { and, eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { latestWords, lift, standingAgainst, subscribe, unsubscribe } from '#consent/service.ts'
import { consents } from '#consent/tables.ts'
import { topicsOf } from '#consent/topics/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { tellWhoLeft } from '../leaving/service.ts'
import { masked } from '../rules/address.ts'
import { emailRecipients } from '../tables.ts'
import { preferencesUrl, REFUSED, readTicket, type Ticket } from '../unsubscribing/service.ts'
import type { Preferences } from './contract.ts'

export const clientOfPreferences = async (token: string) => readTicket(token, 'preferences')?.c

function ticketOf(ctx: Ctx, token: string): Ticket {
  const ticket = readTicket(token, 'preferences')
  if (!ticket || ticket.c !== ctx.client.id) throw new Failure('NOT_FOUND', REFUSED)
  return ticket
}

/**
 * Public topics, the one that the link came with, and whatever else this address was ever asked about: who wants
 * nothing more finds all of it here, and has it back by the same page.
 */
async function shownTopics(ctx: Ctx, { a: value, t }: Ticket) {
  const said = await ctx.db
    .selectDistinct({ topic: consents.topic })
    .from(consents)
    .where(and(eq(consents.value, value), eq(consents.channel, 'email')))
  const own = new Set([t, ...said.map(({ topic }) => topic)])
  const topics = (await topicsOf(ctx)).filter(topic => topic.isPublic || own.has(topic.key))
  return Promise.all(
    topics.map(async ({ key, name, description }) => {
      const place = { channel: 'email', topic: key } as const
      const said = (await latestWords(ctx, [value], place)).get(value)
      const against = (await standingAgainst(ctx, [value], place)).get(value) ?? []
      return { key, name, description, on: said === 'granted' && !against.includes('unsubscribed'), against }
    }),
  )
}

export async function view(ctx: Ctx, { token }: { token: string }): Promise<Preferences> {
  const ticket = ticketOf(ctx, token)
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  const topics = await shownTopics(ctx, ticket)
  return {
    email: masked(ticket.a),
    business: found(row, 'Account').name,
    topics: topics.map(({ against: _, ...topic }) => topic),
    test: ticket.test ?? false,
    stopped: topics.some(({ against }) => against.some(reason => reason !== 'unsubscribed')),
  }
}

const WORDING = 'Which mails would you like to get? (preferences page)'

/** Exactly these from now on. Saying it again writes nothing more. */
export async function choose(ctx: Ctx, token: string, keys: readonly string[]): Promise<void> {
  const ticket = ticketOf(ctx, token)
  if (ticket.test) return
  const { a: value, r, t } = ticket
  const left: string[] = []
  for (const { key, on } of await shownTopics(ctx, ticket)) {
    const wanted = keys.includes(key)
    if (wanted === on) continue
    // The report of the mail whose link it was counts who left by it.
    if (r && key === t)
      await ctx.db
        .update(emailRecipients)
        .set({ unsubscribedAt: wanted ? null : clock.now() })
        .where(eq(emailRecipients.id, r))
    if (wanted) {
      await subscribe(ctx, value, { topic: key, source: 'link', wording: WORDING, reference: r ?? 'mail' })
      // Of the other topics the last word is still no, so that nothing comes back with this one.
      await lift(ctx, [value], { reason: 'unsubscribed' })
    } else {
      await unsubscribe(ctx, value, { topic: key, channel: 'email', source: 'link', evidence: { recipientId: r } })
      left.push(key)
    }
  }
  await tellWhoLeft(ctx, { address: value, topics: left, href: preferencesUrl(ticket) })
}
