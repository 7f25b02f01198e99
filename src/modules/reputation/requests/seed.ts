import { inArray, isNull } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { people } from '#people/tables.ts'
import demo from '../data/demo-requests.json' with { type: 'json' }
import { reviewRequestTemplates } from '../request-templates/tables.ts'
import { reviewSources } from '../tables.ts'
import { toTarget } from './rules/targets.ts'
import { STANDARD_SUBJECT } from './rules/words.ts'
import { newCode } from './service/sending.ts'
import { reviewRequestCampaigns, reviewRequests } from './tables.ts'

/** People of each campaign. */
const EACH = 24

/** Templates, two campaigns that were sent, and a code at the welcome desk. */
export async function seedRequests(ctx: Ctx): Promise<void> {
  const entries = await ctx.db
    .select()
    .from(reviewSources)
    .where(inArray(reviewSources.platform, ['google', 'trustpilot']))
  const sources = entries.map(({ id }) => id)
  await ctx.db.insert(reviewRequestTemplates).values(demo.templates.map(template => ({ ...template, sources })))
  const targets = entries.map(({ platform, reviewUrl, url }) => toTarget({ platform, reviewUrl, page: url }))
  const plan = { topic: 'newsletter', targets, subject: STANDARD_SUBJECT, content: demo.templates[0]!.content }
  const known = await ctx.db
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(isNull(people.deletedAt))
    .orderBy(people.id)
    .limit(400)
  const readers = [...new Map(known.flatMap(one => (one.email ? [[one.email, one] as const] : []))).values()]
  const roll = dice(72)
  for (const [at, name] of demo.campaigns.entries()) {
    const sentAt = new Date(clock.ms() - days(40 - at * 30) - hours(3))
    const [campaign] = await ctx.db
      .insert(reviewRequestCampaigns)
      .values({
        ...plan,
        name,
        channel: 'email',
        audience: { ...emptyAudience, everybody: true },
        state: 'sent',
        startedAt: sentAt,
        finishedAt: sentAt,
      })
      .returning()
    const asked = readers.slice(at * EACH, (at + 1) * EACH)
    if (asked.length === 0) continue
    await ctx.db.insert(reviewRequests).values(
      asked.map(({ id, name: person, email }) => {
        const clickedAt = roll.next() < 0.4 ? new Date(sentAt.getTime() + hours(1 + roll.next() * 40)) : null
        const reviewedAt = clickedAt && roll.next() < 0.4 ? new Date(clickedAt.getTime() + hours(1)) : null
        return {
          campaignId: campaign!.id,
          personId: id,
          name: person,
          address: email!.toLowerCase(),
          channel: 'email' as const,
          state: 'written' as const,
          sentCount: 1,
          sentAt,
          lastSentAt: sentAt,
          clickedAt,
          reviewedAt,
        }
      }),
    )
  }
  await ctx.db.insert(reviewRequestCampaigns).values({
    ...plan,
    name: demo.code,
    channel: 'qr',
    subject: '',
    content: '',
    state: 'sent',
    startedAt: new Date(clock.ms() - days(60)),
    code: newCode(),
    opened: 41,
    clicks: 17,
  })
}
