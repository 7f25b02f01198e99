import { type SQL, sql } from 'drizzle-orm'
import { suppressionReasons } from '#consent/rules/reasons.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { channelRules } from '#messaging/channels/rules.ts'
import type { Channel } from '#messaging/rules/states.ts'
import { CAP } from '#messaging/send-policy/rules/decide.ts'
import { messages } from '#messaging/tables.ts'
import { addHoldToTimeline, hasCareHold } from '../care-holds/service.ts'
import { fineSql, standingSql, wordsSql } from '../segments/service/sql.ts'
import { mustExist, segmentSql } from '../segments/service.ts'
import { segments } from '../segments/tables.ts'
import { grievingIds, minorIds, withHashJoins } from '../service/promotion-holds.ts'
import { contactPoints, groupMembers, groups, householdMembers, people, personTags, tags } from '../tables.ts'
import type { Audience, Breakdown } from './contract.ts'
import type { HeldReason, LeftOutReason } from './rules/reasons.ts'

export interface AudienceRequest {
  audience: Audience
  channel: Channel
  topic: string
  /** What is sent: whom a care hold leaves out of it is kept, to be shown on their page. */
  campaign?: { id: string; name: string }
}
type Chosen = Audience['exclude']

const uuids = (list: string[]) => sql`${sql.param(list)}::uuid[]`

/** Those of `people` who are in one of these; a segment in the trash is not found. */
async function inOneOf(ctx: Ctx, chosen: Chosen): Promise<SQL> {
  const parts: SQL[] = []
  for (const id of chosen.segments) parts.push(sql`(${await segmentSql(ctx, id)})`)
  if (chosen.tags.length > 0)
    parts.push(sql`people.id in (select person_id from ${personTags} where tag_id = any(${uuids(chosen.tags)}))`)
  if (chosen.groups.length > 0)
    parts.push(sql`people.id in (select person_id from ${groupMembers} where group_id = any(${uuids(chosen.groups)}))`)
  // Someone who was merged since is meant as the one who stayed: to be written to, and to be left out.
  if (chosen.people.length > 0)
    parts.push(sql`(people.id = any(${uuids(chosen.people)})
      or people.id in (select person_id from person_aliases where id = any(${uuids(chosen.people)})))`)
  return parts.length > 0 ? sql.join(parts, sql` or `) : sql`false`
}

/** Whether all that it names is still there: without a tag that is gone, those whom it kept out would be in. */
async function mustStand(ctx: Ctx, { exclude, ...include }: Audience): Promise<void> {
  for (const chosen of [include, exclude]) {
    await mustExist(ctx, segments, chosen.segments, 'Segment')
    await mustExist(ctx, tags, chosen.tags, 'Tag')
    await mustExist(ctx, groups, chosen.groups, 'Group')
  }
}

/** Refuses an audience that names what is not this account's, before it is saved or sent to. */
export async function requireKnownAudience(ctx: Ctx, audience: Audience): Promise<void> {
  await mustStand(ctx, audience)
  await mustExist(ctx, people, [...audience.people, ...audience.exclude.people], 'Person')
}

/** The chosen, and the adults who stand in for minors among them. */
const poolSql = (ctx: Ctx, include: SQL, exclude: SQL, guardians: boolean): SQL => sql`
  chosen as materialized (
    select people.id from ${people} where people.deleted_at is null and (${include}) and (${exclude}) is not true
  ), grieving as materialized (${grievingIds(ctx)}), minors as materialized (${minorIds(ctx)}),
  pool as materialized (
    select id, false as guardian from chosen
    ${
      guardians
        ? sql`union all select people.id, true from ${people} where people.deleted_at is null and not people.deceased
          and people.id not in (select id from chosen) and people.id not in (select id from minors)
          and (${exclude}) is not true and people.id in (
            select adult.person_id from chosen join minors on minors.id = chosen.id
            join ${householdMembers} child on child.person_id = chosen.id
            join ${householdMembers} adult on adult.household_id = child.household_id and adult.role = 'adult')`
        : sql``
    }
  )`

/** Marketing messages that count against an address: those of the last days that left or will leave. */
const cappedSql = (channel: AudienceRequest['channel']): SQL => sql`
  select m.recipient from ${messages} m where m.channel = ${channel} and m.purpose = 'marketing'
    and m.state not in ('skipped', 'failed') and m.created_at > ${new Date(clock.ms() - days(CAP.days))}
  group by m.recipient having count(*) >= ${CAP.count}`

const reasons = sql`${sql.param([...suppressionReasons])}::text[]`

/** What the gate would say of every address now; the same questions in the same order as its rule, asked of all at once. */
const judgedSql = ({ channel, topic }: Pick<AudienceRequest, 'channel' | 'topic'>): SQL => sql`
  best as materialized (
    select distinct on (cp.person_id) cp.person_id, cp.value_norm as value, cp.is_primary, ${fineSql(channel)} as fine
    from ${contactPoints} cp join pool on pool.id = cp.person_id
    where cp.kind = ${channelRules[channel].contactPoint}
    order by cp.person_id, ${fineSql(channel)} desc, cp.is_primary desc, cp.id
  ), stopped as materialized (
    select value, min(array_position(${reasons}, reason)) as rank from (${standingSql(channel, topic)}) s group by value
  ), words as materialized (${wordsSql(channel, topic)}), capped as materialized (${cappedSql(channel)}),
  griefs as materialized (
    select cp.value_norm as value from ${contactPoints} cp join grieving on grieving.id = cp.person_id
  )`

/** One row for each of the pool, with the reason why they get nothing themselves, if there is one. */
async function assessedSql(ctx: Ctx, { audience, channel, topic }: AudienceRequest): Promise<SQL> {
  const include = audience.everybody ? sql`true` : await inOneOf(ctx, audience)
  const exclude = await inOneOf(ctx, audience.exclude)
  return sql`
    with ${poolSql(ctx, include, exclude, audience.guardians)}, ${judgedSql({ channel, topic })},
    each as materialized (
      select pool.id, pool.guardian, p.name, p.first_name, p.last_name, b.value, b.fine, b.is_primary, p.birth_date,
        minors.id is not null as minor,
        case when p.deceased then 'deceased'
          when grieving.id is not null or b.value in (select value from griefs) then 'grief'
          when minors.id is not null then 'minor'
          when b.value is null then 'no_address' end as held,
        case when not b.fine then 'bad_address'
          when stopped.rank is not null then (${reasons})[stopped.rank]
          when words.state is distinct from 'granted' then 'no_consent'
          when capped.recipient is not null then 'frequency_cap' end as refused
      from pool join ${people} p on p.id = pool.id
      left join best b on b.person_id = pool.id left join grieving on grieving.id = pool.id
      left join minors on minors.id = pool.id left join stopped on stopped.value = b.value
      left join words on words.value = b.value left join capped on capped.recipient = b.value
    ), placed as (
      select each.*,
        case when held is null then row_number() over (partition by value, held is null
          order by fine desc, is_primary desc, (birth_date collate "C" >= '0') desc nulls last, birth_date collate "C", id) end as place,
        count(*) over (partition by value, held is null) as people
      from each
    )
    select id, guardian, name, first_name, last_name, value, people::int, held, refused, place,
      coalesce(held, refused, case when place > 1 then 'duplicate' end, ${audience.perHousehold ? secondAtHome : sql`null`}) as reason
    from placed ${audience.perHousehold ? homeOf : sql``}`
}

/** The household that someone is first of all part of. */
const homeOf = sql`left join lateral (
  select m.household_id, m.is_primary as is_head, m.role = 'adult' as is_adult from ${householdMembers} m
  where m.person_id = placed.id order by m.is_primary desc, m.role = 'adult' desc, m.household_id limit 1) home on true`

/** Whose household has someone before them who gets it: its primary adult, an adult, the eldest. */
const secondAtHome = sql`case when home.household_id is not null and row_number() over (
    partition by home.household_id, held is null and refused is null and place = 1
    order by home.is_head and home.is_adult desc, home.is_adult desc, (birth_date collate "C" >= '0') desc nulls last,
      birth_date collate "C", id) > 1 then 'same_household' end`

/** A text's gate is asked when it is written, and knows nothing of households. */
const unlessAtHome = sql`and reason is distinct from 'same_household'`

/**
 * Runs a statement over those for whom something is meant, such as an `insert … select` that freezes them:
 * `freeze(ctx, asked, rows => sql`insert into … select value, person_id from ${rows}`)`. `rows` is one row for each
 * normalized number or address: `value`, `person_id` (who stands for it), `name`, `first_name`, `last_name`, `people`
 * (how many of the chosen share it) and `reason`: what the gate says of it now, null where it may be sent. The
 * deceased, minors and those whose promotions are paused are not in it, nor is anyone without an address.
 * NOT_FOUND where a segment, tag or group that the audience names is gone.
 */
export async function freezeAudience(
  ctx: Ctx,
  asked: AudienceRequest,
  statement: (rows: SQL) => SQL,
): Promise<Record<string, unknown>[]> {
  await mustStand(ctx, asked.audience)
  const { campaign, channel } = asked
  if (campaign && (await hasCareHold(ctx))) {
    const held = sql`select id from (${await assessedSql(ctx, asked)}) assessed where held = 'grief' and not guardian`
    await withHashJoins(ctx, () => addHoldToTimeline(ctx, held, { ...campaign, channel }))
  }
  const rows = sql`(select value, id as person_id, name, first_name, last_name, people,
      case reason when 'same_household' then reason else refused end as reason
    from (${await assessedSql(ctx, asked)}) assessed where held is null and place = 1 ${asked.channel === 'sms' ? unlessAtHome : sql``}) audience`
  const done = await withHashJoins(ctx, () => ctx.db.execute<{ value: string }>(statement(rows)))
  return done.rows
}

/** One of the chosen, or a guardian who stands in for one. */
export interface AssessedPerson {
  id: string
  name: string
  first_name: string | null
  last_name: string | null
  /** Normalized number or address; null: they have none. */
  value: string | null
  /** Why they get nothing, whatever the channel's gate says. */
  held: HeldReason | null
  /** Of several who share the value, the one who stands for it is 1. */
  place: number
}

/** Everyone for whom something is meant, with who shares a number: for a channel that asks its own gate about each number. */
export async function listAudience(ctx: Ctx, asked: AudienceRequest): Promise<AssessedPerson[]> {
  await mustStand(ctx, asked.audience)
  const assessed = await assessedSql(ctx, asked)
  const { rows } = await withHashJoins(ctx, () =>
    ctx.db.execute<AssessedPerson & Record<string, unknown>>(sql`
      select id, name, first_name, last_name, value, held, place::int from (${assessed}) assessed order by value, place, id`),
  )
  return rows
}

type Figure = {
  reason: LeftOutReason | null
  people: number
  guardians: number
  samples: { id: string; name: string }[]
}

/** How many are meant, how many are reached, and why the others are not: everyone is counted once. */
export async function breakdown(ctx: Ctx, asked: AudienceRequest): Promise<Breakdown> {
  await requireKnownAudience(ctx, asked.audience)
  const assessed = await assessedSql(ctx, asked)
  const question = sql`
    select reason, count(*)::int as people, count(*) filter (where guardian)::int as guardians,
      case when reason is null then to_jsonb((array_agg(jsonb_build_object('id', id, 'name', name)
        order by id desc))[1:3]) else '[]'::jsonb end as samples
    from (${assessed}) assessed group by reason order by people desc, reason`
  const { rows } = await withHashJoins(ctx, () => ctx.db.execute<Figure>(question))
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const reached = rows.find(row => row.reason === null)
  const guardians = sum(row => row.guardians)
  return {
    total: sum(row => row.people) - guardians,
    guardians,
    reached: reached?.people ?? 0,
    leftOut: rows.flatMap(({ reason, people: n }) => (reason ? [{ reason, people: n }] : [])),
    samples: reached?.samples ?? [],
  }
}

interface Behind extends AudienceRequest {
  reason: LeftOutReason | 'reached' | 'chosen'
  cursor?: string
  limit: number
}

const MOST = 100_000

/** Who stands behind a figure of the breakdown, by name. */
export async function peopleBehind(ctx: Ctx, { reason, cursor, limit, ...asked }: Behind) {
  await requireKnownAudience(ctx, asked.audience)
  const from = pageStart(cursor, MOST)
  const test =
    reason === 'reached' ? sql`reason is null` : reason === 'chosen' ? sql`not guardian` : sql`reason = ${reason}`
  const question = sql`
    select id, name, value from (${await assessedSql(ctx, asked)}) assessed where ${test}
    order by lower(last_name), lower(first_name), id limit ${limit} offset ${from}`
  const { rows } = await withHashJoins(ctx, () =>
    ctx.db.execute<{ id: string; name: string; value: string | null }>(question),
  )
  return { items: rows, nextCursor: rows.length === limit ? String(from + limit) : null }
}
