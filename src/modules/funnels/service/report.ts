import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { FunnelReport, ReportRange } from '../contract.ts'
import { goalNames, type Step, stepsBefore } from '../rules/steps.ts'
import { funnelDays } from '../tables.ts'
import { rowOf } from './rows.ts'

const t = funnelDays
const sum = (column: typeof t.views) => sql<number>`coalesce(sum(${column}), 0)::int`
const within = ({ id, from, to }: ReportRange) => and(eq(t.funnelId, id), gte(t.day, from), lte(t.day, to))
const MOST_SOURCES = 200

type Counted = Awaited<ReturnType<typeof bySteps>>[number]

const bySteps = (ctx: Ctx, range: ReportRange) =>
  ctx.db
    .select({
      stepId: t.stepId,
      variantId: t.variantId,
      views: sum(t.views),
      visitors: sum(t.visitors),
      conversions: sum(t.conversions),
      inOrder: sum(t.inOrder),
      entrants: sum(t.entrants),
      converted: sum(t.converted),
    })
    .from(t)
    .where(within(range))
    .groupBy(t.stepId, t.variantId)

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null)
const total = (
  rows: readonly Counted[],
  name: 'views' | 'visitors' | 'conversions' | 'inOrder' | 'entrants' | 'converted',
) => rows.reduce((all, row) => all + row[name], 0)

export async function report(ctx: Ctx, range: ReportRange): Promise<FunnelReport> {
  const { live, draft } = await rowOf(ctx, range.id)
  const steps = live.length > 0 ? live : draft
  const rows = await bySteps(ctx, range)
  const [entrants, conversions] = [total(rows, 'entrants'), total(rows, 'converted')]
  return {
    entrants,
    conversions,
    conversionRate: share(conversions, entrants),
    steps: steps.map(step => stepFigures(steps, step, rows, entrants)),
    sources: await bySource(ctx, range),
    days: await byDay(ctx, range),
  }
}

function stepFigures(steps: readonly Step[], step: Step, rows: readonly Counted[], entrants: number) {
  const own = rows.filter(row => row.stepId === step.id)
  const before = stepsBefore(steps, step)
  const reachedBefore = total(
    rows.filter(row => before.some(one => one.id === row.stepId)),
    'conversions',
  )
  const conversions = total(own, 'conversions')
  return {
    stepId: step.id,
    name: step.name,
    goal: goalNames[step.goal.kind],
    views: total(own, 'views'),
    visitors: total(own, 'visitors'),
    conversions,
    ofEntrants: share(conversions, entrants),
    ofPrevious: share(total(own, 'inOrder'), before.length > 0 ? reachedBefore : entrants),
    variants: step.variants.map(({ id: variantId }) => {
      const rest = own.filter(row => row.variantId === variantId)
      return {
        variantId,
        views: total(rest, 'views'),
        visitors: total(rest, 'visitors'),
        conversions: total(rest, 'conversions'),
      }
    }),
  }
}

const bySource = (ctx: Ctx, range: ReportRange) =>
  ctx.db
    .select({
      source: t.source,
      medium: t.medium,
      campaign: t.campaign,
      link: t.link,
      visitors: sum(t.entrants),
      conversions: sum(t.converted),
    })
    .from(t)
    .where(within(range))
    .groupBy(t.source, t.medium, t.campaign, t.link)
    .orderBy(desc(sum(t.entrants)), asc(t.source), asc(t.campaign))
    .limit(MOST_SOURCES)

/** Every day of the range, also those on which nothing happened. */
async function byDay(ctx: Ctx, range: ReportRange): Promise<FunnelReport['days']> {
  const rows = await ctx.db
    .select({ day: t.day, visitors: sum(t.entrants), conversions: sum(t.converted) })
    .from(t)
    .where(within(range))
    .groupBy(t.day)
  const known = new Map(rows.map(row => [row.day, row]))
  const days: FunnelReport['days'] = []
  for (let day = DateTime.fromISO(range.from); day.toISODate()! <= range.to; day = day.plus({ days: 1 })) {
    const key = day.toISODate()!
    days.push(known.get(key) ?? { day: key, visitors: 0, conversions: 0 })
  }
  return days
}

const percent = (value: number | null) => (value === null ? '' : value.toFixed(4))

export async function exportReport(ctx: Ctx, range: ReportRange) {
  const { steps, sources, days } = await report(ctx, range)
  const heads = ['Part', 'Name', 'Medium', 'Campaign', 'Short link', 'Views', 'Unique visitors', 'Conversions']
  return {
    csv: csvFile(
      [...heads, 'Rate of all entrants', 'Rate of the previous step'],
      [
        ...steps.map(one => [
          'Step',
          one.name,
          '',
          '',
          '',
          one.views,
          one.visitors,
          one.conversions,
          percent(one.ofEntrants),
          percent(one.ofPrevious),
        ]),
        ...sources.map(one => [
          'Source',
          one.source || 'direct',
          one.medium,
          one.campaign,
          one.link && `/l/${one.link}`,
          '',
          one.visitors,
          one.conversions,
          '',
          '',
        ]),
        ...days.map(one => ['Day', one.day, '', '', '', '', one.visitors, one.conversions, '', '']),
      ],
    ),
  }
}
