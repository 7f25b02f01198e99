import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { listRecipients, type RecipientReport, recipientsFile } from '#campaigns/service/recipients.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { type CallResult, callResults, outcomeLabels, type RecipientOutcome } from '../../rules/states.ts'
import { recordingUrl } from '../../service/spoken.ts'
import { robocallAttempts, robocallCampaigns, robocallRecipients } from '../../tables.ts'
import type { CallFile, RobocallRecipientFilter, RobocallRecipientList, RobocallStats } from '../contract.ts'
import { PRICE_PER_MINUTE } from './preflight.ts'
import { outcomes } from './progress.ts'

const report: RecipientReport<RecipientOutcome> = {
  recipients: robocallRecipients,
  outcomes,
  figures: { opted_out: sql`r.opted_out`, connected: sql`r.connected` },
  columns: sql`r.tries, r.due_at as "dueAt", r.opted_out as "optedOut", r.connected,
    (select max(a.started_at) from robocall_attempts a where a.client_id = r.client_id and a.number = r.address and a.recipient_id = r.id) as "calledAt"`,
}
interface More {
  tries: number
  dueAt: string | null
  optedOut: boolean
  connected: boolean
  calledAt: string | null
}

/** The engine sorts by address, whatever a channel calls it. */
const toQuery = <T extends RobocallRecipientFilter>({ sort, ...filter }: T) => {
  const sorted = sort === 'number' ? 'address' : sort === '-number' ? '-address' : sort
  return { ...filter, sort: sorted } as const
}

/** Who is behind a figure of the report. */
export async function recipients(ctx: Ctx, filter: RobocallRecipientList) {
  await requireCampaign(ctx, filter.id)
  const { items, ...rest } = await listRecipients<RecipientOutcome, More>(ctx, report, toQuery(filter))
  const shown = items.map(({ address, dueAt, calledAt, problem: _, ...row }) => ({
    ...row,
    sentAt: calledAt ? new Date(calledAt) : row.sentAt,
    number: address,
    dueAt: dueAt ? new Date(dueAt) : null,
  }))
  return { ...rest, items: shown }
}

export async function recipientsCsv(ctx: Ctx, filter: RobocallRecipientFilter) {
  await requireCampaign(ctx, filter.id)
  return recipientsFile<RecipientOutcome, More>(ctx, report, toQuery(filter), {
    address: 'Number',
    outcomes: outcomeLabels,
    more: { Tries: ({ tries }) => tries, 'Opted out': ({ optedOut }) => (optedOut ? 'yes' : 'no') },
  })
}

async function requireCampaign(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: robocallCampaigns.id })
    .from(robocallCampaigns)
    .where(and(eq(robocallCampaigns.id, id), isNull(robocallCampaigns.deletedAt)))
  found(row, 'Campaign')
}

/** The calls to one recipient, each with its proof. */
export async function calls(ctx: Ctx, { recipientId }: { recipientId: string }): Promise<{ items: CallFile[] }> {
  const rows = await ctx.db
    .select()
    .from(robocallAttempts)
    .where(eq(robocallAttempts.recipientId, recipientId))
    .orderBy(asc(robocallAttempts.startedAt))
  const { rows: played } = await ctx.db.execute<{ recording: string | null }>(sql`
    select c.recording_id as recording from robocall_campaigns c join robocall_recipients r on r.campaign_id = c.id
    where r.id = ${recipientId}`)
  const recording = played[0]?.recording ?? null
  const items = rows.map(row => ({
    ...row,
    price: row.price,
    recordingUrl: recording && row.said ? recordingUrl(recording) : null,
    proof: {
      ...row.proof,
      consent: row.proof.consent && { ...row.proof.consent, at: new Date(row.proof.consent.at) },
      window: { ...row.proof.window, days: [...row.proof.window.days] },
    },
  }))
  return { items }
}

const spent = sql`coalesce(price, case when result in ('human', 'voicemail', 'fax')
  then ceil(greatest(coalesce(duration, 60), 1) / 60.0) * ${PRICE_PER_MINUTE} else 0 end)`

type Totals = Record<'calls' | 'human' | 'connected' | 'opt_outs', number> & { seconds: number | null; cost: string }

/** Every call of campaigns in the last days, by the church's clock. */
export async function stats(ctx: Ctx, { days }: { days: number }): Promise<RobocallStats> {
  const zone = ctx.client.timeZone
  const since = DateTime.fromJSDate(clock.now(), { zone })
    .startOf('day')
    .minus({ days: days - 1 })
    .toJSDate()
    .toISOString()
  const placed = sql`robocall_attempts a where not a.is_test and a.result is not null and a.started_at >= ${since}`
  const { rows: totals } = await ctx.db.execute<Totals>(sql`
    select count(*)::int as calls, count(*) filter (where result = 'human')::int as human,
      count(*) filter (where result = 'human' and position('2' in keys) > 0)::int as connected,
      count(*) filter (where position('9' in keys) > 0)::int as opt_outs,
      avg(duration) filter (where result in ('human', 'voicemail'))::float as seconds, coalesce(sum(${spent}), 0) as cost from ${placed}`)
  const { rows: results } = await ctx.db.execute<{ result: CallResult; count: number }>(
    sql`select result, count(*)::int as count from ${placed} group by 1`,
  )
  const here = sql`(a.started_at at time zone ${zone})`
  const { rows: hours } = await ctx.db.execute<RobocallStats['hours'][number]>(sql`
    select extract(isodow from ${here})::int as weekday, extract(hour from ${here})::int as hour, count(*)::int as calls,
      count(*) filter (where result = 'human')::int as answered from ${placed} group by 1, 2 order by 1, 2`)
  const { rows: byDay } = await ctx.db.execute<{ day: string; calls: number; answered: number; cost: string }>(sql`
    select to_char(${here}, 'YYYY-MM-DD') as day, count(*)::int as calls, count(*) filter (where result = 'human')::int as answered,
      sum(${spent}) as cost from ${placed} group by 1 order by 1`)
  const { calls: total, human, connected, seconds, cost, opt_outs: optOuts } = totals[0]!
  const cents = Number(cost) / 10_000
  const counted = new Map(results.map(row => [row.result, row.count]))
  return {
    totalCalls: total,
    answerRate: total > 0 ? human / total : null,
    averageDuration: seconds,
    conversionRate: human > 0 ? connected / human : null,
    costPerCall: total > 0 ? cents / total : null,
    totalCost: Math.round(cents),
    results: callResults.map(result => ({ result, count: counted.get(result) ?? 0 })),
    optOuts,
    hours,
    days: byDay.map(row => ({ ...row, cost: Math.round(Number(row.cost) / 10_000) })),
  }
}
