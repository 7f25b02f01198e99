import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { assignNewConversation } from '#conversations/service/assignment.ts'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { domainOf } from '#messaging/domains/service.ts'
import { sendingDomains } from '#messaging/domains/tables.ts'
import { receivesEmail } from '#messaging/inbound-email/service/reply-address.ts'
import { messages } from '#messaging/tables.ts'
import { mail } from '#providers/mail/index.ts'
import { emailCampaigns } from '../tables.ts'

/** Nobody is a member before they have come in by their address. */
const ofTheTeam = (ctx: Ctx) =>
  ctx.db
    .select({ address: users.email, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(activeMember)
    .orderBy(asc(users.name), asc(users.email))

const verifiedDomains = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .select({ domain: sendingDomains.domain })
    .from(sendingDomains)
    .where(and(isNull(sendingDomains.deletedAt), isNotNull(sendingDomains.verifiedAt)))
    .orderBy(sendingDomains.domain)
  return rows.map(row => row.domain)
}

/** Where answers may go: to one of the team, or to any address in a verified domain. */
export async function replyAddresses(ctx: Ctx) {
  const team = await ofTheTeam(ctx)
  return {
    items: team.flatMap(({ address, name }) => (address ? [{ address, name }] : [])),
    domains: await verifiedDomains(ctx),
    // The sandbox's answers come in here too.
    here: receivesEmail() || mail().name === 'sandbox',
  }
}

/** Refuses an address of which nobody knows whose it is: what people answer is for the church alone. */
export async function requireReplyAddress(ctx: Ctx, address: string): Promise<void> {
  if (!address) return
  const { items, domains } = await replyAddresses(ctx)
  const ours = items.some(one => one.address.toLowerCase() === address) || domains.includes(domainOf(address))
  if (!ours) throw invalid('replyTo', 'Please choose an address of your team or of your verified domain')
}

interface Arrival {
  messageId: string
  word: 'stop' | 'fuzzy_stop' | 'review' | 'start' | 'help' | null
  automatic: boolean
}

/** An answer to a campaign goes to whom the campaign names, unless someone has that conversation already. */
export async function routeReply(ctx: Ctx, arrival: Arrival): Promise<void> {
  if (arrival.automatic) return
  const [answer] = await ctx.db
    .select({ answersId: messages.answersId })
    .from(messages)
    .where(eq(messages.id, arrival.messageId))
  if (!answer?.answersId) return
  const [campaign] = await ctx.db
    .select({ answersTo: emailCampaigns.answersTo })
    .from(messages)
    .innerJoin(
      emailCampaigns,
      and(eq(emailCampaigns.clientId, messages.clientId), eq(emailCampaigns.id, messages.batchId)),
    )
    .where(eq(messages.id, answer.answersId))
  if (campaign?.answersTo) await assignNewConversation(ctx, arrival, campaign.answersTo)
}
