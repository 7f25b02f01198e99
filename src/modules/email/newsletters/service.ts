import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '#campaigns/service/lifecycle.ts'
import { beginCampaign, scheduleStart } from '#campaigns/service/starting.ts'
import type { PostalAddress } from '#clients/contract.ts'
import { change, read as churchOf } from '#clients/service.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange, sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { mailTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { lockCampaign } from '#messaging/service/campaign-lock.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import { sendingDomain } from '#providers/mail/index.ts'
import { requirePictures } from '../blocks/service.ts'
import { emailKind } from '../campaigns/service/kind.ts'
import { audienceOf, type CampaignRow, commonValues } from '../campaigns/service/sending.ts'
import { progressOf } from '../progress/service.ts'
import { type CampaignState, MOST_TESTS_AN_HOUR } from '../rules/states.ts'
import { emailCampaigns } from '../tables.ts'
import { readingsOf } from '../tracking/service/engagement.ts'
import { preferencesUrl, unsubscribeUrl } from '../unsubscribe/service.ts'
import type { Campaign, CampaignChange, PreviewOf } from './contract.ts'
import { newsletterComposer, requireComplete, requireValidTags } from './service/rendering.ts'

/** A campaign for an audience is none. */
const newsletter = isNull(emailCampaigns.audience)

async function campaignById(ctx: Ctx, id: string, lock = false): Promise<CampaignRow> {
  if (lock) await lockCampaign(ctx, id)
  const query = ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(eq(emailCampaigns.id, id), isNull(emailCampaigns.deletedAt)))
  const [row] = await (lock ? query.for('update') : query)
  return found(row, 'Newsletter')
}

/** Newsletters as they are shown. The server's own mail has no share of a day that it must keep. */
async function toNewsletters(ctx: Ctx, rows: CampaignRow[]): Promise<Campaign[]> {
  const started = rows.filter(row => row.startedAt)
  const progress = await progressOf(
    ctx,
    started.map(row => row.id),
  )
  const readings = await readingsOf(ctx, started)
  return rows.map(row => ({ ...row, progress: progress.get(row.id) ?? null, reading: readings.get(row.id) ?? null }))
}
const shown = async (ctx: Ctx, row: CampaignRow): Promise<Campaign> => (await toNewsletters(ctx, [row]))[0]!

export async function list(ctx: Ctx, { cursor, limit }: { cursor?: string; limit: number }) {
  const rows = await ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(newsletter, isNull(emailCampaigns.deletedAt), cursor ? lt(emailCampaigns.id, cursor) : undefined))
    .orderBy(desc(emailCampaigns.id))
    .limit(limit)
  const items = await toNewsletters(ctx, rows)
  return { items, nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}

export const get = async (ctx: Ctx, { id }: { id: string }) => shown(ctx, await campaignById(ctx, id))

/** A new draft, from whom the last one was; one that nobody has written in yet is as good as new. */
export async function create(ctx: Ctx) {
  const [last] = await ctx.db.select().from(emailCampaigns).where(newsletter).orderBy(desc(emailCampaigns.id)).limit(1)
  if (
    last?.state === 'draft' &&
    !last.deletedAt &&
    !last.subject &&
    !last.body &&
    !last.preheader &&
    !last.blocks.length
  )
    return shown(ctx, last)
  const { name } = await churchOf(ctx)
  const [row] = await ctx.db
    .insert(emailCampaigns)
    .values({ senderName: last?.senderName || name, replyTo: last?.replyTo ?? '', madeBy: userOf(ctx) })
    .returning()
  return shown(ctx, row!)
}

export async function update(ctx: Ctx, { id, version, ...changes }: CampaignChange) {
  requireValidTags(changes)
  await requirePictures(ctx, changes.blocks ?? [])
  const before = await campaignById(ctx, id, true)
  if (before.state !== 'draft') throw new Failure('NOT_EDITABLE')
  return move(ctx, before, isNoChange(changes) ? {} : { ...changes, problem: null }, version)
}

/** Writes a change of a row that is held; two who edit at once: the second is told. */
async function move(ctx: Ctx, before: CampaignRow, changes: Partial<CampaignRow>, version = before.version) {
  if (before.version !== version) throw new Failure('CONFLICT')
  const [row] = await ctx.db.update(emailCampaigns).set(changes).where(eq(emailCampaigns.id, before.id)).returning()
  return shown(ctx, row!)
}

const unsent: CampaignState[] = ['draft', 'ready', 'scheduled']

/** What was sent stays in the archive; anything else can be deleted, and comes back by `restore`. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const before = await campaignById(ctx, id, true)
  if (before.startedAt)
    throw new Failure('NOT_EDITABLE', 'Sent emails can’t be deleted, because readers have the link.')
  await move(ctx, before, { deletedAt: clock.now(), state: 'draft', scheduledFor: null })
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(emailCampaigns)
    .set({ deletedAt: null })
    .where(eq(emailCampaigns.id, id))
    .returning()
  return shown(ctx, found(row, 'Newsletter'))
}

/** Of a newsletter's readers no household is known: a tag of it shows its fallback, as they will read it. */
const samples = Object.fromEntries(
  Object.entries(mailTags).map(([tag, { sample, group }]) => [tag, group === 'household' ? '' : sample]),
) as TagValues
const nobody: TagValues = { firstName: '', lastName: '', name: '', email: samples.email }

export async function preview(ctx: Ctx, { as, ...draft }: PreviewOf) {
  const common = await commonValues(ctx, null)
  await requirePictures(ctx, draft.blocks)
  const compose = await newsletterComposer(ctx, { ...draft, topic: NEWSLETTER })
  return compose({ ...samples, ...common, ...(as === 'nobody' && nobody) })
}

export const audience = async (ctx: Ctx, { id }: { id: string }) => audienceOf(ctx, await campaignById(ctx, id))

/** To colleagues, before anyone else reads it: as a person of whom everything is known. */
export async function test(ctx: Ctx, { id, to }: { id: string; to: string[] }) {
  const campaign = await campaignById(ctx, id)
  await requireComplete(ctx, campaign)
  const since = new Date(clock.ms() - hours(1))
  if ((await countSince(ctx, 'newsletter-test', since)) + to.length > MOST_TESTS_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'You sent many test emails this hour. Please wait a while.')
  const common = await commonValues(ctx, campaign.slug)
  const compose = await newsletterComposer(ctx, campaign)
  for (const address of new Set(to)) {
    const ticket = { c: ctx.client.id, a: address, t: campaign.topic, test: true } as const
    const links = { unsubscribeLink: unsubscribeUrl(ticket), preferencesLink: preferencesUrl(ticket) }
    const letter = compose({ ...samples, ...common, email: address, ...links })
    await sendMail(ctx, {
      ...letter,
      subject: `Test: ${letter.subject}`,
      missing: [],
      to: address,
      kind: 'newsletter-test',
      dedupeKey: `newsletter-test:${id}:${address}:${clock.ms()}`,
      senderName: campaign.senderName || common.businessName,
      replyTo: campaign.replyTo,
    })
  }
  return { sent: new Set(to).size }
}

async function editable(ctx: Ctx, { id, version }: { id: string; version: number }) {
  const before = await campaignById(ctx, id, true)
  if (!unsent.includes(before.state)) throw new Failure('NOT_EDITABLE')
  if (before.version !== version) throw new Failure('CONFLICT')
  await requireComplete(ctx, before)
  const { businessAddress } = await commonValues(ctx, null)
  if (!businessAddress) throw new Failure('NO_ADDRESS')
  return before
}

/** The one that send-newsletter sends. */
export async function markReady(ctx: Ctx, which: { id: string; version: number }) {
  const before = await editable(ctx, which)
  return move(ctx, before, { state: 'ready', scheduledFor: null }).catch(error => {
    throw sqlState(error) === '23505' ? new Failure('ONE_READY') : error
  })
}

export async function schedule(ctx: Ctx, { at, ...which }: { id: string; version: number; at: Date }) {
  if (at.getTime() <= clock.ms()) throw invalid('at', 'Please choose a time in the future')
  const before = await editable(ctx, which)
  await scheduleStart(ctx, emailKind, before.id, at)
  return move(ctx, before, { state: 'scheduled', scheduledFor: at, problem: null })
}

/** A second click finds it on its way, and says so. */
export async function send(ctx: Ctx, which: { id: string; version: number }) {
  const before = await campaignById(ctx, which.id, true)
  if (before.startedAt) return shown(ctx, before)
  await beginCampaign(ctx, emailKind, await editable(ctx, which))
  return get(ctx, which)
}

/** Sends the one draft that is marked ready (decision 15b); says what it did. */
export async function sendNewsletter(ctx: Ctx): Promise<{ ok: true; message: string }> {
  const [row] = await ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(eq(emailCampaigns.state, 'ready'), isNull(emailCampaigns.deletedAt)))
    .for('update')
  if (!row) throw new Failure('CONFLICT', 'No newsletter is marked ready. Write one, mark it ready, and try again.')
  await beginCampaign(ctx, emailKind, row)
  const { progress } = await get(ctx, row)
  const people = progress!.total === 1 ? '1 person' : `${progress!.total} people`
  return { ok: true, message: `Sending “${row.subject}” to ${people}.` }
}

export async function reopen(ctx: Ctx, { id }: { id: string }) {
  const before = await campaignById(ctx, id, true)
  if (!unsent.includes(before.state)) throw new Failure('NOT_EDITABLE')
  return move(ctx, before, { state: 'draft', scheduledFor: null })
}

export const pause = async (ctx: Ctx, { id }: { id: string }) => shown(ctx, await pauseCampaign(ctx, emailKind, id))
export const resume = async (ctx: Ctx, { id }: { id: string }) => shown(ctx, await resumeCampaign(ctx, emailKind, id))
export const cancel = async (ctx: Ctx, { id }: { id: string }) => shown(ctx, await cancelCampaign(ctx, emailKind, id))

export async function sender(ctx: Ctx) {
  const { name, address, timeZone, version } = await churchOf(ctx)
  return { name, address, timeZone, version, ...sendingDomain() }
}

export async function changeSender(ctx: Ctx, changes: { address: PostalAddress; version: number }) {
  await change(ctx, changes)
  return sender(ctx)
}
