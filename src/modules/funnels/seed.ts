import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { dayOf } from './rules/days.ts'
import type { Step } from './rules/steps.ts'
import type { TemplateKey } from './rules/templates.ts'
import { publishParts } from './service/publishing.ts'
import { create } from './service.ts'
import { funnels, funnelTests } from './tables.ts'

interface Demo {
  template: TemplateKey
  isLive: boolean
  /** Days since it was published. */
  age: number
  /** Visitors on a usual day, and the part of them that reaches the goal of each step before. */
  daily: number
  shares: number[]
}
const demo: Demo[] = [
  { template: 'visit', isLive: true, age: 365, daily: 9, shares: [0.14, 0.96, 0.62] },
  { template: 'alpha', isLive: true, age: 120, daily: 6, shares: [0.11, 0.95, 0.7] },
  { template: 'baptism', isLive: false, age: 0, daily: 0, shares: [] },
]

const sources = [
  ['google', 'organic', '', 34],
  ['', '', '', 26],
  ['facebook', 'social', 'spring', 18],
  ['newsletter', 'email', 'monthly', 14],
  ['short link', '', '', 8],
] as const

/** Three funnels of the demo church: one for guests with a year behind it, one with a running A/B test, and a draft. */
export async function seedFunnels(ctx: Ctx): Promise<void> {
  for (const one of demo) {
    const { id } = await create(ctx, { template: one.template })
    if (!one.isLive) continue
    await publishParts(ctx, { id })
    const [row] = await ctx.db.select().from(funnels).where(sql`${funnels.id} = ${id}`)
    const steps = one.template === 'alpha' ? tested(row!.draft) : row!.draft
    const publishedAt = new Date(clock.ms() - days(one.age))
    await ctx.db
      .update(funnels)
      .set({
        ...{ state: 'published', draft: steps, live: steps, isFresh: true, publishedAt, mobileSeenAt: publishedAt },
        createdAt: publishedAt,
      })
      .where(sql`${funnels.id} = ${id}`)
    const test = steps.find(step => step.variants.length > 1)
    if (test) await seedTest(ctx, id, test)
    await seedDays(ctx, id, steps, one)
  }
}

/** A second page for its first step; the same page stands for both, since the demo has one of the kind. */
const tested = ([first, ...rest]: Step[]): Step[] => [
  { ...first!, variants: [...first!.variants, { ...first!.variants[0]!, id: randomUUID() }] },
  ...rest,
]

const seedTest = (ctx: Ctx, funnelId: string, { id: stepId, variants }: Step) =>
  ctx.db.insert(funnelTests).values({
    ...{ funnelId, stepId, variantIds: variants.map(one => one.id).sort(), isAutomatic: true },
    ...{ startedAt: new Date(clock.ms() - days(9)), decideAt: new Date(clock.ms() + days(5)) },
  })

/** The sums of each day, made in one statement: fewer visitors in summer, more before Sundays, the same for the same day. */
async function seedDays(ctx: Ctx, funnelId: string, steps: Step[], { age, daily, shares }: Demo): Promise<void> {
  const last = dayOf(clock.now(), ctx.client.timeZone)
  const places = steps.flatMap((step, rank) =>
    (step.variants.length > 0 ? step.variants : [{ id: step.id }]).map((variant, side, all) => ({
      ...{ step: step.id, variant: variant.id, rank, sides: all.length },
      // What reaches this step, and its goal, of those who came in.
      visitors: step.variants.length > 0 ? shares.slice(0, rank).reduce((part, one) => part * one, 1) : 0,
      conversions: shares.slice(0, rank + 1).reduce((part, one) => part * one, 1) * (1 + side * 0.2),
    })),
  )
  const from = sources.map(([source, medium, campaign, weight]) => ({ source, medium, campaign, weight }))
  await ctx.db.execute(sql`
    insert into funnel_days (funnel_id, step_id, variant_id, day, source, medium, campaign, views, visitors, entrants,
      conversions, in_order, converted)
    select ${funnelId}, step, variant, day, source, medium, campaign, ceil(n * visitors * 1.3), round(n * visitors),
      case rank when 0 then round(n) else 0 end, reached, reached, case rank when 0 then reached else 0 end
    from (
      select p.*, d.day, s.source, s.medium, s.campaign, round(d.n * s.weight / 100.0 / p.sides) as n,
        -- The rest of a division is a visitor on some days.
        floor(d.n * s.weight / 100.0 / p.sides * p.conversions
          + (abs(hashint4(extract(doy from d.day)::int * 7 + s.weight + p.rank)) % 100) / 100.0) as reached
      from (select day::date as day, ${daily}::float * case extract(dow from day) when 6 then 1.8 when 0 then 1.4 else 0.9 end
          * (0.8 + (abs(hashint4(extract(doy from day)::int)) % 50) / 100.0)
          * case when extract(month from day) in (6, 7, 8) then 0.6 else 1 end as n
        from generate_series(${last}::date - ${age}::int, ${last}::date, interval '1 day') day) d
      cross join jsonb_to_recordset(${JSON.stringify(from)}::jsonb) s(source text, medium text, campaign text, weight int)
      cross join jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        p(step uuid, variant uuid, rank int, sides int, visitors float, conversions float)
    ) counted
    where n * visitors + reached > 0`)
}
