import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Allowance } from '#campaigns/service/kinds.ts'
import { read as churchOf } from '#clients/service.ts'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { NewMessage } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { callKey, callKind } from '../../rules/keys.ts'
import { sayScript } from '../../rules/script.ts'
import { speechForPerson, speechText, spokenNumber } from '../../rules/speech.ts'
import { secondsOfCall } from '../../rules/timing.ts'
import { spokenOf, valuesFor } from '../../service/spoken.ts'
import { robocallAttempts, type robocallCampaigns, robocallExclusions, robocallRecipients } from '../../tables.ts'
import { assess, PRICE_PER_MINUTE, purposeOf } from './preflight.ts'
import { requireReady } from './readiness.ts'

export type CampaignRow = typeof robocallCampaigns.$inferSelect
export type Recipient = typeof robocallRecipients.$inferSelect

/** So many rows of one statement. */
const CHUNK = 2_000

/** Freezes who is called: one row for each number, and everyone else with why not. @returns how many are called */
export async function freezeRecipients(ctx: Ctx, campaign: CampaignRow): Promise<number> {
  await requireReady(ctx, campaign)
  const { numbers, people } = await assess(ctx, campaign)
  const { id: campaignId } = campaign
  for (let i = 0; i < numbers.length; i += CHUNK)
    await ctx.db
      .insert(robocallRecipients)
      .values(
        numbers.slice(i, i + CHUNK).map(({ number, reason, ...one }) => ({
          campaignId,
          address: number,
          personId: one.personId,
          name: one.name,
          names: one.names,
          lastName: one.lastName,
          dueAt: one.dueAt,
          skipReason: reason,
          // Those who aren't called are in the report, and never in a batch.
          state: reason ? ('cancelled' as const) : ('waiting' as const),
        })),
      )
      .onConflictDoNothing()
  for (let i = 0; i < people.length; i += CHUNK)
    await ctx.db
      .insert(robocallExclusions)
      .values(people.slice(i, i + CHUNK).map(({ personId, name, reason }) => ({ campaignId, personId, name, reason })))
  return numbers.filter(one => one.reason === null).length
}

/** How long until it is asked again whether there is room for another call. */
const NEXT_LOOK = seconds(10)

/** So many calls at the same time, and so many a minute. */
export async function allowanceOf(ctx: Ctx, { id, atOnce, perMinute }: CampaignRow): Promise<Allowance> {
  const [going] = await ctx.db
    .select({ n: count() })
    .from(messages)
    .where(
      and(
        eq(messages.batchId, id),
        sql`${messages.state} in ('queued', 'sending', 'held') and ${messages.heldUntil} is null`,
      ),
    )
  const [begun] = await ctx.db
    .select({ n: count() })
    .from(robocallAttempts)
    .where(and(eq(robocallAttempts.campaignId, id), gt(robocallAttempts.startedAt, new Date(clock.ms() - minutes(1)))))
  const room = Math.max(0, Math.min(atOnce - going!.n, perMinute - begun!.n))
  return { room, until: new Date(clock.ms() + NEXT_LOOK) }
}

/** Whose hours have begun. */
export const isDue = () => sql`(due_at is null or due_at <= ${clock.now().toISOString()})`

export async function nextDue(ctx: Ctx, { id }: CampaignRow): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ at: sql<string | null>`min(${robocallRecipients.dueAt})` })
    .from(robocallRecipients)
    .where(and(eq(robocallRecipients.campaignId, id), eq(robocallRecipients.state, 'waiting')))
  return row?.at ? new Date(row.at) : null
}

/** One call for each of them. */
export async function composeCalls(ctx: Ctx, campaign: CampaignRow, recipients: Recipient[]): Promise<NewMessage[]> {
  const us = { church: (await churchOf(ctx)).name, number: spokenNumber(campaign.callerNumber) }
  const spoken = spokenOf(campaign)
  return recipients.map(recipient => {
    const { address, name, tries } = recipient
    const values = valuesFor(campaign, recipient)
    const { missing } = sayScript(`${campaign.content} ${campaign.voicemail}`, { ...values, church: us.church })
    return {
      channel: 'voice',
      purpose: purposeOf(campaign),
      kind: callKind(campaign.purpose),
      to: address,
      toName: name,
      text: speechText(speechForPerson(spoken, values, us)),
      missing,
      topic: campaign.topic,
      from: campaign.callerNumber,
      batchId: campaign.id,
      dedupeKey: callKey(campaign.id, address, tries + 1),
    }
  })
}

/** Written with its try: what is written once more has a key of its own. */
export async function recordWritten(
  ctx: Ctx,
  _campaign: CampaignRow,
  written: { recipient: Recipient; sent: { id?: string } }[],
): Promise<void> {
  const rows = written.map(({ recipient, sent }) => ({ id: recipient.id, message: sent.id ?? null }))
  await ctx.db.execute(sql`
    update robocall_recipients r set state = 'written', message_id = w.message, tries = r.tries + 1, due_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w(id uuid, message uuid) where r.id = w.id`)
}

/** What calls of the campaign have cost, in millionths of a dollar: as the carrier says, else at its list price. */
export async function spentOn(ctx: Ctx, campaignId: string): Promise<number> {
  const [row] = await ctx.db
    .select({
      spent: sql<string>`coalesce(sum(coalesce(${robocallAttempts.price},
        case when ${robocallAttempts.result} in ('human', 'voicemail', 'fax') or ${isNull(robocallAttempts.endedAt)}
          then ceil(greatest(coalesce(${robocallAttempts.duration}, 60), 1) / 60.0) * ${PRICE_PER_MINUTE} else 0 end)), 0)`,
    })
    .from(robocallAttempts)
    .where(eq(robocallAttempts.campaignId, campaignId))
  return Number(row!.spent)
}

/** No further call is placed that could exceed the cap. */
export async function refuseOverCap(ctx: Ctx, campaign: CampaignRow, calls: NewMessage[]): Promise<string | null> {
  if (campaign.spendingCap === null) return null
  const each = Math.ceil(secondsOfCall(campaign) / 60) * PRICE_PER_MINUTE
  const spent = await spentOn(ctx, campaign.id)
  return spent + calls.length * each > campaign.spendingCap
    ? 'The spending cap of this campaign is reached. Raise it to go on.'
    : null
}
