import { and, asc, count, desc, eq, ilike, inArray, isNull, sql } from 'drizzle-orm'
import { recordReview, requestApproval } from '#campaigns/service/approval.ts'
import { approveCampaign, cancelCampaign, pauseCampaign, resumeCampaign } from '#campaigns/service/lifecycle.ts'
import { changeCampaign, lockedCampaign } from '#campaigns/service/rows.ts'
import { beginCampaign, scheduleStart } from '#campaigns/service/starting.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { leftOutWords } from '#people/audience/rules/reasons.ts'
import { requireKnownAudience } from '#people/audience/service.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { mustNotDial } from '#telephony/rules/dialling.ts'
import { APPROVAL_ABOVE, type RobocallState } from '../rules/states.ts'
import { secondsOfCall } from '../rules/timing.ts'
import { robocallCampaigns, voiceScripts } from '../tables.ts'
import type {
  NewRobocall,
  Preflight,
  RobocallChange,
  RobocallDecision,
  RobocallFilter,
  RobocallStart,
} from './contract.ts'
import { robocallKind } from './service/kind.ts'
import { assess, toReport } from './service/preflight.ts'
import { listObstacles, requireReady } from './service/readiness.ts'
import { type CampaignRow, refuseOverCap } from './service/sending.ts'
import { toCampaign, toCampaigns } from './service/shown.ts'

async function campaignById(ctx: Ctx, id: string): Promise<CampaignRow> {
  const [row] = await ctx.db
    .select()
    .from(robocallCampaigns)
    .where(and(eq(robocallCampaigns.id, id), isNull(robocallCampaigns.deletedAt)))
  return found(row, 'Campaign')
}

const MOST = 10_000
const wanted = ({ search, state }: Pick<RobocallFilter, 'search' | 'state'>) =>
  and(
    isNull(robocallCampaigns.deletedAt),
    state ? eq(robocallCampaigns.state, state) : undefined,
    search ? ilike(robocallCampaigns.name, containing(search)) : undefined,
  )
const name = sql`lower(${robocallCampaigns.name})`
const orders = {
  '-createdAt': [desc(robocallCampaigns.createdAt), desc(robocallCampaigns.id)],
  createdAt: [asc(robocallCampaigns.createdAt), asc(robocallCampaigns.id)],
  name: [name, asc(robocallCampaigns.id)],
  '-name': [sql`${name} desc`, desc(robocallCampaigns.id)],
}

export async function list(ctx: Ctx, { cursor, limit, sort, ...filter }: RobocallFilter) {
  const start = pageStart(cursor, MOST)
  const [counted] = await ctx.db.select({ total: count() }).from(robocallCampaigns).where(wanted(filter))
  const rows = await ctx.db
    .select()
    .from(robocallCampaigns)
    .where(wanted(filter))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(start)
  const items = await toCampaigns(ctx, rows)
  return { items, nextCursor: rows.length === limit ? String(start + limit) : null, total: counted!.total }
}

export const get = async (ctx: Ctx, { id }: { id: string }) => toCampaign(ctx, await campaignById(ctx, id))

/** A phone of ours that key 2 leads to. */
function connectNumber(ctx: Ctx, given: string): string {
  if (!given) return ''
  const number = normalisePhone(given, ctx.client.country)
  const never = mustNotDial(given, number)
  if (!number || never) throw invalid('connectTo', never ?? 'Please enter the full phone number with its area code.')
  return number
}

/** The words of its script, which it keeps from now on. */
async function wordsOf(ctx: Ctx, scriptId: string | null) {
  if (!scriptId) return { content: '', voicemail: '', language: 'en-US', voice: '', recordingId: null }
  const [script] = await ctx.db
    .select()
    .from(voiceScripts)
    .where(and(eq(voiceScripts.id, scriptId), isNull(voiceScripts.deletedAt)))
  const { content, voicemail, language, voice, recordingId } = found(script, 'Script')
  return { content, voicemail, language, voice, recordingId }
}

export async function create(ctx: Ctx, given: NewRobocall) {
  await requireKnownAudience(ctx, given.audience)
  const connectTo = connectNumber(ctx, given.connectTo)
  const { spendingCap, ...rest } = given
  await ctx.db
    .insert(robocallCampaigns)
    .values({
      ...rest,
      connectTo,
      spendingCap: spendingCap === null ? null : spendingCap * 10_000,
      ...(await wordsOf(ctx, given.scriptId)),
      state: 'draft',
      madeBy: userOf(ctx),
    })
    .onConflictDoNothing({ target: [robocallCampaigns.clientId, robocallCampaigns.id] })
  announce(ctx, 'campaigns', given.id)
  return get(ctx, given)
}

const editable: RobocallState[] = ['draft', 'waiting', 'declined', 'scheduled']
/** While it is paused, only how fast it goes and what it may cost. */
const whilePaused = new Set(['perMinute', 'atOnce', 'spendingCap', 'retries', 'retryGap'])

export async function update(ctx: Ctx, { id, version, ...changes }: RobocallChange) {
  if (isNoChange(changes)) return get(ctx, { id })
  const before = await lockedCampaign(ctx, robocallKind, id)
  const isPace = Object.keys(changes).every(key => whilePaused.has(key))
  if (!editable.includes(before.state) && !(before.state === 'paused' && isPace)) throw new Failure('NOT_EDITABLE')
  if (before.version !== version) throw new Failure('CONFLICT')
  if (changes.audience) await requireKnownAudience(ctx, changes.audience)
  const { spendingCap, connectTo, ...rest } = changes
  const words = changes.scriptId !== undefined ? await wordsOf(ctx, changes.scriptId) : {}
  // What was approved or planned was the campaign as it stood: changed, it is a draft again.
  const back = before.state === 'paused' ? {} : { state: 'draft' as const, scheduledFor: null, reviewedBy: null }
  await changeCampaign(ctx, robocallKind, id, {
    ...rest,
    ...words,
    ...(connectTo === undefined ? {} : { connectTo: connectNumber(ctx, connectTo) }),
    ...(spendingCap === undefined ? {} : { spendingCap: spendingCap === null ? null : spendingCap * 10_000 }),
    ...back,
  })
  return get(ctx, { id })
}

/** The same again as a draft, with the script's words of today. */
export async function duplicate(ctx: Ctx, { id, as }: { id: string; as: string }) {
  const { name: was, purpose, topic, audience, scriptId, event, onDate, atTime, ...row } = await campaignById(ctx, id)
  const { callerNumber, connectTo, perMinute, atOnce, retries, retryGap, spendingCap } = row
  const script = await wordsOf(ctx, scriptId).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null
    throw error
  })
  const copied = { purpose, topic, audience, event, onDate, atTime, callerNumber, connectTo, perMinute, atOnce }
  await ctx.db
    .insert(robocallCampaigns)
    .values({
      ...copied,
      ...(script ?? (await wordsOf(ctx, null))),
      id: as,
      name: `Copy of ${was}`.slice(0, 120),
      scriptId: script ? scriptId : null,
      retries,
      retryGap,
      spendingCap,
      state: 'draft',
      madeBy: userOf(ctx),
    })
    .onConflictDoNothing({ target: [robocallCampaigns.clientId, robocallCampaigns.id] })
  announce(ctx, 'campaigns', as)
  return get(ctx, { id: as })
}

const removable: RobocallState[] = ['draft', 'waiting', 'declined', 'cancelled']

/** One that was called has proofs, which are kept. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const before = await lockedCampaign(ctx, robocallKind, id)
  if (!removable.includes(before.state) || before.startedAt) throw new Failure('NOT_EDITABLE')
  await changeCampaign(ctx, robocallKind, id, { deletedAt: clock.now() })
  return {}
}

/** What would happen if it started now: who is called, who waits for their hours, who isn't called and why. */
export async function preflight(ctx: Ctx, { id }: { id: string }): Promise<Preflight> {
  const campaign = await campaignById(ctx, id)
  const report = toReport(await assess(ctx, campaign), { ...campaign, seconds: secondsOfCall(campaign) })
  const calls = report.now + report.held.reduce((sum, one) => sum + one.count, 0)
  return {
    ...report,
    obstacles: [
      ...(await listObstacles(ctx, campaign)),
      ...(calls === 0 ? ['Nobody could be called. The list below says why.'] : []),
    ],
    needsApproval: calls > APPROVAL_ABOVE,
  }
}

/** Everyone who isn't called: as it was when it started, else as it is now. */
export async function excludedCsv(ctx: Ctx, { id }: { id: string }) {
  const campaign = await campaignById(ctx, id)
  const header = ['Name', 'Number', 'Why']
  if (campaign.startedAt) {
    const { rows } = await ctx.db.execute<{ name: string; number: string; reason: keyof typeof skipLabels }>(sql`
      select r.name, r.address as number, r.skip_reason as reason from robocall_recipients r
      where r.campaign_id = ${id} and r.skip_reason is not null
      union all select e.name, '', e.reason from robocall_exclusions e where e.campaign_id = ${id} order by name`)
    return {
      csv: csvFile(
        header,
        rows.map(row => [row.name, row.number, reasonWords(row.reason)]),
      ),
    }
  }
  const { numbers, people } = await assess(ctx, campaign)
  const lines = [
    ...numbers.flatMap(one => (one.reason ? [[one.name, one.number, reasonWords(one.reason)]] : [])),
    ...people.map(one => [one.name, '', reasonWords(one.reason)]),
  ].sort(([a], [b]) => a!.localeCompare(b!))
  return { csv: csvFile(header, lines) }
}

const reasonWords = (reason: string): string =>
  (skipLabels as Record<string, string>)[reason] ?? capital(leftOutWords(reason as 'deceased', 'voice'))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Checks everything once more, and begins; or waits for its time or for a second person. */
export async function start(ctx: Ctx, { id, version, at, confirmed }: RobocallStart) {
  const before = await lockedCampaign(ctx, robocallKind, id)
  // Pressed twice it has started once.
  if (before.state === 'sending' || before.state === 'sent') return get(ctx, { id })
  if (before.state === 'paused') return resume(ctx, { id })
  if (!editable.includes(before.state)) throw new Failure('NOT_EDITABLE')
  if (before.version !== version) throw new Failure('CONFLICT')
  const scheduledFor = at ? momentAt(at, ctx.client.timeZone) : null
  if (scheduledFor && scheduledFor <= clock.now()) throw invalid('at', 'Please choose a time in the future')
  await requireReady(ctx, before)
  const { numbers } = await assess(ctx, before)
  const calls = numbers.filter(one => one.reason === null).length
  if (calls === 0) throw new Failure('NOBODY')
  if (confirmed !== undefined && calls > confirmed) throw new Failure('MORE_THAN_CONFIRMED')
  const over = await refuseOverCap(ctx, before, [])
  if (over) throw new Failure('NOT_READY', over)
  const row = await changeCampaign(ctx, robocallKind, id, { scheduledFor, problem: null })
  if (calls > APPROVAL_ABOVE) await requestApproval(ctx, robocallKind, row)
  else if (scheduledFor) {
    await changeCampaign(ctx, robocallKind, id, { state: 'scheduled' })
    await scheduleStart(ctx, robocallKind, id, scheduledFor)
  } else await beginCampaign(ctx, robocallKind, row)
  return get(ctx, { id })
}

export async function approve(ctx: Ctx, decision: RobocallDecision) {
  await approveCampaign(ctx, robocallKind, decision)
  return get(ctx, decision)
}
export async function decline(ctx: Ctx, decision: RobocallDecision) {
  await recordReview(ctx, robocallKind, decision, false)
  return get(ctx, decision)
}

/** Calls that ring go on; no further one is placed. */
export async function pause(ctx: Ctx, { id }: { id: string }) {
  await pauseCampaign(ctx, robocallKind, id)
  return get(ctx, { id })
}
export async function resume(ctx: Ctx, { id }: { id: string }) {
  await resumeCampaign(ctx, robocallKind, id)
  return get(ctx, { id })
}
export async function cancel(ctx: Ctx, { id }: { id: string }) {
  await cancelCampaign(ctx, robocallKind, id, ['waiting', 'declined', 'scheduled', 'sending', 'paused'])
  return get(ctx, { id })
}

export async function exportCsv(ctx: Ctx, { sort, ...filter }: Pick<RobocallFilter, 'search' | 'state' | 'sort'>) {
  const rows = await ctx.db
    .select()
    .from(robocallCampaigns)
    .where(wanted(filter))
    .orderBy(...orders[sort])
    .limit(MOST)
  const items = await toCampaigns(ctx, rows)
  const header = [
    'Name',
    'State',
    'Starts',
    'Calls',
    'Completed',
    'Answered',
    'Voicemail',
    'No answer',
    'Busy',
    'Failed',
  ]
  const lines = items.map(({ name: called, state, startedAt, scheduledFor, progress }) => [
    called,
    state,
    startedAt ?? scheduledFor,
    progress?.calls,
    progress?.completed,
    progress?.human,
    progress?.voicemail,
    progress?.no_answer,
    progress?.busy,
    progress?.failed,
    progress?.optedOut,
    progress && (progress.cost / 100).toFixed(2),
  ])
  return { csv: csvFile([...header, 'Opted out', 'Cost in USD'], lines) }
}

/** Names of campaigns that are about to use a script. */
export const campaignsOfScript = (ctx: Ctx, scriptId: string) =>
  ctx.db
    .select({ id: robocallCampaigns.id, name: robocallCampaigns.name })
    .from(robocallCampaigns)
    .where(
      and(
        eq(robocallCampaigns.scriptId, scriptId),
        inArray(robocallCampaigns.state, ['draft', 'waiting', 'scheduled']),
        isNull(robocallCampaigns.deletedAt),
      ),
    )
