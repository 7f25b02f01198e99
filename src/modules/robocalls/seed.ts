import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { defaultCompliance } from '#call-rules/rules/defaults.ts'
import { demoChurch } from '#clients/rules/demo.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { recordPastConsents } from '#consent/service/records.ts'
import { suppress } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import demo from './data/demo.json' with { type: 'json' }
import type { CallProof } from './rules/proof.ts'
import { speechForMachine, speechForPerson, speechText, spokenNumber } from './rules/speech.ts'
import type { CallPurpose, ScriptCategory } from './rules/states.ts'
import { secondsOfCall } from './rules/timing.ts'
import { robocallCampaigns, voiceScripts } from './tables.ts'

/** Numbers on the demo's suppression list that belong to no person of the demo. */
const SUPPRESSED = 45

/** Scripts, campaigns that were called and one that is being planned, and numbers that are not called. */
export async function seedRobocalls(ctx: Ctx): Promise<void> {
  await seedConsents(ctx)
  const scripts = await ctx.db
    .insert(voiceScripts)
    .values(
      demo.scripts.map(one => ({
        ...one,
        category: one.category as ScriptCategory,
        duration: secondsOfCall(one),
      })),
    )
    .returning()
  for (const campaign of demo.campaigns) await seedCalled(ctx, campaign, scripts[campaign.script]!)
  const { id: scriptId, content, voicemail } = scripts[demo.draft.script]!
  const words = { scriptId, content, voicemail, topic: NEWSLETTER, audience: { ...emptyAudience, everybody: true } }
  await ctx.db
    .insert(robocallCampaigns)
    .values({ ...words, name: demo.draft.name, purpose: 'informational', state: 'draft' })
  await suppress(
    ctx,
    Array.from({ length: SUPPRESSED }, (_, i) => ({
      value: `+1512555${String(7_000 + i)}`,
      channel: 'voice',
      reason: 'manual',
      source: 'import',
      evidence: { how: 'From the list of the phone tree that was kept before' },
    })),
  )
}

/** By the connect card, three of four numbers. */
const seedConsents = (ctx: Ctx) =>
  recordPastConsents(
    ctx,
    sql`
    select value_norm as value, 'voice' as channel, '' as topic, '' as name,
      '{"wording": "Call me with news and reminders. I can stop these calls with a key.", "via": "Connect card"}'::jsonb as evidence, since as at
    from (select value_norm, min(p.created_at) as since from contact_points c
      join people p on p.client_id = c.client_id and p.id = c.person_id where c.kind = 'phone' group by value_norm) numbers
    where ('x' || substr(md5(value_norm), 5, 4))::bit(16)::int % 4 <> 0`,
  )

type Called = (typeof demo.campaigns)[number]

/** People who agreed, and what became of their calls: as in any congregation, half of them answer. */
async function seedCalled(
  ctx: Ctx,
  { name, daysAgo, people, purpose }: Called,
  { id: scriptId, content, voicemail }: typeof voiceScripts.$inferSelect,
): Promise<void> {
  const startedAt = workingDay(ctx, daysAgo)
  const [campaign] = await ctx.db
    .insert(robocallCampaigns)
    .values({
      name,
      purpose: purpose as CallPurpose,
      topic: NEWSLETTER,
      audience: { ...emptyAudience, everybody: true },
      scriptId,
      content,
      voicemail,
      callerNumber: demoChurch.phone,
      state: 'sent',
      startedAt,
      finishedAt: new Date(startedAt.getTime() + people * 20_000),
      createdAt: new Date(startedAt.getTime() - 3_600_000),
    })
    .returning({ id: robocallCampaigns.id })
  const { id } = campaign!
  // As it was heard, without the names of each.
  const said = { content, voicemail, hasRecording: false, canConnect: true }
  const roll = sql`('x' || substr(md5(value_norm || ${id}::text), 1, 4))::bit(16)::int % 100`
  await ctx.db.execute(sql`
    insert into robocall_recipients (campaign_id, address, person_id, name, names, last_name, state, tries, result, opted_out, connected)
    select ${id}::uuid, value_norm, person_id, name, first_name, last_name, 'written', 1,
      case when roll < 54 then 'human' when roll < 78 then 'voicemail' when roll < 91 then 'no_answer' when roll < 97 then 'busy' else 'failed' end,
      roll = 13, roll < 9
    from (select distinct on (c.value_norm) c.value_norm, p.id as person_id, p.name, p.first_name, coalesce(p.last_name, '') as last_name, ${roll} as roll
      from contact_points c join people p on p.client_id = c.client_id and p.id = c.person_id and p.deleted_at is null
      join consents k on k.client_id = c.client_id and k.value = c.value_norm and k.channel = 'voice'
      where c.kind = 'phone' order by c.value_norm, p.id) numbers order by md5(value_norm) limit ${people}`)
  await ctx.db.execute(sql`
    insert into robocall_attempts (message_id, campaign_id, recipient_id, script_id, person_id, number, caller_number, started_at,
      carrier_state, answered_by, answered_at, ended_at, result, keys, duration, price, currency, said, proof)
    select uuidv7(), campaign_id, id, ${scriptId}::uuid, person_id, address, ${demoChurch.phone}, at,
      case result when 'human' then 'completed' when 'voicemail' then 'completed' when 'busy' then 'busy' when 'no_answer' then 'no-answer' else 'failed' end,
      case result when 'human' then 'human' when 'voicemail' then 'machine_end_beep' end,
      case when result in ('human', 'voicemail') then at + interval '9 seconds' end, at + interval '40 seconds', result,
      case when opted_out then '9' when connected then '2' else '' end,
      case when result in ('human', 'voicemail') then 24 + (length(address || name) % 9) end,
      case when result in ('human', 'voicemail') then 14000 end, 'USD',
      case result when 'human' then ${speechText(speechForPerson(said, {}, us))} when 'voicemail' then ${speechText(speechForMachine(said, {}, us))} end,
      jsonb_set(${JSON.stringify(proofOf(ctx, purpose as CallPurpose, startedAt))}::jsonb, '{zones,0,clock}',
        to_jsonb(to_char(at at time zone ${ctx.client.timeZone}, 'Dy HH24:MI')))
    from (select r.*, ${startedAt.toISOString()}::timestamptz + row_number() over (order by id) * interval '18 seconds' as at
      from robocall_recipients r where campaign_id = ${id}) r`)
}

const us = { church: demoChurch.name, number: spokenNumber(demoChurch.phone) }

/** Half past ten on the nearest working day before. */
function workingDay(ctx: Ctx, daysAgo: number): Date {
  const day = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).minus({ days: daysAgo })
  const back = day.weekday > 5 ? day.minus({ days: day.weekday - 5 }) : day
  return back.set({ hour: 10, minute: 30, second: 0, millisecond: 0 }).toJSDate()
}

function proofOf(ctx: Ctx, purpose: CallPurpose, at: Date): CallProof {
  const { from, until, days, cap, capDays } = defaultCompliance
  const zone = ctx.client.timeZone
  return {
    purpose,
    consent: {
      id: '00000000-0000-4000-8000-000000000000',
      state: 'granted',
      source: 'form',
      at: DateTime.fromJSDate(at).minus({ days: 60 }).toJSDate().toISOString(),
      wording: 'Call me with news and reminders. I can stop these calls with a key.',
      isWritten: true,
    },
    zones: [{ zone, clock: DateTime.fromJSDate(at, { zone }).toFormat('ccc HH:mm') }],
    states: [],
    window: { from, until, days },
    recent: 0,
    cap,
    capDays,
    registryAsOf: null,
  }
}
