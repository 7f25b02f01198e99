import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { smsScheduled } from '../../events.ts'
import { UNDO_MS } from '../../rules/states.ts'
import { notifyOfDecision } from '../../service/notices.ts'
import { smsCampaigns } from '../../tables.ts'
import type { SmsDecision } from '../contract.ts'
import { campaignById, get } from '../service.ts'
import { canDecide, sundayNow } from './approval-requests.ts'
import { beginCampaign, type CampaignRow } from './sending.ts'

/** Held: two who answer at once are one after the other, and the second finds it answered. */
async function decide(ctx: Ctx, { id, version, note }: SmsDecision, state: 'scheduled' | 'declined') {
  const before = await campaignById(ctx, id, true)
  if (before.state !== 'waiting') return
  if (!canDecide(ctx, before)) throw new Failure('OWN')
  // Changed since they read it.
  if (before.version !== version) throw new Failure('CONFLICT')
  const [row] = await ctx.db
    .update(smsCampaigns)
    .set({ state, decidedBy: userOf(ctx), decidedAt: clock.now(), decisionNote: note })
    .where(eq(smsCampaigns.id, id))
    .returning()
  await notifyOfDecision(ctx, row!, state === 'scheduled')
  announce(ctx, 'campaigns', id)
  return row!
}

/** The second person's approval: it begins, or waits for its time. */
export async function approveCampaign(ctx: Ctx, decision: SmsDecision) {
  const row = await decide(ctx, decision, 'scheduled')
  if (row?.mode === 'now' && !row.urgentReason && !decision.anyway && (await sundayNow(ctx)))
    throw new Failure('SUNDAY_MORNING')
  if (row?.mode === 'now') await beginCampaign(ctx, row, new Date(clock.ms() + UNDO_MS))
  else if (row) await plan(ctx, row)
  return get(ctx, decision)
}

async function plan(ctx: Ctx, { id, localTime, scheduledFor }: CampaignRow): Promise<void> {
  const last = localTime ? momentAt(localTime, ctx.client.timeZone) : scheduledFor!
  if (last <= clock.now()) throw new Failure('PAST')
  // By the recipients' clocks the first may be due already.
  const at = new Date(Math.max(scheduledFor!.getTime(), clock.ms() + 1_000))
  await ctx.db.update(smsCampaigns).set({ scheduledFor: at }).where(eq(smsCampaigns.id, id))
  await emit(ctx, smsScheduled, { campaignId: id, at: at.toISOString() })
}

/** Their no, with what should be otherwise; changed, it is asked for again. */
export async function declineCampaign(ctx: Ctx, decision: SmsDecision) {
  await decide(ctx, decision, 'declined')
  return get(ctx, decision)
}
