import { and, asc, desc, eq, ilike, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { requestApproval } from '#campaigns/service/approval.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '#campaigns/service/lifecycle.ts'
import { changeCampaign } from '#campaigns/service/rows.ts'
import { beginCampaign, scheduleStart } from '#campaigns/service/starting.ts'
import { requireMember } from '#clients/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { firstMoment, momentAt } from '#messaging/rules/local-clock.ts'
import { lintTags, lookUps, mailTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { measure } from '#messaging/rules/segments.ts'
import { lockCampaign } from '#messaging/service/campaign-lock.ts'
import { countSince, sendText } from '#messaging/service.ts'
import { requireKnownAudience } from '#people/audience/service.ts'
import { tagKeys, tagSamples } from '#people/fields/service/field-tags.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { linksIn, textFor } from '../rules/message.ts'
import { twin, withPoll } from '../rules/poll.ts'
import { type CampaignState, MOST_TESTS_AN_HOUR, UNDO_MS } from '../rules/states.ts'
import { sundayUntil } from '../rules/sunday.ts'
import { requirePrayerChain } from '../service/prayer-chains.ts'
import { limitOf, read as settingsOf } from '../settings/service.ts'
import { smsCampaigns } from '../tables.ts'
import type { NewSms, PlannedSms, SmsCampaign, SmsChange, SmsFilter, SmsWords } from './contract.ts'
import { sidesOf } from './service/ab-test.ts'
import { approvalsOf, needsApproval } from './service/approval-requests.ts'
import { estimate } from './service/estimate.ts'
import { smsKind } from './service/kind.ts'
import { sampleUrl } from './service/links.ts'
import { progressOf } from './service/progress.ts'
import type { CampaignRow } from './service/sending.ts'

export async function campaignById(ctx: Ctx, id: string, lock = false): Promise<CampaignRow> {
  if (lock) await lockCampaign(ctx, id)
  const query = ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return found(row, 'Campaign')
}

/** Campaigns as they are shown, in the same few queries for one as for a page of them. */
export async function toCampaigns(ctx: Ctx, rows: CampaignRow[]): Promise<SmsCampaign[]> {
  const started = rows.filter(row => row.startedAt)
  const progress = await progressOf(ctx, idsOf(started))
  const sides = await sidesOf(ctx, idsOf(started.filter(row => row.split && !row.sides)))
  const approval = await approvalsOf(ctx, rows)
  return rows.map(row => ({
    ...row,
    approval: approval(row),
    decidedSplitAt: row.splitDecidedAt,
    sides: row.split && row.startedAt ? (row.sides ?? sides(row.id)) : [],
    progress: progress.get(row.id) ?? null,
  }))
}
const idsOf = (rows: CampaignRow[]) => rows.map(row => row.id)
export const toCampaign = async (ctx: Ctx, row: CampaignRow): Promise<SmsCampaign> =>
  (await toCampaigns(ctx, [row]))[0]!

const MOST = 10_000
export const campaignFilter = ({ search, state }: Pick<SmsFilter, 'search' | 'state'>) =>
  and(
    state ? eq(smsCampaigns.state, state) : undefined,
    search
      ? sql`(${ilike(smsCampaigns.name, containing(search))} or ${ilike(smsCampaigns.body, containing(search))})`
      : undefined,
  )
const name = sql`lower(${smsCampaigns.name})`
export const orders = {
  '-createdAt': [desc(smsCampaigns.createdAt), desc(smsCampaigns.id)],
  createdAt: [asc(smsCampaigns.createdAt), asc(smsCampaigns.id)],
  name: [name, asc(smsCampaigns.id)],
  '-name': [sql`${name} desc`, desc(smsCampaigns.id)],
}

export async function list(ctx: Ctx, { cursor, limit, sort, ...filter }: SmsFilter) {
  const start = pageStart(cursor, MOST)
  const rows = await ctx.db
    .select()
    .from(smsCampaigns)
    .where(campaignFilter(filter))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(start)
  const items = await toCampaigns(ctx, rows)
  return { items, nextCursor: rows.length === limit ? String(start + limit) : null }
}

export const get = async (ctx: Ctx, { id }: { id: string }) => toCampaign(ctx, await campaignById(ctx, id))

const samples = Object.fromEntries(Object.entries(mailTags).map(([tag, { sample }]) => [tag, sample])) as TagValues

/** Refuses what can't be sent, beside its field. */
async function mustFit(ctx: Ctx, body: string, field = 'body'): Promise<void> {
  const problem = lintTags(body, await tagKeys(ctx))
  if (problem) throw invalid(field, problem)
  const limit = await limitOf(ctx)
  const ours = await churchTags(ctx)
  const own = await tagSamples(ctx, lookUps(body))
  const { text } = textFor(body, { ...samples, ...own, ...ours }, { known: true, short: sampleUrl })
  const over = measure(text).units - limit
  if (over > 0) throw invalid(field, `Please shorten this by ${over}. A text can have up to ${limit} characters.`)
}

/** People at worship aren't texted by their church, unless a member insists. */
export async function requireOutsideWorship(ctx: Ctx, at: string): Promise<void> {
  if (sundayUntil(at, await settingsOf(ctx))) throw new Failure('SUNDAY_MORNING')
}

/** Both versions, and a question with its answers: all that it says. */
export async function requireText(
  ctx: Ctx,
  { body, split, poll, answersTo }: Pick<NewSms, 'body' | 'split' | 'poll' | 'answersTo'>,
) {
  await requireMember(ctx, answersTo, 'answersTo')
  await mustFit(ctx, withPoll(body, poll))
  if (poll && split)
    throw invalid('split', 'A question can’t have two versions, so that all answers are counted together')
  const twice = twin(poll?.options ?? [])
  if (twice !== undefined) throw invalid(`poll.options.${twice}`, 'This answer is already listed')
  if (!split) return
  await mustFit(ctx, split.body, 'split.body')
  if (split.by === 'clicks' && [body, split.body].some(text => linksIn(text).length === 0))
    throw invalid('split.by', 'To compare clicks, both versions need a link')
}

async function mustReach(ctx: Ctx, words: SmsWords) {
  const known = await estimate(ctx, words)
  if (known.reached === 0) throw new Failure('NOBODY')
  return known
}

async function mustPay(ctx: Ctx, words: SmsWords) {
  const known = await mustReach(ctx, words)
  if (known.left !== null && known.cost > known.left) throw new Failure('OVER_CAP')
  return known
}

/** What a campaign without a name is called: how it begins. */
export const withCampaignName = ({ name: given, body }: Pick<NewSms, 'name' | 'body'>) =>
  given || (body.length > 40 ? `${body.slice(0, 39).trimEnd()}…` : body)

/** Pressed twice it is the same campaign, and the second press finds it on its way. */
async function create(
  ctx: Ctx,
  words: Omit<NewSms, 'anyway'>,
  plan: Partial<CampaignRow>,
): Promise<{ row: CampaignRow; fresh: boolean }> {
  const [row] = await ctx.db
    .insert(smsCampaigns)
    .values({ ...words, name: withCampaignName(words), state: 'scheduled', mode: 'now', madeBy: userOf(ctx), ...plan })
    .onConflictDoNothing({ target: [smsCampaigns.clientId, smsCampaigns.id] })
    .returning()
  return row ? { row, fresh: true } : { row: await campaignById(ctx, words.id, true), fresh: false }
}

export async function send(ctx: Ctx, { anyway, ...words }: NewSms) {
  await requireText(ctx, words)
  await requireKnownAudience(ctx, words.audience)
  await requirePrayerChain(ctx, words)
  const { row, fresh } = await create(ctx, words, {})
  if (!fresh) return toCampaign(ctx, row)
  const { needs, sunday } = await mustPay(ctx, words)
  if (sunday && !anyway && !words.urgentReason) throw new Failure('SUNDAY_MORNING')
  if (needs === 'person') await requestApproval(ctx, smsKind, row)
  else await beginCampaign(ctx, smsKind, row, new Date(clock.ms() + UNDO_MS))
  return get(ctx, words)
}

/** When a plan begins: by the church's clock, or by the earliest of those who get it. */
async function startOf(ctx: Ctx, { mode, at }: Pick<PlannedSms, 'mode' | 'at'>): Promise<Partial<CampaignRow>> {
  if (!DateTime.fromISO(at).isValid) throw invalid('at', 'Please choose a date and a time')
  const home = momentAt(at, ctx.client.timeZone)
  if (home.getTime() <= clock.ms()) throw invalid('at', 'Please choose a time in the future')
  if (mode === 'instant') return { mode, scheduledFor: home, localTime: null }
  // A day before nobody's clock shows it yet; everyone's text then waits in the outbox for their own hour.
  const earliest = firstMoment(at)
  const begins = Math.max(earliest.getTime(), clock.ms() + 1_000)
  return { mode, scheduledFor: new Date(begins), localTime: at }
}

export async function schedule(ctx: Ctx, { mode, at, anyway, ...words }: PlannedSms) {
  await requireText(ctx, words)
  await requireKnownAudience(ctx, words.audience)
  await requirePrayerChain(ctx, words)
  const plan = await startOf(ctx, { mode, at })
  if (!anyway) await requireOutsideWorship(ctx, at)
  const { row, fresh } = await create(ctx, words, plan)
  if (fresh) {
    // What is left of the cap is asked when it starts: that may be in another month.
    const { needs } = await mustReach(ctx, words)
    if (needs === 'person') await requestApproval(ctx, smsKind, row)
    else await scheduleStart(ctx, smsKind, row.id, row.scheduledFor!)
    announce(ctx, 'campaigns', row.id)
  }
  return get(ctx, words)
}

export async function update(ctx: Ctx, { id, version, mode, at, anyway, ...changes }: SmsChange) {
  const before = await campaignById(ctx, id, true)
  if (!editable.includes(before.state)) throw new Failure('NOT_EDITABLE')
  if (before.version !== version) throw new Failure('CONFLICT')
  await requireText(ctx, { ...before, ...changes })
  if (changes.audience) await requireKnownAudience(ctx, changes.audience)
  const plan = at ? await startOf(ctx, { mode: mode ?? (before.mode === 'local' ? 'local' : 'instant'), at }) : {}
  if (at && !anyway) await requireOutsideWorship(ctx, at)
  if (changes.audience) await requirePrayerChain(ctx, { ...before, ...changes })
  const after = { ...before, ...changes, ...plan }
  await changeCampaign(ctx, smsKind, id, { ...changes, ...plan })
  // What was asked once is asked again: an approval covers only the text that was read.
  if (before.state !== 'scheduled' || (await needsApproval(ctx, after))) await requestApproval(ctx, smsKind, after)
  else if (plan.scheduledFor) await scheduleStart(ctx, smsKind, id, plan.scheduledFor)
  return get(ctx, { id })
}

const editable: CampaignState[] = ['waiting', 'declined', 'scheduled']
const running: CampaignState[] = [...editable, 'sending', 'paused']

export const pause = async (ctx: Ctx, { id }: { id: string }) => toCampaign(ctx, await pauseCampaign(ctx, smsKind, id))
export const resume = async (ctx: Ctx, { id }: { id: string }) =>
  toCampaign(ctx, await resumeCampaign(ctx, smsKind, id))
export const cancel = async (ctx: Ctx, { id }: { id: string }) =>
  toCampaign(ctx, await cancelCampaign(ctx, smsKind, id, running))

/** To a colleague's phone, before anyone else reads it. */
export async function test(ctx: Ctx, { body, to }: { body: string; to: string }) {
  await mustFit(ctx, body)
  const number = normalisePhone(to, ctx.client.country)
  if (!number) throw invalid('to', 'Please enter a full phone number')
  if ((await countSince(ctx, 'sms-test', new Date(clock.ms() - hours(1)))) >= MOST_TESTS_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'You sent many tests this hour. Please wait a while.')
  const ours = await churchTags(ctx)
  const own = await tagSamples(ctx, lookUps(body))
  const { text } = textFor(body, { ...samples, ...own, ...ours }, { known: false, short: sampleUrl })
  await sendText(ctx, {
    to: number,
    text: `Test: ${text}`,
    kind: 'sms-test',
    dedupeKey: `sms-test:${number}:${clock.ms()}`,
  })
  return { to: number }
}
