import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Arm } from '#campaigns/rules/arms.ts'
import { beginCampaign, scheduleStart } from '#campaigns/service/starting.ts'
import { read as churchOf, requireMember } from '#clients/service.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { requireTopic } from '#consent/topics/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { freeMailWords } from '#messaging/domains/rules/warm-up.ts'
import { firstMoment, momentAt } from '#messaging/rules/local-clock.ts'
import { HOUSEHOLDS, type TagValues } from '#messaging/rules/merge-tags.ts'
import { lockCampaign } from '#messaging/service/campaign-lock.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import { Audience } from '#people/audience/contract.ts'
import { breakdown, requireKnownAudience } from '#people/audience/service.ts'
import { tagKeys, tagSamples, tagValues } from '#people/fields/service/field-tags.ts'
import { people } from '#people/tables.ts'
import { composeMail } from '../blocks/rules/compose.ts'
import { requirePictures } from '../blocks/service.ts'
import type { RecipientFilter, RecipientList } from '../newsletters/contract.ts'
import * as flow from '../newsletters/service.ts'
import { progressOf } from '../progress/service.ts'
import { type CampaignState, MOST_TESTS_AN_HOUR } from '../rules/states.ts'
import { mailFrameOf, version, webUrl } from '../service/rendering.ts'
import { requireReplyAddress } from '../service/reply-routing.ts'
import { emailCampaigns } from '../tables.ts'
import { startingPoint } from '../templates/service.ts'
import { engagementOf } from '../tracking/service/engagement.ts'
import { preferencesUrl, unsubscribeUrl } from '../unsubscribe/service.ts'
import type { Check, EmailCampaign, EmailCampaignChange, MailPreview, NewEmailCampaign, Plan } from './contract.ts'
import { sidesOf } from './service/ab-test.ts'
import { emailKind } from './service/kind.ts'
import { preflightFindings, requireReady, samples } from './service/preflight.ts'
import { recipientsCsv as csvOf, recipients as recipientsOf } from './service/recipients.ts'
import { requireSendable } from './service/starting.ts'

type Row = typeof emailCampaigns.$inferSelect
const WHAT = 'Campaign'
const unsent: CampaignState[] = ['draft', 'scheduled']

async function campaignById(ctx: Ctx, id: string, lock = false): Promise<Row> {
  if (lock) await lockCampaign(ctx, id)
  const query = ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(eq(emailCampaigns.id, id), isNotNull(emailCampaigns.audience), isNull(emailCampaigns.deletedAt)))
  const [row] = await (lock ? query.for('update') : query)
  return found(row, WHAT)
}

async function shown(ctx: Ctx, row: Row): Promise<EmailCampaign> {
  const progress = row.startedAt ? (await progressOf(ctx, [row.id])).get(row.id)! : null
  const { slug } = await mailFrameOf(ctx, row.topic)
  return {
    ...row,
    audience: row.audience!,
    webUrl: row.slug ? webUrl(slug, row.slug) : null,
    decidedAt: row.splitDecidedAt,
    progress,
    reading: progress && (await engagementOf(ctx, row, progress.waiting)),
    sides: row.split && row.startedAt ? (row.sides ?? (await sidesOf(ctx, row.id))) : [],
  }
}

export const get = async (ctx: Ctx, { id }: { id: string }) => shown(ctx, await campaignById(ctx, id))

/** A new draft, from whom the last one was. Asked twice with the same id, it is made once. */
export async function create(ctx: Ctx, { id, name, topic = NEWSLETTER, template }: NewEmailCampaign) {
  await requireTopic(ctx, topic)
  const words = await startingPoint(ctx, template)
  const [last] = await ctx.db
    .select()
    .from(emailCampaigns)
    .where(isNotNull(emailCampaigns.audience))
    .orderBy(desc(emailCampaigns.id))
    .limit(1)
  const { name: church } = await churchOf(ctx)
  const from = {
    senderName: last?.senderName || church,
    replyTo: last?.replyTo ?? '',
    fromAddress: last?.fromAddress ?? '',
    answersTo: last?.answersTo ?? null,
  }
  const [row] = await ctx.db
    .insert(emailCampaigns)
    .values({ ...(id && { id }), name, topic, ...words, ...from, audience: Audience.parse({}), madeBy: userOf(ctx) })
    .onConflictDoNothing()
    .returning()
  announce(ctx, 'campaigns', row?.id)
  return row ? shown(ctx, row) : get(ctx, { id: id! })
}

/** Writes a change of a row that is held; two who edit at once: the second is told. */
async function move(ctx: Ctx, before: Row, changes: Partial<Row>, known = before.version) {
  if (before.version !== known) throw new Failure('CONFLICT')
  const [row] = await ctx.db.update(emailCampaigns).set(changes).where(eq(emailCampaigns.id, before.id)).returning()
  announce(ctx, 'campaigns', before.id)
  return shown(ctx, row!)
}

export async function update(ctx: Ctx, { id, version: known, ...changes }: EmailCampaignChange) {
  const before = await campaignById(ctx, id, true)
  if (before.state !== 'draft') throw new Failure('NOT_EDITABLE')
  if (changes.topic) await requireTopic(ctx, changes.topic)
  if (changes.audience) await requireKnownAudience(ctx, changes.audience)
  if (changes.answersTo) await requireMember(ctx, changes.answersTo, 'answersTo')
  if (changes.replyTo && changes.replyTo !== before.replyTo) await requireReplyAddress(ctx, changes.replyTo)
  await requirePictures(ctx, [...(changes.blocks ?? []), ...(changes.split?.blocks ?? [])])
  const free = changes.fromAddress && freeMailWords(changes.fromAddress)
  if (free) throw invalid('fromAddress', free)
  return move(ctx, before, { ...changes, problem: null }, known)
}

export async function duplicate(ctx: Ctx, { id }: { id: string }) {
  const { name, topic, subject, preheader, senderName, replyTo, fromAddress, answersTo, audience, blocks, split } =
    await campaignById(ctx, id)
  const copy = { topic, subject, preheader, senderName, replyTo, fromAddress, answersTo, audience, blocks, split }
  const [row] = await ctx.db
    .insert(emailCampaigns)
    .values({ ...copy, name: `Copy of ${name}`.slice(0, 120), madeBy: userOf(ctx) })
    .returning()
  announce(ctx, 'campaigns', row!.id)
  return shown(ctx, row!)
}

/** Sent emails can’t be deleted, because readers have the link. Anything else comes back by `restore`. */
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
    .where(and(eq(emailCampaigns.id, id), isNotNull(emailCampaigns.audience)))
    .returning()
  announce(ctx, 'campaigns', id)
  return shown(ctx, found(row, WHAT))
}

const nobody: TagValues = {
  firstName: '',
  lastName: '',
  name: '',
  householdName: '',
  householdAdults: '',
  email: samples.email,
}

async function valuesAs(ctx: Ctx, personId: string | undefined): Promise<TagValues> {
  const own = await tagKeys(ctx)
  if (!personId) return { ...samples, ...(await tagSamples(ctx, own)) }
  const [person] = await ctx.db
    .select()
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deletedAt)))
  const { firstName, nickName, lastName, name, email } = found(person, 'Person')
  const facts = (await tagValues(ctx, [...own, HOUSEHOLDS], [personId]))(personId)
  return { ...samples, ...facts, firstName: nickName || firstName, lastName, name, email: email ?? samples.email }
}

/** As the server will send it: the same writer makes the preview and the mail. */
export async function preview(ctx: Ctx, { id, personId, nobody: empty, ...mail }: MailPreview) {
  const { topic } = await campaignById(ctx, id)
  await requirePictures(ctx, mail.blocks)
  const { common, slug, ...rest } = await mailFrameOf(ctx, topic)
  const values = empty ? { ...samples, ...nobody } : await valuesAs(ctx, personId)
  const made = composeMail(mail, rest)({ ...values, ...common, archiveLink: webUrl(slug, 'preview') })
  return { ...made, missing: made.missing.filter(tag => tag !== 'businessAddress') }
}

/** Everything that must be there, and everything that had better be. */
export async function checks(ctx: Ctx, { id }: { id: string }): Promise<{ items: Check[] }> {
  const campaign = await campaignById(ctx, id)
  const items: Check[] = await preflightFindings(ctx, campaign)
  const say = (level: Check['level'], text: string) => items.push({ level, text, block: null })
  const { common } = await mailFrameOf(ctx, campaign.topic)
  if (!common.businessAddress) say('error', 'Your postal address is missing. The law requires it in every campaign.')
  const { reached } = await breakdown(ctx, { audience: campaign.audience!, channel: 'email', topic: campaign.topic })
  if (reached === 0) say('error', 'Nobody would get it. Choose recipients who opted in to this topic.')
  await requireSendable(ctx, campaign).catch((error: Failure) => {
    if (/verified|mail servers refuse/i.test(error.message)) say('error', error.message)
  })
  if (!campaign.fromAddress)
    say('warning', 'It is sent from a shared address. Your own domain is trusted more and can send more emails a day.')
  say('fine', 'Every campaign includes the unsubscribe link, the preferences link and your postal address.')
  const order = { error: 0, warning: 1, fine: 2 }
  return { items: items.sort((a, b) => order[a.level] - order[b.level]) }
}

interface Test {
  id: string
  to: string[]
  personId?: string
  arm: Arm
}

/** To colleagues, before anyone else reads it. Links in a test change nothing, and nothing is counted. */
export async function test(ctx: Ctx, { id, to, personId, arm }: Test) {
  const campaign = await campaignById(ctx, id)
  await requireReady(ctx, campaign)
  const since = new Date(clock.ms() - hours(1))
  if ((await countSince(ctx, 'campaign-test', since)) + to.length > MOST_TESTS_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'You sent many test emails this hour. Please wait a while.')
  const { common, slug, ...rest } = await mailFrameOf(ctx, campaign.topic)
  const values = await valuesAs(ctx, personId)
  const make = composeMail(version(campaign, arm), rest)
  for (const address of new Set(to)) {
    const ticket = { c: ctx.client.id, a: address, t: campaign.topic, test: true } as const
    const links = {
      unsubscribeLink: unsubscribeUrl(ticket),
      preferencesLink: preferencesUrl(ticket),
      archiveLink: webUrl(slug, null),
    }
    const letter = make({ ...values, ...common, ...links })
    await sendMail(ctx, {
      ...letter,
      subject: `Test: ${letter.subject}`,
      missing: [],
      to: address,
      kind: 'campaign-test',
      dedupeKey: `campaign-test:${id}:${address}:${clock.ms()}`,
      senderName: campaign.senderName || rest.look.businessName,
      replyTo: campaign.replyTo,
    })
  }
  return { sent: new Set(to).size }
}

async function editable(ctx: Ctx, { id, version: known }: { id: string; version: number }) {
  const before = await campaignById(ctx, id, true)
  if (!unsent.includes(before.state)) throw new Failure('NOT_EDITABLE')
  if (before.version !== known) throw new Failure('CONFLICT')
  await requireSendable(ctx, before)
  return before
}

export async function schedule(ctx: Ctx, { at, localTime, ...which }: Plan) {
  const shown = localTime ? momentAt(localTime, ctx.client.timeZone) : at!
  if (shown.getTime() <= clock.ms()) throw invalid('at', 'Please choose a time in the future')
  const before = await editable(ctx, which)
  if (localTime && before.split) throw invalid('at', 'An A/B test can’t be scheduled in each reader’s time zone')
  // Fixed before any clock of the world shows that time; everyone's mail then waits for their own hour.
  const begins = localTime ? new Date(Math.max(firstMoment(localTime).getTime(), clock.ms() + 1_000)) : shown
  await scheduleStart(ctx, emailKind, before.id, begins)
  return move(ctx, before, {
    state: 'scheduled',
    scheduledFor: begins,
    problem: null,
    localTime: localTime?.slice(0, 16) ?? null,
  })
}

/** A second click finds it on its way, and says so. */
export async function send(ctx: Ctx, which: { id: string; version: number }) {
  const before = await campaignById(ctx, which.id, true)
  // Now is now, whatever was planned before.
  if (!before.startedAt) await beginCampaign(ctx, emailKind, { ...(await editable(ctx, which)), localTime: null })
  return get(ctx, which)
}

export async function reopen(ctx: Ctx, { id }: { id: string }) {
  const before = await campaignById(ctx, id, true)
  if (!unsent.includes(before.state)) throw new Failure('NOT_EDITABLE')
  return move(ctx, before, { state: 'draft', scheduledFor: null, localTime: null })
}

/** The newsletter's own verbs, for a campaign of blocks. */
const moved =
  (verb: (ctx: Ctx, which: { id: string }) => Promise<unknown>) => async (ctx: Ctx, which: { id: string }) => {
    await campaignById(ctx, which.id)
    await verb(ctx, which)
    announce(ctx, 'campaigns', which.id)
    return get(ctx, which)
  }
export const pause = moved(flow.pause)
export const resume = moved(flow.resume)
export const cancel = moved(flow.cancel)

/** Who is behind a figure of the report, of a campaign that is the church's own. */
export async function recipients(ctx: Ctx, filter: RecipientList) {
  await campaignById(ctx, filter.id)
  return recipientsOf(ctx, filter)
}

export async function recipientsCsv(ctx: Ctx, filter: RecipientFilter) {
  await campaignById(ctx, filter.id)
  return csvOf(ctx, filter)
}
