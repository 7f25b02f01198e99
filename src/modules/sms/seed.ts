import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { scheduleStart } from '#campaigns/service/starting.ts'
import { demoChurch } from '#clients/rules/demo.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { recordPastConsents } from '#consent/service/records.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { amendPastMessages, recordPastMessages } from '#messaging/service/history.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { addPastToTimeline } from '#people/notes/service.ts'
import { smsKind } from './campaigns/service/kind.ts'
import demo from './data/demo.json' with { type: 'json' }
import { type Poll, withPoll } from './rules/poll.ts'
import { smsCampaigns, smsKeywords, smsSettings, smsTemplates } from './tables.ts'

/** Texts of one block of the demo's history. */
const BLOCK = 37
/** Campaigns that were sent. */
const SENT = 4

/** Templates, keywords, three planned campaigns and four that were sent; most people of the demo opted in to texts. */
export async function seedSms(ctx: Ctx): Promise<void> {
  await seedConsents(ctx)
  await ctx.db.insert(smsTemplates).values(demo.templates)
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from groups order by id limit 1`)
  const group = rows[0]
  await ctx.db.insert(smsKeywords).values(
    demo.keywords.map(({ word, reply, group: joins }) => ({
      word,
      reply,
      topic: NEWSLETTER,
      groupId: joins ? (group?.id ?? null) : null,
    })),
  )
  await ctx.db.insert(smsSettings).values({ monthlyCap: 7_500 })
  for (let i = 0; i < SENT; i++) await seedSent(ctx, 12 + i * 9)
  await seedPoll(ctx)
  await seedTimeline(ctx)
  await seedPlanned(ctx)
}

/** By the connect card, all but every sixth number. */
const seedConsents = (ctx: Ctx) =>
  recordPastConsents(
    ctx,
    sql`
    select value_norm as value, 'sms' as channel, '' as topic, '' as name,
      '{"wording": "Text me news of the church. Reply STOP to opt out.", "via": "Connect card"}'::jsonb as evidence, since as at
    from (select value_norm, min(p.created_at) as since from contact_points c
      join people p on p.client_id = c.client_id and p.id = c.person_id where c.kind = 'phone' group by value_norm) numbers
    where ('x' || substr(md5(value_norm), 1, 4))::bit(16)::int % 6 <> 0`,
  )

async function seedPlanned(ctx: Ctx): Promise<void> {
  for (const { name, body, days, hour } of demo.planned) {
    const at = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
      .plus({ days })
      .set({ hour, minute: 0, second: 0, millisecond: 0 })
      .toJSDate()
    const audience = { ...emptyAudience, everybody: true }
    const [row] = await ctx.db
      .insert(smsCampaigns)
      .values({ name, body, topic: NEWSLETTER, audience, state: 'scheduled', mode: 'instant', scheduledFor: at })
      .returning({ campaignId: smsCampaigns.id })
    await scheduleStart(ctx, smsKind, row!.campaignId, at)
  }
}

/** The newest of them asks a question, and most have answered. */
async function seedPoll(ctx: Ctx): Promise<void> {
  const { name, body, ...poll } = demo.poll
  const text = withPoll(body, poll as Poll)
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update sms_campaigns set name = ${name}, body = ${body}, poll = ${JSON.stringify(poll)}::jsonb,
      poll_ends_at = ${new Date(clock.ms() + days(3)).toISOString()}
    where id = (select id from sms_campaigns where started_at is not null order by started_at desc limit 1) returning id`)
  if (!rows[0]) return
  const { id } = rows[0]
  await amendPastMessages(ctx, sql`select m.id from messages m where m.batch_id = ${id}`, { bodyText: text })
  const answers = sql`
    select r.address as number, r.person_id, r.name, 'demo-vote:' || n as dedupe_key, 'demo-vote-' || n as provider_id,
      case when n % 7 < 4 then 1 when n % 7 < 6 then 0 else 2 end as option, r.written_at + n * interval '15 seconds' as at
    from (select *, row_number() over (order by md5(address)) as n from sms_recipients) r
    where r.campaign_id = ${id} and n % 5 <> 0`
  await recordPastMessages(
    ctx,
    sql`
    select a.at, 'sms' as channel, 'in' as direction, a.number as sender, a.name as sender_name, ${demoChurch.phone}::text as recipient,
      a.person_id, chr(65 + a.option) as body_text, 'inbound' as kind, 'conversational' as purpose, a.dedupe_key, a.provider_id
    from (${answers}) a`,
  )
  await ctx.db.execute(sql`
    insert into sms_votes (client_id, campaign_id, number, option, message_id, voted_at)
    select m.client_id, ${id}::uuid, a.number, a.option, m.id, a.at from (${answers}) a join messages m on m.dedupe_key = a.dedupe_key`)
}

/** A campaign around one block of the texts that the demo church has sent. */
async function seedSent(ctx: Ctx, block: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with texts as (
      select distinct on (recipient) * from messages where channel = 'sms'
        and dedupe_key = any (select 'demo-text:' || n from generate_series(${block * BLOCK}::int, ${block * BLOCK + BLOCK - 1}::int) n)
    ), campaign as (
      insert into sms_campaigns (client_id, name, body, topic, audience, state, mode, opens_at, started_at, finished_at, created_at)
      select ${ctx.client.id}::uuid, left(min(body_text), 39) || '…', min(body_text), ${NEWSLETTER}, ${JSON.stringify({ ...emptyAudience, everybody: true })}::jsonb,
        'sent', 'now', min(sent_at), min(sent_at), max(sent_at), min(sent_at)
      from texts having count(*) > 0 returning id, client_id
    )
    insert into sms_recipients (client_id, campaign_id, address, person_id, name, state, message_id, segments, cost, written_at)
    select campaign.client_id, campaign.id, texts.recipient, texts.person_id, texts.recipient_name, 'written', texts.id, 1, 11300,
      texts.sent_at
    from texts, campaign returning campaign_id as id`)
  const batchId = rows[0]?.id
  if (batchId)
    await amendPastMessages(ctx, sql`select r.message_id from sms_recipients r where r.campaign_id = ${batchId}`, {
      batchId,
    })
}

/** Who got a campaign finds it among what happened with them. */
const seedTimeline = (ctx: Ctx) =>
  addPastToTimeline(
    ctx,
    sql`
    select r.person_id, r.written_at as at, 'campaign.sms' as type, null::uuid as user_id,
      jsonb_build_object('campaignId', c.id::text, 'name', c.name) as data, 'campaign:' || c.id::text as source_key
    from sms_recipients r join sms_campaigns c on c.client_id = r.client_id and c.id = r.campaign_id`,
  )
