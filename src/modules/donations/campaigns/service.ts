import { and, asc, desc, eq, ilike, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { plainQr } from '#links/drawing/service.ts'
import { placeLink } from '#links/service/places.ts'
import { shortUrl } from '#links/service.ts'
import { offers } from '#payments/service/start.ts'
import { defaultFund, fundById } from '../funds/service.ts'
import { publishedCampaigns } from '../published/service.ts'
import { collectable } from '../rules/progress.ts'
import type { CampaignStatus } from '../rules/states.ts'
import { MODULE } from '../service/ledger-entries.ts'
import { campaigns, campaignTotals, giftLines } from '../tables.ts'
import { readSettings } from '../text-to-give/service/settings.ts'
import {
  type ChangedCampaign,
  type CollectingWays,
  campaignProblems,
  type GivingCampaign,
  type NewCampaign,
} from './contract.ts'

type Row = typeof campaigns.$inferSelect

const churchSlug = async (ctx: Ctx): Promise<string> => {
  const [row] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account').slug
}

/** What is known this moment for those who may see gifts; for everyone else what is published. */
async function totalsOf(ctx: Ctx): Promise<Map<string, { raised: number; donors: number }>> {
  if (!ctx.rights.includes('giving')) return publishedCampaigns(ctx)
  const { campaignId, raised, donors } = campaignTotals
  const rows = await ctx.db.select({ campaignId, raised, donors }).from(campaignTotals)
  return new Map(rows.map(row => [row.campaignId, row]))
}

async function toCampaigns(ctx: Ctx, rows: readonly Row[]): Promise<GivingCampaign[]> {
  const totals = await totalsOf(ctx)
  const church = await churchSlug(ctx)
  const unavailable = (await offers(ctx)).reason
  const today = localDay(clock.now(), ctx.client.timeZone)
  return rows.map(({ clientId: _, updatedAt: __, createdBy: ___, ...row }) => {
    const none = ctx.rights.includes('giving') ? 0 : null
    const { raised = none, donors = none } = totals.get(row.id) ?? {}
    const link = `${env.publicUrl}/give/${church}/${row.slug}`
    return {
      ...row,
      raised,
      donorCount: donors,
      link,
      notCollecting: collectable({ ...row, unavailable }, today).reason,
    }
  })
}

export async function list(
  ctx: Ctx,
  { search, status }: { search?: string | undefined; status?: CampaignStatus[] | undefined },
) {
  const rows = await ctx.db
    .select()
    .from(campaigns)
    .where(
      and(
        search ? ilike(campaigns.name, containing(search)) : undefined,
        status?.length ? inArray(campaigns.status, status) : undefined,
      ),
    )
    .orderBy(asc(sql`${campaigns.status} <> 'active'`), desc(campaigns.createdAt), desc(campaigns.id))
    .limit(500)
  return { items: await toCampaigns(ctx, rows) }
}

export async function campaignById(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(campaigns).where(eq(campaigns.id, id))
  return found(row, 'Campaign')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<GivingCampaign> {
  const [shown] = await toCampaigns(ctx, [await campaignById(ctx, id)])
  return shown!
}

async function fundFor(ctx: Ctx, id: string | undefined): Promise<string> {
  if (!id) return (await defaultFund(ctx)).id
  const fund = await fundById(ctx, id)
  if (fund.archivedAt) throw invalid('fundId', 'This fund is archived. Please choose another one.')
  return id
}

/** The name as an address: "Roof & Boiler" becomes roof-boiler. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50) || 'campaign'

export async function create(ctx: Ctx, { currency, fundId, ...input }: NewCampaign): Promise<GivingCampaign> {
  const values = { ...input, currency: currency ?? ctx.client.currency, fundId: await fundFor(ctx, fundId) }
  for (let tries = 0; tries < 20; tries++) {
    const slug = `${slugOf(input.name)}${tries === 0 ? '' : `-${tries + 1}`}`
    const [row] = await ctx.db
      .insert(campaigns)
      .values({ ...values, slug, createdBy: userOf(ctx), createdAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: campaigns.id })
    if (!row) continue
    announce(ctx, 'giving', row.id)
    return get(ctx, row)
  }
  throw invalid('name', 'Too many campaigns have this name')
}

/** Of two who edit at once, the second is told. */
async function write(ctx: Ctx, { id, version }: { id: string; version: number }, changes: Partial<Row>) {
  const [row] = await ctx.db
    .update(campaigns)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(campaigns.id, id), eq(campaigns.version, version)))
    .returning({ id: campaigns.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'giving', id)
  return get(ctx, { id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: ChangedCampaign): Promise<GivingCampaign> {
  // Gifts of this campaign that are being recorded are waited for, and wait: its currency can't change under them.
  const [row] = await ctx.db.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
  const before = found(row, 'Campaign')
  if (Object.keys(changes).length === 0) return get(ctx, { id })
  const [problem] = campaignProblems({ ...before, ...changes })
  if (problem) throw invalid(problem.field, problem.message)
  if (changes.currency && changes.currency !== before.currency) await requireNoGifts(ctx, id)
  if (changes.fundId && changes.fundId !== before.fundId) await fundFor(ctx, changes.fundId)
  return write(ctx, { id, version }, changes)
}

async function requireNoGifts(ctx: Ctx, id: string): Promise<void> {
  const [one] = await ctx.db.select({ id: giftLines.id }).from(giftLines).where(eq(giftLines.campaignId, id)).limit(1)
  if (one) throw invalid('currency', 'The currency can’t be changed after the first gift')
}

async function enter(ctx: Ctx, id: string, status: CampaignStatus): Promise<GivingCampaign> {
  const row = await campaignById(ctx, id)
  if (status === 'active' && row.endDate && row.endDate < localDay(clock.now(), ctx.client.timeZone))
    throw new Failure('BAD_REQUEST', 'The end date of this campaign has passed. Change it first.')
  return row.status === status ? get(ctx, { id }) : write(ctx, row, { status })
}
export const pause = (ctx: Ctx, { id }: { id: string }) => enter(ctx, id, 'paused')
export const resume = (ctx: Ctx, { id }: { id: string }) => enter(ctx, id, 'active')
export const complete = (ctx: Ctx, { id }: { id: string }) => enter(ctx, id, 'completed')

/** Accounts with a campaign whose last day is over by their own clocks. */
export const accountsWithEndedCampaigns = (now: Date): SQL => sql`
  select g.client_id from ${campaigns} g join ${clients} c on c.id = g.client_id
  where g.status <> 'completed' and g.end_date < (${now.toISOString()}::timestamptz at time zone c.time_zone)::date`

/** A campaign ends with its end date, never with its goal. */
export async function completeEndedCampaigns(ctx: Ctx): Promise<void> {
  const today = localDay(clock.now(), ctx.client.timeZone)
  const ended = await ctx.db
    .update(campaigns)
    .set({ status: 'completed', version: sql`${campaigns.version} + 1` })
    .where(and(ne(campaigns.status, 'completed'), sql`${campaigns.endDate} < ${today}`))
    .returning({ id: campaigns.id })
  for (const { id } of ended) announce(ctx, 'giving', id)
}

/** Links, embed code and QR code; the code's short link is made the first time, and stays the same. */
export async function collect(ctx: Ctx, { id }: { id: string }): Promise<CollectingWays> {
  const { link, name, fundId } = await get(ctx, { id })
  const { code } = await placeLink(ctx, { module: MODULE, id }, { target: link, source: 'qr' })
  const { code: keyword } = await fundById(ctx, fundId)
  const { enabled } = await readSettings(ctx)
  return {
    link,
    kiosk: `${link}?kiosk=1`,
    shortLink: shortUrl(code),
    qr: await plainQr(shortUrl(code)),
    embed: `<iframe src="${link}?embed=1" title="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="100%" height="900" style="border:0"></iframe>`,
    text: enabled ? `$50 ${keyword}` : null,
  }
}
