import { inArray, sql } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { dice } from '#people/rules/seeded-random.ts'
import demo from '../data/demo-requests.json' with { type: 'json' }
import { reviewRequestTemplates } from '../request-templates/tables.ts'
import { reviewSources } from '../tables.ts'
import { toTarget } from './rules/targets.ts'
import { STANDARD_SUBJECT } from './rules/words.ts'
import { newCode } from './service/sending.ts'
import { reviewRequestCampaigns, reviewRequests } from './tables.ts'

/** People of each campaign. */
const EACH = 24

interface Reader extends Record<string, unknown> {
  id: string
  name: string
  email: string
}
/** People of the demo, one for each address. */
async function listReaders(ctx: Ctx): Promise<Reader[]> {
  const { rows } = await ctx.db.execute<Reader>(sql`
    select distinct on (lower(email)) id, name, lower(email) as email from people
    where email is not null and deleted_at is null order by lower(email), id limit ${EACH * demo.campaigns.length}`)
  return rows
}

/** What became of those who were asked then: two in five opened the page, and some of them wrote. */
const toRequests = (campaignId: string, sentAt: Date, readers: Reader[], roll: ReturnType<typeof dice>) =>
  readers.map(({ id, name, email }) => {
    const clickedAt = roll.next() < 0.4 ? new Date(sentAt.getTime() + hours(1 + roll.next() * 40)) : null
    const reviewedAt = clickedAt && roll.next() < 0.4 ? new Date(clickedAt.getTime() + hours(1)) : null
    return {
      campaignId,
      personId: id,
      name,
      address: email,
      channel: 'email' as const,
      state: 'written' as const,
      sentCount: 1,
      sentAt,
      lastSentAt: sentAt,
      clickedAt,
      reviewedAt,
    }
  })

/** Templates, two campaigns that were sent, and a code at the welcome desk. */
export async function seedRequests(ctx: Ctx): Promise<void> {
  const entries = await ctx.db
    .select()
    .from(reviewSources)
    .where(inArray(reviewSources.platform, ['google', 'trustpilot']))
  const sources = entries.map(({ id }) => id)
  await ctx.db.insert(reviewRequestTemplates).values(demo.templates.map(template => ({ ...template, sources })))
  const targets = entries.map(({ url, ...entry }) => toTarget({ ...entry, page: url }))
  const plan = { topic: 'newsletter', targets, state: 'sent' as const }
  const readers = await listReaders(ctx)
  const roll = dice(72)
  const mail = { subject: STANDARD_SUBJECT, content: demo.templates[0]!.content, channel: 'email' as const }
  const audience = { ...emptyAudience, everybody: true }
  for (const [at, name] of demo.campaigns.entries()) {
    const sentAt = new Date(clock.ms() - days(40 - at * 30) - hours(3))
    const [campaign] = await ctx.db
      .insert(reviewRequestCampaigns)
      .values({ ...plan, ...mail, name, audience, startedAt: sentAt, finishedAt: sentAt })
      .returning()
    const asked = readers.slice(at * EACH, (at + 1) * EACH)
    if (asked.length > 0) await ctx.db.insert(reviewRequests).values(toRequests(campaign!.id, sentAt, asked, roll))
  }
  const code = { code: newCode(), opened: 41, clicks: 17, startedAt: new Date(clock.ms() - days(60)) }
  await ctx.db.insert(reviewRequestCampaigns).values({ ...plan, ...code, name: demo.code, channel: 'qr' })
}
