import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { scheduleStart } from '#campaigns/service/starting.ts'
import { demoChurch } from '#clients/rules/demo.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
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
      ...{ word, reply, topic: NEWSLETTER, groupId: joins ? (group?.id ?? null) : null },
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
  ctx.db.execute(sql`
    insert into consents (client_id, value, channel, topic, state, source, evidence, created_at)
    select ${ctx.client.id}::uuid, value_norm, 'sms', '', 'granted', 'form',
      '{"wording": "Text me news of the church. Reply STOP to opt out.", "via": "Connect card"}'::jsonb, since
    from (select value_norm, min(p.created_at) as since from contact_points c
      join people p on p.client_id = c.client_id and p.id = c.person_id where c.kind = 'phone' group by value_norm) numbers
    where ('x' || substr(md5(value_norm), 1, 4))::bit(16)::int % 6 <> 0`)

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
  await ctx.db.execute(sql`
    with asked as (
      update sms_campaigns set name = ${name}, body = ${body}, poll = ${JSON.stringify(poll)}::jsonb,
        poll_ends_at = ${new Date(clock.ms() + days(3)).toISOString()}
      where id = (select id from sms_campaigns where started_at is not null order by started_at desc limit 1) returning id, client_id
    ), said as (
      update messages m set body_text = ${text} from asked where m.client_id = asked.client_id and m.batch_id = asked.id
    ), answers as (
      select r.client_id, r.campaign_id, r.address as number, r.person_id, r.name, uuidv7() as message_id, n,
        case when n % 7 < 4 then 1 when n % 7 < 6 then 0 else 2 end as option, r.written_at + n * interval '15 seconds' as at
      from (select *, row_number() over (order by md5(address)) as n from sms_recipients) r
      join asked on asked.client_id = r.client_id and asked.id = r.campaign_id where n % 5 <> 0
    ), wrote as (
      insert into messages (id, client_id, channel, direction, sender, sender_name, recipient, person_id, body_text, kind, purpose, state,
        dedupe_key, provider, provider_id, created_at, updated_at, sent_at)
      select a.message_id, a.client_id, 'sms', 'in', a.number, a.name, ${demoChurch.phone}, a.person_id, chr(65 + a.option), 'inbound', 'conversational',
        'delivered', 'demo-vote:' || a.n, 'sandbox', 'demo-vote-' || a.n, a.at, a.at, a.at
      from answers a
    )
    insert into sms_votes (client_id, campaign_id, number, option, message_id, voted_at)
    select client_id, campaign_id, number, option, message_id, at from answers`)
}

/** A campaign around one block of the texts that the demo church has sent. */
const seedSent = (ctx: Ctx, block: number) =>
  ctx.db.execute(sql`
    with texts as (
      select distinct on (recipient) * from messages where channel = 'sms'
        and dedupe_key = any (select 'demo-text:' || n from generate_series(${block * BLOCK}::int, ${block * BLOCK + BLOCK - 1}::int) n)
    ), campaign as (
      insert into sms_campaigns (client_id, name, body, topic, audience, state, mode, opens_at, started_at, finished_at, created_at)
      select ${ctx.client.id}::uuid, left(min(body_text), 39) || '…', min(body_text), ${NEWSLETTER}, ${JSON.stringify({ ...emptyAudience, everybody: true })}::jsonb,
        'sent', 'now', min(sent_at), min(sent_at), max(sent_at), min(sent_at)
      from texts having count(*) > 0 returning id, client_id
    ), marked as (
      update messages m set batch_id = campaign.id from campaign where m.id in (select id from texts)
    )
    insert into sms_recipients (client_id, campaign_id, address, person_id, name, state, message_id, segments, cost, written_at)
    select campaign.client_id, campaign.id, texts.recipient, texts.person_id, texts.recipient_name, 'written', texts.id, 1, 11300,
      texts.sent_at
    from texts, campaign`)

/** Who got a campaign finds it among what happened with them. */
const seedTimeline = (ctx: Ctx) =>
  ctx.db.execute(sql`
    insert into timeline (person_id, at, type, data, source_key)
    select r.person_id, r.written_at, 'campaign.sms', jsonb_build_object('campaignId', c.id::text, 'name', c.name),
      'campaign:' || c.id::text
    from sms_recipients r join sms_campaigns c on c.client_id = r.client_id and c.id = r.campaign_id
    where r.person_id is not null on conflict do nothing`)
