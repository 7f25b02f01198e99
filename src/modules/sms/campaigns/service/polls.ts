import { eq, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { notFound } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { type Poll, signOf, voteOf } from '../../rules/poll.ts'
import { smsCampaigns, smsVotes } from '../../tables.ts'
import type { SmsPollResult } from '../contract.ts'
import { campaignById } from '../service.ts'
import { hasOptedOut, hasReplied, joined } from './progress.ts'

type Message = typeof messages.$inferSelect
interface Asked extends Record<string, unknown> {
  id: string
  poll: Poll
}

/** Polls that were open for that number when it wrote, the newest first. */
async function askedOf(ctx: Ctx, { sender, sentAt }: Message): Promise<Asked[]> {
  const at = (sentAt ?? clock.now()).toISOString()
  const { rows } = await ctx.db.execute<Asked>(sql`
    select c.id, c.poll from sms_campaigns c
      join sms_recipients r on r.client_id = c.client_id and r.campaign_id = c.id and r.address = ${sender}
      join messages m on m.client_id = r.client_id and m.id = r.message_id and m.sent_at <= ${at}
    where c.poll is not null and c.poll_ends_at > ${at} order by m.sent_at desc, c.id desc limit 5`)
  return rows
}

/** An answer to a poll: the last one of a number counts, by when it was written. @returns whether it was one */
export async function countVote(ctx: Ctx, message: Message): Promise<boolean> {
  for (const { id, poll } of await askedOf(ctx, message)) {
    const option = voteOf(message.bodyText, poll)
    if (option === null) continue
    const votedAt = message.sentAt ?? clock.now()
    // Two answers at once are taken by two workers in any order: the later one stays.
    await ctx.db
      .insert(smsVotes)
      .values({ campaignId: id, number: message.sender, option, messageId: message.id, votedAt })
      .onConflictDoUpdate({
        target: [smsVotes.clientId, smsVotes.campaignId, smsVotes.number],
        set: { option, messageId: message.id, votedAt },
        setWhere: sql`(${smsVotes.votedAt}, ${smsVotes.messageId}) <= (${votedAt.toISOString()}::timestamptz, ${message.id}::uuid)`,
      })
    announce(ctx, 'campaigns', id)
    if (poll.thanks) await thank(ctx, message, poll.thanks)
    return true
  }
  return false
}

/** Once for each answer; two machines that thank each other come to an end. */
const thank = (ctx: Ctx, { id, sender }: Message, text: string) =>
  send(ctx, [
    {
      channel: 'sms',
      to: sender,
      text,
      kind: 'poll-auto-reply',
      purpose: 'transactional',
      dedupeKey: `poll:${id}`,
    },
  ])

async function pollById(ctx: Ctx, id: string, lock = false) {
  const row = await campaignById(ctx, id, lock)
  if (!row.poll) throw notFound('Poll')
  return { ...row, poll: row.poll }
}

export async function pollResult(ctx: Ctx, { id }: { id: string }): Promise<SmsPollResult> {
  const { body, poll, pollEndsAt } = await pollById(ctx, id)
  const { rows } = await ctx.db.execute<{ asked: number; unclear: number }>(sql`
    select count(*) filter (where m.sent_at is not null)::int as asked,
      count(*) filter (where m.sent_at is not null and ${hasReplied} and not ${hasOptedOut} and not exists (
        select from sms_votes v where v.client_id = r.client_id and v.campaign_id = r.campaign_id and v.number = r.address
      ))::int as unclear
    from ${joined} where r.campaign_id = ${id}`)
  const counted = await ctx.db
    .select({ option: smsVotes.option, votes: sql<number>`count(*)::int` })
    .from(smsVotes)
    .where(eq(smsVotes.campaignId, id))
    .groupBy(smsVotes.option)
  const votes = counted.reduce((sum, one) => sum + one.votes, 0)
  return {
    question: body,
    open: pollEndsAt !== null && pollEndsAt > clock.now(),
    endsAt: pollEndsAt,
    votes,
    ...rows[0]!,
    options: poll.options.map((label, i) => {
      const mine = counted.find(one => one.option === i)?.votes ?? 0
      return { sign: signOf(poll.style, i), label, votes: mine, share: votes > 0 ? mine / votes : 0 }
    }),
  }
}

/** Who chose what, in the order of the answers. */
export async function pollCsv(ctx: Ctx, { id }: { id: string }) {
  const { poll } = await pollById(ctx, id)
  const { rows } = await ctx.db.execute<
    Record<'number' | 'name' | 'text' | 'voted_at', string> & { option: number }
  >(sql`
    select v.number, coalesce(r.name, '') as name, v.option, m.body_text as text, v.voted_at from sms_votes v
      left join sms_recipients r on r.client_id = v.client_id and r.campaign_id = v.campaign_id and r.address = v.number
      left join ${messages} m on m.client_id = v.client_id and m.id = v.message_id
    where v.campaign_id = ${id} order by v.option, v.voted_at, v.number`)
  const lines = rows.map(row => [
    row.number,
    row.name,
    signOf(poll.style, row.option),
    poll.options[row.option],
    row.text,
    new Date(row.voted_at),
  ])
  return { csv: csvFile(['Number', 'Name', 'Letter', 'Answer', 'Original reply', 'At'], lines) }
}

/** Ends it now; pressed twice, the first press counts. */
export async function closePoll(ctx: Ctx, { id }: { id: string }): Promise<SmsPollResult> {
  const { pollEndsAt } = await pollById(ctx, id, true)
  const now = clock.now()
  if (pollEndsAt && pollEndsAt > now) {
    await ctx.db.update(smsCampaigns).set({ pollEndsAt: now }).where(eq(smsCampaigns.id, id))
    announce(ctx, 'campaigns', id)
  }
  return pollResult(ctx, { id })
}
