import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { startScheduled } from '#campaigns/service/starting.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { smsKind } from '../../campaigns/service/kind.ts'
import { seriesDue } from '../../events.ts'
import { runDays } from '../../rules/series.ts'
import { smsCampaigns, smsSeries } from '../../tables.ts'

export type SeriesRow = typeof smsSeries.$inferSelect
type Course = Omit<SeriesRow, 'state'>

/** A run that is later than that, since nothing ran here, is left out: a Sunday's invitation is no use on Monday. */
const LATE = hours(6)

/** The next runs that are still to come: by the church's clock, whatever happens to it in between. */
export function nextRuns(ctx: Ctx, series: Course, count: number, after = clock.ms()): { on: string; at: Date }[] {
  const { timeZone: zone } = ctx.client
  const today = DateTime.fromMillis(after, { zone }).toISODate()!
  return runDays(series, today, count + 1)
    .map(on => ({ on, at: momentAt(`${on}T${series.time}`, zone) }))
    .filter(({ at }) => at.getTime() > after)
    .slice(0, series.mostRuns === null ? count : Math.min(count, series.mostRuns - series.runs))
}

/** Records the next run and sees to it; without one it has ended. The caller holds the row. */
export async function planNext(ctx: Ctx, series: Course): Promise<SeriesRow> {
  const [next] = nextRuns(ctx, series, 1)
  const [row] = await ctx.db
    .update(smsSeries)
    .set(next ? { nextOn: next.on, nextAt: next.at } : { nextOn: null, nextAt: null, state: 'ended' })
    .where(eq(smsSeries.id, series.id))
    .returning()
  if (next) await emit(ctx, seriesDue, { seriesId: series.id, at: next.at.toISOString() })
  announce(ctx, 'campaigns')
  return row!
}

/** One run: a campaign of its own with its own audience. Said twice, or after it was moved, it does nothing. */
export async function runSeries(ctx: Ctx, seriesId: string, at: Date): Promise<void> {
  const [series] = await ctx.db.select().from(smsSeries).where(eq(smsSeries.id, seriesId)).for('update')
  if (series?.state !== 'active' || series.nextAt?.getTime() !== at.getTime()) return
  const runOn = series.nextOn!
  const late = clock.ms() - at.getTime() > LATE
  if (!late) await begin(ctx, series, runOn)
  const runs = series.runs + (late ? 0 : 1)
  await ctx.db.update(smsSeries).set({ runs }).where(eq(smsSeries.id, seriesId))
  await planNext(ctx, { ...series, runs })
}

async function begin(ctx: Ctx, series: SeriesRow, runOn: string): Promise<void> {
  const { name, body, topic, audience, split, poll, answersTo, madeBy, id: seriesId } = series
  const [made] = await ctx.db
    .insert(smsCampaigns)
    .values({
      name,
      body,
      topic,
      audience,
      split,
      poll,
      answersTo,
      madeBy,
      seriesId,
      runOn,
      state: 'scheduled',
      mode: 'now',
      scheduledFor: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: smsCampaigns.id })
  // Needs it a second person's approval, or would nobody get it, that is seen to there as for any other.
  if (made) await startScheduled(ctx, smsKind, made.id)
}
