import { sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import demo from '../data/demo-testimonies.json' with { type: 'json' }
import { type NameChoice, STANDARD_CONSENT, type TestimonyState, usualExpiry } from './rules/states.ts'
import { testimonies } from './tables.ts'

/** Stories at each step, from draft to published; the draft waits for its consent. */
export async function seedTestimonies(ctx: Ctx): Promise<void> {
  const { rows: tellers } = await ctx.db.execute<{ id: string }>(sql`
    select id from people where email is not null and deleted_at is null and not deceased order by lower(email), id limit ${demo.length}`)
  const agreedAt = new Date(clock.ms() - days(45))
  const agreedOn = localDay(agreedAt, ctx.client.timeZone)
  const rows = demo.flatMap(({ content, nameShown, state }, at) => {
    const personId = tellers[at]?.id
    if (!personId) return []
    const hasConsent = state !== 'draft'
    return [
      {
        personId,
        content,
        nameShown: nameShown as NameChoice,
        state: state as TestimonyState,
        expiresOn: usualExpiry(agreedOn),
        ...(hasConsent && { consentWords: STANDARD_CONSENT, consentOn: agreedOn, consentHow: 'paper' as const }),
        publishedAt: state === 'published' ? agreedAt : null,
      },
    ]
  })
  if (rows.length > 0) await ctx.db.insert(testimonies).values(rows)
}
