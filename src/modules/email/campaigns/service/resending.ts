import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { beginCampaign } from '#campaigns/service/starting.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { checkRecipients } from '#messaging/send-policy/service.ts'
import { RESEND_AFTER_HOURS } from '../../rules/states.ts'
import { version } from '../../service/rendering.ts'
import { emailCampaigns } from '../../tables.ts'
import { hasClicked, hasOnlyMachineOpens, hasOpened, hasReplied } from '../../tracking/service/engagement.ts'
import type { EmailCampaign, Resend, Unopened } from '../contract.ts'
import { get } from '../service.ts'
import { emailKind } from './kind.ts'

type Row = typeof emailCampaigns.$inferSelect

async function campaignById(ctx: Ctx, id: string, lock = false): Promise<Row> {
  const query = ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(eq(emailCampaigns.id, id), sql`audience is not null`, isNull(emailCampaigns.deletedAt)))
  const [row] = await (lock ? query.for('update') : query)
  return found(row, 'Campaign')
}

const named = async (ctx: Ctx, which: SQL) => {
  const [row] = await ctx.db
    .select({ id: emailCampaigns.id, name: emailCampaigns.name })
    .from(emailCampaigns)
    .where(which)
  return row ?? null
}
const againOf = (ctx: Ctx, id: string) => named(ctx, eq(emailCampaigns.resendOf, id))

/** Who got it, wrote nothing back, pressed nothing, and whose program showed no picture. */
const unread = (campaignId: string, machines: SQL) => sql`
  email_recipients r join messages m on m.client_id = r.client_id and m.id = r.message_id and m.state in ('sent', 'delivered')
  left join people p on p.client_id = r.client_id and p.id = r.person_id
  where r.campaign_id = ${campaignId} and r.unsubscribed_at is null and not ${hasOpened} and not ${hasClicked} and not ${hasReplied}
    and coalesce(p.deleted_at is null and not p.deceased, true) and ${machines}`

/** Two days after the last mail of it has left. A second time of a second time would be nagging. */
const mayFrom = ({ state, resendOf, finishedAt }: Row): Date | null =>
  state === 'sent' && !resendOf && finishedAt ? new Date(finishedAt.getTime() + hours(RESEND_AFTER_HOURS)) : null

export async function countNonOpeners(ctx: Ctx, { id }: { id: string }): Promise<Unopened> {
  const campaign = await campaignById(ctx, id)
  const { rows } = await ctx.db.execute<{ people: number; machines: number }>(sql`
    select count(*) filter (where not ${hasOnlyMachineOpens})::int as people, count(*) filter (where ${hasOnlyMachineOpens})::int as machines
    from ${unread(id, sql`true`)}`)
  const of = campaign.resendOf ? await named(ctx, eq(emailCampaigns.id, campaign.resendOf)) : null
  return { ...rows[0]!, from: mayFrom(campaign), again: await againOf(ctx, id), of }
}

/** What can't be sent again says why. */
function mustMay(campaign: Row, subject: string): void {
  const from = mayFrom(campaign)
  if (!from) throw new Failure('NOT_AGAIN', 'A campaign can be resent once, after it was sent to everyone.')
  if (from > clock.now())
    throw new Failure('NOT_AGAIN', `You can resend it ${RESEND_AFTER_HOURS} hours after it was sent.`)
  const known = [campaign.subject, campaign.split?.subject ?? '']
  if (known.some(one => one.trim().toLowerCase() === subject.trim().toLowerCase()))
    throw invalid('subject', 'Please enter a new subject')
}

/** A campaign of its own, with its own report. */
export async function resendToNonOpeners(ctx: Ctx, { id, subject, machines }: Resend): Promise<EmailCampaign> {
  // Locked: a second click at the same moment waits, and finds it sent.
  const first = await campaignById(ctx, id, true)
  const known = await againOf(ctx, id)
  if (known) return get(ctx, known)
  mustMay(first, subject)
  const { name, topic, senderName, replyTo, fromAddress, audience, answersTo } = first
  const { preheader, blocks } = version(first, first.winner ?? first.split?.otherwise ?? 'a')
  const copy = { topic, senderName, replyTo, fromAddress, audience, answersTo, preheader, blocks: [...blocks] }
  const [made] = await ctx.db
    .insert(emailCampaigns)
    .values({ ...copy, name: `Again: ${name}`.slice(0, 120), subject, resendOf: id, madeBy: userOf(ctx) })
    .returning()
  await choose(ctx, made!, machines)
  await beginCampaign(ctx, emailKind, made!)
  return get(ctx, made!)
}

/** Freezes them, and says of each whom the gate lets no mail through to now. */
async function choose(ctx: Ctx, { id, resendOf, topic }: Row, machines: boolean): Promise<void> {
  const which = machines ? sql`true` : sql`not ${hasOnlyMachineOpens}`
  const { rows } = await ctx.db.execute<{ address: string }>(sql`
    insert into email_recipients (campaign_id, address, name, person_id)
    select ${id}::uuid, r.address, r.name, r.person_id from ${unread(resendOf!, which)} returning address`)
  const verdicts = await checkRecipients(
    ctx,
    rows.map(({ address }) => ({ channel: 'email', recipient: address, purpose: 'marketing', topic })),
  )
  const refused = rows.flatMap(({ address }, i) => {
    const verdict = verdicts[i]!
    return verdict.go === 'skip' ? [{ address, reason: verdict.reason }] : []
  })
  await ctx.db.execute(sql`
    update email_recipients r set state = 'skipped', skip_reason = x.reason
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) x(address text, reason text)
    where r.campaign_id = ${id} and r.address = x.address`)
}
