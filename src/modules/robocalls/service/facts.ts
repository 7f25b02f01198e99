import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { type Compliance, complianceOf, onRegistry, registryOf } from '#call-rules/service/policy.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { PhonePlace } from '#messaging/send-policy/rules/regions.ts'
import { zonesOf } from '#messaging/send-policy/rules/zones.ts'
import { phonePlaces } from '#messaging/send-policy/service.ts'
import { type CallConsent, type CallFacts, needsWriting, toPolicy } from '../rules/decide.ts'
import { whyNotCallable } from '../rules/numbers.ts'
import type { CallProof } from '../rules/proof.ts'
import type { CallPurpose } from '../rules/states.ts'
import { callStateOf, EMERGENCY_WINDOW, lawsOf, type Place } from '../rules/window.ts'

/** Where a number says nothing of its zone: an hour must suit all of the country. */
const everyZone = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const written = new Set(['form', 'link', 'keyword', 'portal'])

/** The newest word of each number for calls on that topic, with its evidence. */
async function consentsOf(ctx: Ctx, numbers: string[], topic: string): Promise<Map<string, CallConsent>> {
  const { rows } = await ctx.db.execute<{
    value: string
    id: string
    state: 'granted' | 'revoked'
    source: string
    at: string
    evidence: Record<string, unknown>
  }>(sql`
    select distinct on (value) value, id, state, source, created_at as at, evidence from consents
    where client_id = ${ctx.client.id} and value = any(${sql.param(numbers)}::text[]) and channel in ('voice', 'all')
      and topic in ('', ${topic}) order by value, id desc`)
  return new Map(
    rows.map(({ value, id, state, source, at, evidence }) => [
      value,
      {
        id,
        state,
        source,
        at: new Date(at),
        wording: String(evidence.wording ?? evidence.how ?? ''),
        isWritten: state === 'granted' && (written.has(source) || evidence.written === true),
      },
    ]),
  )
}

/** Calls that were placed to each number: within the days of the cap, and within one. */
async function recentCalls(ctx: Ctx, numbers: string[], capDays: number) {
  const since = new Date(clock.ms() - days(capDays)).toISOString()
  const today = new Date(clock.ms() - hours(24)).toISOString()
  const { rows } = await ctx.db.execute<{ number: string; recent: number; today: number }>(sql`
    select number, count(*)::int as recent, count(*) filter (where started_at > ${today})::int as today
    from robocall_attempts where client_id = ${ctx.client.id} and number = any(${sql.param(numbers)}::text[])
      and started_at > ${since} and not is_test and result is distinct from 'failed' group by number`)
  return new Map(rows.map(row => [row.number, row]))
}

export interface KnownCalls {
  compliance: Compliance
  registryAsOf: string | null
  factsOf: (number: string) => CallFacts
}

/** Everything that the rules ask of these numbers, in the same few queries however many they are. */
export async function knownCalls(
  ctx: Ctx,
  asked: { purpose: CallPurpose; topic: string },
  numbers: string[],
): Promise<KnownCalls> {
  const compliance = await complianceOf(ctx)
  const consents = await consentsOf(ctx, numbers, asked.topic)
  const calls = await recentCalls(ctx, numbers, toPolicy(compliance).capDays)
  const places = await phonePlaces(ctx, numbers)
  const sells = needsWriting(asked.purpose)
  const registry = sells ? await registryOf(ctx) : { asOf: null, isStale: false }
  const listed = sells ? await onRegistry(ctx, numbers) : new Set<string>()
  const now = clock.now()
  return {
    compliance,
    registryAsOf: registry.asOf,
    factsOf: number => ({
      notCallable: whyNotCallable(number),
      consent: consents.get(number) ?? null,
      onNationalRegistry: listed.has(number),
      isRegistryStale: registry.isStale,
      recent: calls.get(number)?.recent ?? 0,
      today: calls.get(number)?.today ?? 0,
      place: placeOf(number, places.get(number)!),
      now,
    }),
  }
}

/** The stricter laws for calls, where nothing but the number says in which state someone is. */
function placeOf(number: string, { zones, states, isKnown }: PhonePlace): Place {
  const isUnknown = !isKnown && zonesOf(number).length === 0
  const state = states.length === 0 ? callStateOf(number) : undefined
  const all = states.length > 0 ? states : state ? [state] : []
  return { zones: isUnknown ? [...new Set([...zones, ...everyZone])] : zones, states: all }
}

/** What stands in a call's file. */
export function toProof(
  purpose: CallPurpose,
  { compliance, registryAsOf, factsOf }: KnownCalls,
  number: string,
): CallProof {
  const { consent, place, recent, now } = factsOf(number)
  const window = purpose === 'emergency' ? EMERGENCY_WINDOW : toPolicy(compliance).window
  const { from, until } = window
  return {
    purpose,
    consent: consent && { ...consent, at: consent.at.toISOString() },
    zones: place.zones.map(zone => ({ zone, clock: DateTime.fromJSDate(now, { zone }).toFormat('ccc HH:mm') })),
    states: window.byState ? lawsOf(place) : [],
    window: { from, until, days: window.days },
    recent,
    cap: compliance.cap,
    capDays: compliance.capDays,
    registryAsOf,
  }
}
