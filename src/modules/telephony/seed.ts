import { sql } from 'drizzle-orm'
import { demoChurch } from '#clients/rules/demo.ts'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { adoptNumbers, changeNumber, listOwnedNumbers } from '#messaging/carrier/service/numbers.ts'
import { recordPastMessages } from '#messaging/service/history.ts'
import { addPastToTimeline } from '#people/notes/service.ts'
import { officeClock, wakingClock } from '#people/rules/church-hours.ts'
import { CarrierRefused, carrier, type NumberFacts } from '#providers/telephony/index.ts'
import words from './data/demo.json' with { type: 'json' }
import guestMenu from './data/demo-menu.json' with { type: 'json' }
import type { MenuKey } from './rules/ivr.ts'
import { voiceMenus } from './tables.ts'
import { webhookUrls } from './webhooks/service/webhook-urls.ts'

/** Texts that the demo church has sent (spec decision 26). */
export const TEXTS_SENT = 2_596
const CALLS = 86
const MONTHS = 5

const numbers = [
  { number: demoChurch.phone, name: 'Church office' },
  { number: '+15125550228', name: 'Guest line' },
]

/** Bought at the sandbox carrier, which is asked outside of every transaction; asked again, they are there. */
export async function buyDemoNumbers(clientId: string): Promise<NumberFacts[]> {
  const by = await carrier({ kind: 'sandbox', clientId })
  const hooks = webhookUrls({ client: { id: clientId } })
  const owned = new Set((await by.numbers()).map(one => one.number))
  for (const { number, name } of numbers)
    if (!owned.has(number))
      // Another process that starts at the same time may have been faster.
      await by.buy(number, name, hooks).catch(error => {
        if (!(error instanceof CarrierRefused)) throw error
      })
  return by.numbers()
}

/** Two numbers, months of texts to people of the demo, and a call history; no thread is begun for them. */
export async function seedTelephony(
  ctx: Ctx,
  { userIds, bought }: { userIds: string[]; bought: NumberFacts[] },
): Promise<void> {
  await adoptNumbers(ctx, bought, 1_150_000)
  await seedTexts(ctx, userIds)
  await seedCalls(ctx, userIds)
  await seedMenus(ctx)
}

/** The guest line leads by keys; calls to it that reached the office say how. */
async function seedMenus(ctx: Ctx): Promise<void> {
  const [menu] = await ctx.db
    .insert(voiceMenus)
    .values({ ...guestMenu, keys: guestMenu.keys as MenuKey[] })
    .returning({ id: voiceMenus.id })
  const line = (await listOwnedNumbers(ctx)).find(({ number }) => number === numbers[1]!.number)
  if (line) await changeNumber(ctx, line, { voiceRoute: 'menu', menuId: menu!.id })
  await ctx.db.execute(sql`
    insert into call_steps (client_id, call_id, turn, what, created_at, updated_at)
    select c.client_id, c.id, s.turn, s.what, c.created_at, c.created_at
    from calls c, (values (0, 'Heard “Guest line”'), (1, 'Pressed 1, Church office: passed on to (512) 555-0198')) s (turn, what)
    where c.client_id = ${ctx.client.id} and c.direction = 'in' and c.ours = ${numbers[1]!.number}`)
}

/** One statement: spread over the last months, most of them on the days before a Sunday. */
async function seedTexts(ctx: Ctx, userIds: string[]): Promise<void> {
  const waking = wakingClock(clock.now(), ctx.client.timeZone)
  const ago = (n: number) => minutes(45 + Math.floor((n / TEXTS_SENT) * MONTHS * 30 * 1_440) + ((n * 7919) % 400))
  const times = Array.from({ length: TEXTS_SENT }, (_, n) => waking(ago(n)).toISOString())
  await recordPastMessages(
    ctx,
    sql`
    with them as (
      select c.value_norm as number, p.id as person, p.name, row_number() over (order by c.id) as place, count(*) over () as all_of_them
      from contact_points c join people p on p.client_id = c.client_id and p.id = c.person_id
      where c.client_id = ${ctx.client.id} and c.kind = 'phone'),
    texts as (
      select (n - 1)::int as n, at, ${JSON.stringify(words)}::jsonb ->> (((n - 1) / 37) % ${words.length}::int)::int as body
      from unnest(${sql.param(times)}::timestamptz[]) with ordinality as t (at, n))
    select t.at, 'sms' as channel, p.number as recipient, p.name as recipient_name, p.person as person_id,
      case when t.n % 9 = 0 then ${numbers[1]!.number} else ${numbers[0]!.number} end as sender, t.body as body_text,
      'text' as kind, 'conversational' as purpose,
      case when t.n % 61 = 60 then 'undelivered' else 'delivered' end as state,
      case when t.n % 61 = 60 then '30008' end as error_code,
      case when t.n % 61 = 60 then 'The phone company did not say why it failed.' end as problem,
      'demo-text:' || t.n as dedupe_key, 'SMdemo' || t.n as provider_id, 1 as segments, 7900 as price, 'USD' as currency, 1 as tries
    from texts t join them p on p.place = 1 + (t.n * 31) % p.all_of_them`,
  )
  // Some of them stand among what happened with someone: the rest was written to many.
  await addPastToTimeline(
    ctx,
    sql`
    select person_id, sent_at as at, 'message.out' as type, ${userIds[0]!}::uuid as user_id, '{"channel": "sms"}'::jsonb as data,
      'message:' || id as source_key
    from messages where channel = 'sms' and person_id is not null and dedupe_key like 'demo-text:%'
      and substr(dedupe_key, 11)::int % 3 = 0`,
  )
}

async function seedCalls(ctx: Ctx, userIds: string[]): Promise<void> {
  const office = officeClock(clock.now(), ctx.client.timeZone)
  const times = Array.from({ length: CALLS }, (_, n) => office(minutes(130 + n * 1237 + ((n * 7919) % 600))))
    .sort((a, b) => b.getTime() - a.getTime())
    .map(at => at.toISOString())
  await ctx.db.execute(sql`
    with them as (
      select c.value_norm as number, (array_agg(c.person_id))[1] as person, row_number() over (order by c.value_norm) as place, count(*) over () as all_of_them
      from contact_points c where c.client_id = ${ctx.client.id} and c.kind = 'phone' group by c.value_norm),
    rung as (
      select (n - 1)::int as n, at,
        (array['completed', 'completed', 'completed', 'no-answer', 'completed', 'busy', 'completed', 'no-answer'])[(1 + (n - 1) % 8)::int] as state,
        case when (n - 1) % 3 = 0 then 'in' else 'out' end as direction, (20 + ((n - 1) * 53) % 560)::int as long
      from unnest(${sql.param(times)}::timestamptz[]) with ordinality as t (at, n))
    insert into calls (id, client_id, direction, ours, theirs, our_phone, user_id, person_id, state, stage, provider, sid, answered_at, ended_at, duration,
      price, currency, missed, created_at, updated_at, heard_at)
    select uuidv7(r.at - now()), ${ctx.client.id}::uuid, r.direction, case when r.n % 4 = 1 then ${numbers[1]!.number} else ${numbers[0]!.number} end, p.number,
      case when r.direction = 'out' then '+15125550199' else '' end,
      case when r.direction = 'out' then (array[${sql.join(
        userIds.map(id => sql`${id}::uuid`),
        sql`, `,
      )}])[1 + r.n % ${userIds.length}::int] end,
      p.person,
      case when r.direction = 'in' and r.state = 'busy' then 'no-answer' else r.state end, case when r.direction = 'out' then 'target' else 'forward' end,
      'sandbox', 'CAdemo' || r.n, case when r.state = 'completed' then r.at end, r.at + make_interval(secs => case when r.state = 'completed' then r.long else 25 end),
      case when r.state = 'completed' then r.long end, case when r.state = 'completed' then 14000 end, case when r.state = 'completed' then 'USD' end,
      r.direction = 'in' and r.state <> 'completed', r.at, r.at, r.at
    from rung r join them p on p.place = 1 + (r.n * 17) % p.all_of_them`)
  await addPastToTimeline(
    ctx,
    sql`
    select person_id, created_at as at, 'call.' || direction as type, user_id,
      jsonb_build_object('callId', id::text, 'state', state, 'missed', missed, 'duration', duration) as data, 'call:' || id as source_key
    from calls`,
  )
}
