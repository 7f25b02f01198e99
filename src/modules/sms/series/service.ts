import { and, asc, eq, ne } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { requireKnownAudience } from '#people/audience/service.ts'
import { requireText, withCampaignName } from '../campaigns/service.ts'
import { sundayUntil } from '../rules/sunday.ts'
import { read as settingsOf } from '../settings/service.ts'
import { smsSeries } from '../tables.ts'
import type { NewSmsSeries, SmsSeries, SmsSeriesChange } from './contract.ts'
import { nextRuns, planNext, type SeriesRow } from './service/series-runs.ts'

const MOST = 100
const shown = (ctx: Ctx, row: SeriesRow): SmsSeries => ({
  ...row,
  next: row.state === 'active' ? nextRuns(ctx, row, 3).map(({ at }) => at) : [],
})

async function byId(ctx: Ctx, id: string): Promise<SeriesRow> {
  const [row] = await ctx.db.select().from(smsSeries).where(eq(smsSeries.id, id)).for('update')
  return found(row, 'Repeated text')
}

/** Those that haven't ended, the next to be sent first. */
export async function list(ctx: Ctx): Promise<{ items: SmsSeries[] }> {
  const rows = await ctx.db
    .select()
    .from(smsSeries)
    .where(ne(smsSeries.state, 'ended'))
    .orderBy(asc(smsSeries.nextAt), asc(smsSeries.createdAt))
    .limit(MOST)
  return { items: rows.map(row => shown(ctx, row)) }
}

/** No run of the next year lies on a Sunday morning, unless someone says so. */
async function mustBeFree(ctx: Ctx, row: Omit<SeriesRow, 'state'>): Promise<void> {
  const settings = await settingsOf(ctx)
  if (nextRuns(ctx, row, 52).some(({ on }) => sundayUntil(`${on}T${row.time}`, settings)))
    throw new Failure('SUNDAY_MORNING')
}

export async function create(ctx: Ctx, { anyway, ...words }: NewSmsSeries): Promise<SmsSeries> {
  await requireText(ctx, words)
  await requireKnownAudience(ctx, words.audience)
  if ((await ctx.db.$count(smsSeries, ne(smsSeries.state, 'ended'))) >= MOST)
    throw invalid('rule', 'You already have 100 repeated texts. End one you don’t need.')
  const [made] = await ctx.db
    .insert(smsSeries)
    .values({ ...words, name: withCampaignName(words), madeBy: userOf(ctx) })
    .onConflictDoNothing({ target: [smsSeries.clientId, smsSeries.id] })
    .returning()
  if (!made) return shown(ctx, await byId(ctx, words.id))
  if (nextRuns(ctx, made, 1).length === 0)
    throw invalid('endsOn', 'It would never be sent: there is no such day before it ends')
  if (!anyway) await mustBeFree(ctx, made)
  return shown(ctx, await planNext(ctx, made))
}

export async function update(ctx: Ctx, { id, version, anyway, ...changes }: SmsSeriesChange): Promise<SmsSeries> {
  const before = await byId(ctx, id)
  if (before.version !== version) throw new Failure('CONFLICT')
  if (before.state === 'ended') throw new Failure('NOT_EDITABLE')
  const after = { ...before, ...changes }
  await requireText(ctx, after)
  if (!anyway && changes.time) await mustBeFree(ctx, after)
  await ctx.db.update(smsSeries).set(changes).where(eq(smsSeries.id, id))
  if (before.state === 'active') await planNext(ctx, after)
  announce(ctx, 'campaigns')
  return shown(ctx, await byId(ctx, id))
}

async function move(ctx: Ctx, id: string, from: SeriesRow['state'][], state: SeriesRow['state']): Promise<SmsSeries> {
  const before = await byId(ctx, id)
  if (!from.includes(before.state)) return shown(ctx, before)
  const where = and(eq(smsSeries.id, id), eq(smsSeries.state, before.state))
  const [row] = await ctx.db.update(smsSeries).set({ state, nextAt: null, nextOn: null }).where(where).returning()
  announce(ctx, 'campaigns')
  return shown(ctx, state === 'active' ? await planNext(ctx, row!) : row!)
}

/** Runs that fall into the pause are left out. */
export const pause = (ctx: Ctx, { id }: { id: string }) => move(ctx, id, ['active'], 'paused')
export const resume = (ctx: Ctx, { id }: { id: string }) => move(ctx, id, ['paused'], 'active')
/** For good; what is on its way goes on. */
export const end = (ctx: Ctx, { id }: { id: string }) => move(ctx, id, ['active', 'paused'], 'ended')
