import { sql } from 'drizzle-orm'
import { demoChurch } from '#clients/rules/demo.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { recordPastConsents } from '#consent/service/records.ts'
import { create as addTopic } from '#consent/topics/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { recordPastMessages } from '#messaging/service/history.ts'
import { addPastToTimeline } from '#people/notes/service.ts'
import { blank } from '../blocks/rules/blank.ts'
import type { Block } from '../blocks/rules/schema.ts'
import demo from '../data/demo-campaigns.json' with { type: 'json' }
import { emailCampaigns } from '../tables.ts'
import { EmailCampaign } from './contract.ts'
import { linksOf } from './service/preflight.ts'
import { create, schedule, update } from './service.ts'

const everybody = EmailCampaign.shape.audience.parse({ everybody: true })
const give = {
  ...blank('give', 'give'),
  text: 'Thank you for supporting this work with us.',
  href: `${demoChurch.website}/give`,
}
const wording = 'Yes, send me news and events of Grace Community Church. I can unsubscribe at any time.'

interface Words {
  heading: string
  text: string
  button: string
}

/** A mail about its own subject. */
const blocksOf = ({ heading, text, button }: Words): Block[] =>
  [
    { ...blank('header'), align: 'left' as const },
    { ...blank('heading'), text: heading },
    { ...blank('text'), text },
    { ...blank('button'), label: button, href: `${demoChurch.website}/next` },
    give,
  ].map((block, i) => ({ ...block, key: `b${i + 1}` }))

const textOf = ({ heading, text }: Words) =>
  `${heading}\n\n${text.replaceAll('**', '').replace('{firstName|friend}', 'friend')}\n\n--\nGrace Community Church`

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
  await recordPastConsents(
    ctx,
    sql`
    select distinct on (lower(email)) lower(email) as value, 'email' as channel, ${NEWSLETTER}::text as topic, name,
      jsonb_build_object('wording', ${wording}::text, 'via', 'Connect card') as evidence, created_at as at
    from people where email is not null and ('x' || substr(md5(email), 1, 2))::bit(8)::int % 5 <> 0`,
  )
  for (const one of demo.past) await sent(ctx, one)
  for (const one of demo.planned) {
    const { id, version } = await create(ctx, { name: one.name, template: one.template })
    const draft = await update(ctx, {
      id,
      version,
      subject: one.subject,
      preheader: one.preheader,
      blocks: blocksOf(one),
      audience: everybody,
    })
    const at = new Date(clock.ms() + days(one.in))
    at.setUTCHours(15, 0, 0, 0)
    const when = 'local' in one ? { localTime: `${at.toISOString().slice(0, 10)}T09:00` } : { at }
    await schedule(ctx, { id, version: draft.version, ...when })
  }
}

type Past = (typeof demo.past)[number]

const readersOf = (campaignId: string, reach: number) => sql`
  select c.value, c.name, (select p.id from people p where lower(p.email) = c.value order by p.id limit 1) as person_id,
    row_number() over (order by md5(c.value || ${campaignId}::text)) as n
  from consents c where c.channel = 'email' and c.topic = ${NEWSLETTER} and c.state = 'granted'
  order by n limit ${reach}::int`

/** As it would stand there had it been sent then: recipients, their mails, and who looked. */
async function sent(ctx: Ctx, past: Past): Promise<void> {
  const { name, subject, preheader, ago, reach, opened, clicked } = past
  const at = new Date(clock.ms() - days(ago))
  at.setUTCHours(14, 30, 0, 0)
  const blocks = blocksOf(past)
  const slug = `${at.toISOString().slice(0, 10)}-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`
  const [row] = await ctx.db
    .insert(emailCampaigns)
    .values({
      name,
      subject,
      blocks,
      audience: everybody,
      topic: NEWSLETTER,
      slug,
      listed: true,
      preheader,
      senderName: 'Grace Community Church',
      state: 'sent',
      createdAt: new Date(at.getTime() - days(2)),
      startedAt: at,
      finishedAt: new Date(at.getTime() + 90_000),
    })
    .returning()
  const { id } = row!
  await ctx.db.execute(
    sql`update email_campaigns set links = ${JSON.stringify(await linksOf(ctx, row!))}::jsonb where id = ${id}`,
  )
  const text = textOf(past)
  const then = at.toISOString()
  const [opens, clicks, machines] = [opened, clicked, 80].map(share => Math.round((reach * share) / 100))
  const readers = readersOf(id, reach)
  await recordPastMessages(
    ctx,
    sql`
    select ${then}::timestamptz as at, 'email' as channel, value as recipient, name as recipient_name, ${subject}::text as subject,
      ${text}::text as body_text, 'campaign' as kind, 'marketing' as purpose, ${NEWSLETTER}::text as topic,
      'Grace Community Church' as sender_name, ${id}::uuid as batch_id,
      case when n = 1 then 'undelivered' else 'delivered' end as state,
      case when n = 1 then '452 4.2.2 The mailbox is full' end as problem,
      'campaign:' || ${id}::text || ':' || value as dedupe_key
    from (${readers}) readers`,
  )
  await ctx.db.execute(sql`
    with readers as (${readers}
    ), rows as (
      insert into email_recipients (campaign_id, address, name, person_id, state, message_id, unsubscribed_at)
      select ${id}::uuid, r.value, r.name, r.person_id, 'written', m.id,
        case when r.n = ${reach}::int then ${then}::timestamptz + interval '5 hours' end
      from readers r join messages m on m.batch_id = ${id}::uuid and m.recipient = r.value returning id, address
    ), seen as (
      select rows.id, r.n from rows join readers r on r.value = rows.address
    )
    insert into email_events (campaign_id, recipient_id, kind, link, machine, created_at)
    select ${id}::uuid, id, 'open', null::int, null::text, ${then}::timestamptz + n * interval '7 minutes' from seen where n between 2 and ${opens}::int
    union all select ${id}::uuid, id, 'open', null, 'agent', ${then}::timestamptz + interval '1 second' from seen where n > ${machines}::int
    union all select ${id}::uuid, id, 'click', 0, null, ${then}::timestamptz + n * interval '9 minutes' from seen where n between 2 and ${clicks}::int`)
  await seedTimeline(ctx, { id, name, then })
}

/** Who got it finds it among what happened with them. */
const seedTimeline = (ctx: Ctx, { id, name, then }: { id: string; name: string; then: string }) =>
  addPastToTimeline(
    ctx,
    sql`
    select person_id, ${then}::timestamptz as at, 'campaign.email' as type, null::uuid as user_id,
      jsonb_build_object('campaignId', ${id}::text, 'name', ${name}::text) as data, 'campaign:' || ${id}::text as source_key
    from email_recipients where campaign_id = ${id}`,
  )
