import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
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
    const [row] = await ctx.db.select().from(funnels).where(eq(funnels.id, id))
    const steps = one.template === 'alpha' ? tested(row!.draft) : row!.draft
    const publishedAt = new Date(clock.ms() - days(one.age))
    await ctx.db
      .update(funnels)
      .set({
        state: 'published',
        draft: steps,
        live: steps,
        isFresh: true,
        publishedAt,
        mobileSeenAt: publishedAt,
        createdAt: publishedAt,
      })
      .where(eq(funnels.id, id))
    const test = steps.find(step => step.variants.length > 1)
    if (test) await seedTest(ctx, id, test)
    await seedVisits(ctx, id, steps, one)
  }
}

/** A second page for its first step; the same page stands for both, since the demo has one of the kind. */
const tested = ([first, ...rest]: Step[]): Step[] => [
  { ...first!, variants: [...first!.variants, { ...first!.variants[0]!, id: randomUUID() }] },
  ...rest,
]

const seedTest = (ctx: Ctx, funnelId: string, { id: stepId, variants }: Step) =>
  ctx.db.insert(funnelTests).values({
    funnelId,
    stepId,
    variantIds: variants.map(one => one.id).sort(),
    isAutomatic: true,
    startedAt: new Date(clock.ms() - days(9)),
    decideAt: new Date(clock.ms() + days(5)),
  })

/** What each visitor saw and reached, one row for each step: the same for the same day; more before Sundays, fewer in summer. */
function walkOf(steps: Step[], { template, age, daily, shares }: Demo, last: string): SQL {
  const places = steps.map(({ id, goal, variants }, rank) => ({
    step: id,
    rank,
    kind: goal.kind,
    goal: goal.kind === 'form' ? `form ${goal.id}` : goal.kind,
    variants: variants.length > 0 ? variants.map(one => one.id) : [id],
  }))
  const from = sources.map(([source, medium, campaign, weight], at) => {
    const low = sources.slice(0, at).reduce((sum, one) => sum + one[3], 0)
    return { source, medium, campaign, low, high: low + weight }
  })
  return sql`
    select v.visitor, v.day, v.day + time '17:00' + interval '1 minute' * p.rank as at, s.source, s.medium, s.campaign,
      p.*, p.variants[1 + abs(hashtext(v.visitor)) % cardinality(p.variants)] as variant,
      coalesce((select min(nr) - 1 from unnest(${sql.param(shares)}::float[]) with ordinality as t(share, nr)
        where (abs(hashtext(v.visitor || t.nr)::bigint) % 10000) / 10000.0 >= t.share), ${shares.length}::int) as depth
    from (
      select day::date as day, left(md5(${template}::text || day || i), 16) as visitor
      from generate_series(${last}::date - ${age}::int, ${last}::date, interval '1 day') day
      cross join lateral generate_series(1, (${daily}::float
        * case extract(dow from day) when 6 then 1.8 when 0 then 1.4 else 0.9 end
        * case when extract(month from day) in (6, 7, 8) then 0.6 else 1 end)::int) i) v
    join jsonb_to_recordset(${JSON.stringify(from)}::jsonb) s(source text, medium text, campaign text, low int, high int)
      on abs(hashtext(v.visitor || 'source')::bigint) % 100 between s.low and s.high - 1
    cross join jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      p(step uuid, rank int, kind text, goal text, variants uuid[])`
}

/** Visitors of each day, in three statements: what they saw, what they reached, and the sums that reports read. */
async function seedVisits(ctx: Ctx, funnelId: string, steps: Step[], demo: Demo): Promise<void> {
  const last = dayOf(clock.now(), ctx.client.timeZone)
  const walked = walkOf(steps, demo, last)
  await ctx.db.execute(sql`
    insert into funnel_visits (funnel_id, step_id, variant_id, day, visitor, views, last_at, created_at, source, medium, campaign)
    select ${funnelId}, step, variant, day, visitor, 1 + abs(hashtext(visitor || rank)) % 2, at, at, source, medium, campaign
    from (${walked}) w where kind <> 'attended' and depth >= rank + (kind = 'view')::int`)
  await ctx.db.execute(sql`
    insert into funnel_conversions (funnel_id, step_id, variant_id, day, visitor, goal, reached_at, last_at, is_in_order,
      is_first, source, medium, campaign)
    select ${funnelId}, step, variant, on_day, visitor, goal, at, at, true, kind = 'form', source, medium, campaign
    from (select *, case kind when 'attended' then day + (7 - extract(dow from day)::int) % 7 else day end as on_day
      from (${walked}) w) w where depth > rank and on_day <= ${last}::date`)
  await ctx.db.execute(sql`
    insert into funnel_days (funnel_id, step_id, variant_id, day, source, medium, campaign, views, visitors, entrants,
      conversions, in_order, converted)
    select ${funnelId}, step_id, variant_id, day, source, medium, campaign, sum(views), sum(visitors), sum(entrants),
      sum(conversions), sum(conversions), sum(converted)
    from (
      select step_id, variant_id, day, source, medium, campaign, views, 1 as visitors,
        (step_id = ${steps[0]!.id})::int as entrants, 0 as conversions, 0 as converted
      from funnel_visits where funnel_id = ${funnelId}
      union all
      select step_id, variant_id, day, source, medium, campaign, 0, 0, 0, 1, is_first::int
      from funnel_conversions where funnel_id = ${funnelId}) counted
    group by step_id, variant_id, day, source, medium, campaign`)
}
