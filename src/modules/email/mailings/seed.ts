import { sql } from 'drizzle-orm'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { create as addTopic } from '#consent/topics/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { blank } from '../blocks/rules/blank.ts'
import { starters } from '../blocks/rules/starters.ts'
import { linksOf } from '../checking/service.ts'
import { emailCampaigns } from '../tables.ts'
import { EmailCampaign } from './contract.ts'
import { create, schedule, update } from './service.ts'

const everybody = EmailCampaign.shape.audience.parse({ everybody: true })
const give = {
  ...blank('give', 'give'),
  text: 'Thank you for supporting this work with us.',
  href: 'https://grace.example.org/give',
}
const wording = 'Yes, send me news and events of Grace Community Church. I can unsubscribe at any time.'

const planned = [
  { name: 'Weekly news', template: 'weekly', subject: 'This week at {businessName}', in: 6 },
  {
    name: 'Christmas concert',
    template: 'event',
    subject: 'An evening of carols, {firstName|friend}',
    in: 13,
    local: true,
  },
  { name: 'Sermon to listen to', template: 'sermon', subject: 'Did you miss Sunday?', in: 20 },
  { name: 'Volunteers for the new year', template: 'event', subject: 'Would you lend a hand?', in: 34 },
  { name: 'Marriage weekend', template: 'event', subject: 'Two days for the two of you', in: 48 },
]
const past = [
  {
    name: 'Harvest supper',
    subject: 'You are invited to the harvest supper',
    ago: 4,
    reach: 168,
    opened: 52,
    clicked: 17,
  },
  {
    name: 'Weekly news, October 30',
    subject: 'This week at Grace Community Church',
    ago: 11,
    reach: 166,
    opened: 47,
    clicked: 9,
  },
  { name: 'Sermon: light on a stand', subject: 'Did you miss Sunday?', ago: 19, reach: 165, opened: 44, clicked: 21 },
  { name: 'Baptism Sunday', subject: 'Four baptisms this Sunday', ago: 27, reach: 162, opened: 58, clicked: 12 },
  {
    name: 'Autumn small groups',
    subject: 'Find your people this autumn',
    ago: 41,
    reach: 158,
    opened: 49,
    clicked: 26,
  },
  { name: 'Welcome back', subject: 'Summer is over, and we missed you', ago: 62, reach: 151, opened: 55, clicked: 14 },
]

/** Who reads of the demo church, five campaigns that are still to be sent, and six that did. */
export async function seedCampaigns(ctx: Ctx): Promise<void> {
  await addTopic(ctx, {
    name: 'Youth',
    description: 'Camps, evenings and rides for those between 12 and 18.',
    isPublic: true,
    doubleOptIn: false,
  })
  await addTopic(ctx, {
    name: 'Prayer letter',
    description: 'What we pray for, once a month.',
    isPublic: true,
    doubleOptIn: true,
  })
  await ctx.db.execute(sql`
    insert into consents (value, channel, topic, state, source, name, evidence, created_at)
    select distinct on (lower(email)) lower(email), 'email', ${NEWSLETTER}, 'granted', 'form', name,
      jsonb_build_object('wording', ${wording}::text), created_at
    from people where email is not null and ('x' || substr(md5(email), 1, 2))::bit(8)::int % 5 <> 0`)
  for (const one of past) await sent(ctx, one)
  for (const one of planned) {
    const { id, version, blocks } = await create(ctx, { name: one.name, template: one.template })
    const ready = blocks.map(block =>
      'label' in block && block.label ? { ...block, href: 'https://grace.example.org/next' } : block,
    )
    const draft = await update(ctx, {
      id,
      version,
      subject: one.subject,
      blocks: [...ready, give],
      audience: everybody,
    })
    const at = new Date(clock.ms() + days(one.in))
    at.setUTCHours(15, 0, 0, 0)
    const when = 'local' in one ? { localTime: `${at.toISOString().slice(0, 10)}T09:00` } : { at }
    await schedule(ctx, { id, version: draft.version, ...when })
  }
}

type Past = (typeof past)[number]

/** As if it had been sent then: recipients, their emails, and who opened them. */
async function sent(ctx: Ctx, { name, subject, ago, reach, opened, clicked }: Past): Promise<void> {
  const at = new Date(clock.ms() - days(ago))
  at.setUTCHours(14, 30, 0, 0)
  const blocks = [...starters[0]!.blocks, give]
  const slug = `${at.toISOString().slice(0, 10)}-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`
  const [row] = await ctx.db
    .insert(emailCampaigns)
    .values({
      ...{ name, subject, blocks, audience: everybody, topic: NEWSLETTER, slug, listed: true },
      ...{ preheader: starters[0]!.preheader, senderName: 'Grace Community Church', state: 'sent' },
      ...{ createdAt: new Date(at.getTime() - days(2)), startedAt: at, finishedAt: new Date(at.getTime() + 90_000) },
    })
    .returning()
  const { id } = row!
  await ctx.db.execute(
    sql`update email_campaigns set links = ${JSON.stringify(await linksOf(ctx, row!))}::jsonb where id = ${id}`,
  )
  const text = `This week at church\n\nThank you for being part of this family.\n\n--\nGrace Community Church`
  const then = at.toISOString()
  const [opens, clicks, machines] = [opened, clicked, 80].map(share => Math.round((reach * share) / 100))
  // Ids of that day: the newest of the outbox are the newest that were written.
  await ctx.db.execute(sql`
    with readers as (
      select c.value, c.name, (select p.id from people p where lower(p.email) = c.value order by p.id limit 1) as person_id,
        row_number() over (order by md5(c.value || ${id}::text)) as n
      from consents c where c.channel = 'email' and c.topic = ${NEWSLETTER} and c.state = 'granted'
      order by n limit ${reach}::int
    ), mails as (
      insert into messages (id, channel, recipient, recipient_name, subject, body_text, kind, purpose, topic, sender_name,
        batch_id, state, problem, dedupe_key, provider, sent_at, created_at)
      select uuidv7(${then}::timestamptz - now()), 'email', value, name, ${subject}, ${text}, 'campaign', 'marketing',
        ${NEWSLETTER}::text, 'Grace Community Church', ${id}, case when n = 1 then 'undelivered' else 'delivered' end,
        case when n = 1 then '452 4.2.2 The mailbox is full' end, 'campaign:' || ${id}::text || ':' || value, 'sandbox',
        ${then}::timestamptz, ${then}::timestamptz
      from readers returning id, recipient
    ), rows as (
      insert into email_recipients (campaign_id, address, name, person_id, state, message_id, unsubscribed_at)
      select ${id}::uuid, r.value, r.name, r.person_id, 'written', m.id,
        case when r.n = ${reach}::int then ${then}::timestamptz + interval '5 hours' end
      from readers r join mails m on m.recipient = r.value returning id, address
    ), seen as (
      select rows.id, r.n from rows join readers r on r.value = rows.address
    )
    insert into email_events (campaign_id, recipient_id, kind, link, machine, created_at)
    select ${id}::uuid, id, 'open', null::int, null::text, ${then}::timestamptz + n * interval '7 minutes' from seen where n between 2 and ${opens}::int
    union all select ${id}::uuid, id, 'open', null, 'agent', ${then}::timestamptz + interval '1 second' from seen where n > ${machines}::int
    union all select ${id}::uuid, id, 'click', 0, null, ${then}::timestamptz + n * interval '9 minutes' from seen where n between 2 and ${clicks}::int`)
}
