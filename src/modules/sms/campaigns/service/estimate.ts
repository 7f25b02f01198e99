import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { lookUps, type TagValues } from '#messaging/rules/merge-tags.ts'
import { type Measure, measure } from '#messaging/rules/segments.ts'
import { churchQuietUntil, quietUntil, urgentAmong } from '#messaging/send-policy/service.ts'
import { freezeAudience, requireKnownAudience } from '#people/audience/service.ts'
import { tagValues } from '#people/fields/service/field-tags.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { centsOf, segmentPrice } from '../../rules/cost.ts'
import { textFor } from '../../rules/message.ts'
import { type Poll, withPoll } from '../../rules/poll.ts'
import type { Split } from '../../rules/split.ts'
import { CLOCK, sundayUntil } from '../../rules/sunday.ts'
import { read as settingsOf } from '../../settings/service.ts'
import type { Estimate, SmsWords } from '../contract.ts'
import { sampleUrl } from './links.ts'

interface Reached extends Record<string, unknown> {
  value: string
  name: string
  first_name: string | null
  last_name: string | null
  person_id: string | null
}

/** Who would get it now, how it travels and what it costs: every message is put together and measured. */
export async function estimate(
  ctx: Ctx,
  { body, audience, topic, split, poll, urgentReason }: SmsWords,
): Promise<Estimate> {
  await requireKnownAudience(ctx, audience)
  const ours = await churchTags(ctx)
  const settings = await settingsOf(ctx)
  const { monthlyCap, spent, approval, approvalAbove } = settings
  const rows = (await freezeAudience(
    ctx,
    { audience, channel: 'sms', topic },
    reached => sql`select value, name, first_name, last_name, person_id from ${reached} where reason is null`,
  )) as Reached[]
  const own = await tagValues(
    ctx,
    lookUps(body + (split?.body ?? '')),
    rows.map(row => row.person_id),
  )
  let longest: Measured | null = null
  let [segments, cost] = [0, 0]
  const measured = measurer(versionsOf(body, split, poll), ours)
  const reached: Reached[] = []
  for (const row of rows) {
    const one = measured(row, own(row.person_id))
    // The gate sends nothing with a gap in it.
    if (!one.gets) continue
    reached.push(row)
    segments += one.segments
    cost += one.segments * segmentPrice(row.value, ctx.client.country)
    if (!longest || one.segments > longest.segments || one.units > longest.units) longest = one
  }
  return {
    reached: reached.length,
    segments,
    cost: centsOf(cost),
    longest,
    sleeping: await sleepers(ctx, urgentReason ? await withoutUrgent(ctx, reached) : reached),
    left: monthlyCap === null ? null : Math.max(monthlyCap - spent, 0),
    sunday: sundayUntil(DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).toFormat(CLOCK), settings),
    needs: reached.length > approvalAbove ? approval : 'nothing',
  }
}

interface Measured extends Measure {
  text: string
  /** No word of it is missing. */
  gets: boolean
}

/** Measures a text as someone gets it who hears from us for the first time: the longest that it can be. */
function measurer(versions: string[], ours: TagValues) {
  const known = new Map<string, Measured>()
  return ({ name, first_name, last_name }: Reached, facts: TagValues): Measured => {
    const key = JSON.stringify([first_name, last_name, name, facts])
    const before = known.get(key)
    if (before) return before
    const values = { name, firstName: first_name ?? '', lastName: last_name ?? '', ...ours, ...facts }
    const texts = versions.map(words => textFor(words, values, { known: false, short: sampleUrl }))
    const gets = texts.every(({ missing }) => missing.length === 0)
    // Of two versions the dearer one: nobody knows yet who gets which.
    const one = texts.map(({ text }) => ({ ...measure(text), text, gets })).sort((a, b) => b.units - a.units)[0]!
    known.set(key, one)
    return one
  }
}

const versionsOf = (body: string, split: Split | null, poll: Poll | null) =>
  split ? [body, split.body] : [withPoll(body, poll)]

/** Who agreed to urgent messages is not let sleep. */
async function withoutUrgent(ctx: Ctx, rows: Reached[]): Promise<Reached[]> {
  const woken = await urgentAmong(
    ctx,
    rows.map(row => row.value),
  )
  return rows.filter(row => !woken.has(row.value))
}

async function sleepers(ctx: Ctx, rows: Reached[]): Promise<Estimate['sleeping']> {
  const until = await quietUntil(
    ctx,
    rows.map(row => row.value),
  )
  const church = await churchQuietUntil(ctx)
  if (church) for (const { value } of rows) if (!(until.get(value)! > church)) until.set(value, church)
  return until.size > 0
    ? { count: until.size, until: [...until.values()].reduce((latest, each) => (each > latest ? each : latest)) }
    : null
}
