import { eq, inArray } from 'drizzle-orm'
import { cancelCampaign } from '#campaigns/service/lifecycle.ts'
import { beginCampaign } from '#campaigns/service/starting.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { robocallKind } from '../campaigns/service/kind.ts'
import { assess, type CalledCampaign, PRICE_PER_MINUTE } from '../campaigns/service/preflight.ts'
import { progressOf } from '../campaigns/service/progress.ts'
import { listObstacles } from '../campaigns/service/readiness.ts'
import { secondsOfCall } from '../rules/timing.ts'
import { robocallCampaigns, voiceScripts } from '../tables.ts'

/** A closure as it is called: to whom, what is said, and whether it is an emergency. */
export interface ClosureCall {
  closureId: string
  isEmergency: boolean
  topic: string
  audience: CalledCampaign['audience']
  /** `{church}` stands for the church's name. */
  content: string
}

const campaignFor = ({ closureId, isEmergency, topic, audience, content }: ClosureCall) => ({
  id: closureId,
  purpose: isEmergency ? ('emergency' as const) : ('informational' as const),
  topic,
  audience,
  scriptId: closureId,
  content,
  voicemail: '',
  recordingId: null,
  callerNumber: '',
  event: '',
  onDate: '',
  atTime: '',
  closureId,
})

/** Whom calls would reach besides those who get a text. */
export async function estimateClosureCalls(ctx: Ctx, call: ClosureCall, texted: ReadonlySet<string>) {
  const campaign = campaignFor(call)
  const { numbers } = await assess(ctx, { ...campaign, closureId: null })
  const calls = numbers.filter(one => one.reason === null && !texted.has(one.number))
  const seconds = secondsOfCall(campaign)
  return {
    numbers: calls.map(one => one.number),
    sleeping: calls.filter(one => one.dueAt).length,
    seconds,
    /** Millionths of a dollar. */
    cost: calls.length * Math.ceil(seconds / 60) * PRICE_PER_MINUTE,
    obstacles: calls.length > 0 ? await listObstacles(ctx, campaign) : [],
  }
}

/** Calls of a closure are placed as fast as the carrier takes them. */
const FAST = { perMinute: 120, atOnce: 50 }

/** Calls everyone who got no text of the closure. Where nobody can be called, or there is no number to call from, nothing is placed. */
export async function startClosureCalls(ctx: Ctx, call: ClosureCall): Promise<void> {
  const draft = campaignFor(call)
  const { numbers } = await assess(ctx, draft)
  if (numbers.every(one => one.reason !== null) || (await listObstacles(ctx, draft)).length > 0) return
  const { locale, timeZone } = ctx.client
  const name = `Closure, ${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(clock.now())}`
  const { purpose, topic, audience, content, closureId } = draft
  const [script] = await ctx.db
    .insert(voiceScripts)
    .values({ name, category: 'emergency', content, duration: secondsOfCall({ content, voicemail: '' }) })
    .returning({ id: voiceScripts.id })
  const words = { name, purpose, topic, audience, content, closureId, scriptId: script!.id }
  const [campaign] = await ctx.db
    .insert(robocallCampaigns)
    .values({ ...words, ...FAST, state: 'draft', madeBy: userOf(ctx) })
    .returning()
  await beginCampaign(ctx, robocallKind, campaign!)
}

/** How far the calls of closures are, by closure. */
export async function closureCallsOf(ctx: Ctx, closureIds: string[]) {
  const campaigns = await ctx.db
    .select({ id: robocallCampaigns.id, closureId: robocallCampaigns.closureId })
    .from(robocallCampaigns)
    .where(inArray(robocallCampaigns.closureId, closureIds))
  const ids = campaigns.map(one => one.id)
  const progress = await progressOf(ctx, ids)
  return new Map(
    campaigns.map(({ id, closureId }) => {
      const { completed = 0, calls = 0 } = progress.get(id) ?? {}
      return [closureId!, { campaignId: id, completed, total: calls }] as const
    }),
  )
}

/** Calls that were not placed yet are canceled. */
export async function cancelClosureCalls(ctx: Ctx, closureId: string): Promise<void> {
  const campaigns = await ctx.db
    .select({ id: robocallCampaigns.id })
    .from(robocallCampaigns)
    .where(eq(robocallCampaigns.closureId, closureId))
  for (const { id } of campaigns) await cancelCampaign(ctx, robocallKind, id)
}
