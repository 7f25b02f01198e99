import { read as churchOf } from '#clients/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { accessOf, accountRow, sidOf } from '#messaging/carrier/service.ts'
import { callerNumber } from '#telephony/calls/service.ts'
import { lintScript } from '../../rules/script.ts'
import type { robocallCampaigns } from '../../tables.ts'

type Campaign = Pick<
  typeof robocallCampaigns.$inferSelect,
  'content' | 'voicemail' | 'recordingId' | 'purpose' | 'scriptId' | 'topic' | 'callerNumber'
>

/** Why a campaign can't start, in sentences; none: it can. Everything but whom it would reach. */
export async function listObstacles(ctx: Ctx, campaign: Campaign): Promise<string[]> {
  const { content, voicemail, recordingId, purpose } = campaign
  const { name: church } = await churchOf(ctx)
  const obstacles: string[] = []
  if (!campaign.scriptId) obstacles.push('Choose a script first.')
  else {
    const script = { content, voicemail, category: '', hasRecording: recordingId !== null }
    obstacles.push(...lintScript(script, church).flatMap(one => (one.blocks ? [one.message] : [])))
  }
  if (purpose !== 'emergency' && !campaign.topic) obstacles.push('Choose what people agreed to be called about.')
  try {
    await callerNumber(ctx, sidOf(accessOf(ctx.client.id, await accountRow(ctx))), campaign.callerNumber || undefined)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    obstacles.push(error.message)
  }
  return obstacles
}

/** @throws NOT_READY with the first obstacle */
export async function requireReady(ctx: Ctx, campaign: Campaign): Promise<void> {
  const [first] = await listObstacles(ctx, campaign)
  if (first) throw new Failure('NOT_READY', first)
}
