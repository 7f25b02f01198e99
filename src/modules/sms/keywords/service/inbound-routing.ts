import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import type { ConversationState } from '#conversations/rules/states.ts'
import { assignIfUnassigned, restoreReplyState } from '#conversations/service/reply-state.ts'
import { assignPerson } from '#conversations/service.ts'
import { conversations } from '#conversations/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { messages } from '#messaging/tables.ts'
import { countVote } from '../../campaigns/service/polls.ts'
import { REPLY_WINDOW_DAYS } from '../../rules/states.ts'
import { smsCampaigns, smsRecipients } from '../../tables.ts'
import { applyKeyword } from './keyword-actions.ts'

interface Filed {
  messageId: string
  conversationId: string
  word: string | null
  was: ConversationState
  waited: boolean
}

/** A text that stands in its thread: STOP went first. A vote waits for nobody; anything else goes to whom it was promised. */
export async function routeInboundText(
  ctx: Ctx,
  { messageId, conversationId, word, was, waited }: Filed,
): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  if (message?.channel !== 'sms' || message.direction !== 'in' || (word && word !== 'review')) return
  if (await countVote(ctx, message)) return waited ? undefined : restoreReplyState(ctx, conversationId, was)
  const obeyed = await applyKeyword(ctx, messageId)
  const id = obeyed?.newcomer ? await threadOfNewcomer(ctx, conversationId, obeyed.newcomer) : conversationId
  const owner = obeyed?.answersTo ?? (await promisedTo(ctx, message.sender))
  if (owner && (await isHere(ctx, owner))) await assignIfUnassigned(ctx, id, owner)
}

/** What stood under the number is theirs from now on. */
async function threadOfNewcomer(ctx: Ctx, id: string, personId: string): Promise<string> {
  const [thread] = await ctx.db
    .select({ of: conversations.personId })
    .from(conversations)
    .where(eq(conversations.id, id))
  return thread?.of === null ? (await assignPerson(ctx, { id, personId })).id : id
}

/** Whom the answers to the campaign are for that reached the number last. */
async function promisedTo(ctx: Ctx, number: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ answersTo: smsCampaigns.answersTo })
    .from(smsRecipients)
    .innerJoin(
      smsCampaigns,
      and(eq(smsCampaigns.clientId, smsRecipients.clientId), eq(smsCampaigns.id, smsRecipients.campaignId)),
    )
    .innerJoin(messages, and(eq(messages.clientId, smsRecipients.clientId), eq(messages.id, smsRecipients.messageId)))
    .where(
      and(
        eq(smsRecipients.address, number),
        isNotNull(messages.sentAt),
        gt(messages.sentAt, new Date(clock.ms() - days(REPLY_WINDOW_DAYS))),
      ),
    )
    .orderBy(desc(messages.sentAt))
    .limit(1)
  return row?.answersTo ?? null
}

async function isHere(ctx: Ctx, userId: string): Promise<boolean> {
  const where = and(eq(members.userId, userId), activeMember)
  return (await ctx.db.$count(members, where)) > 0
}
