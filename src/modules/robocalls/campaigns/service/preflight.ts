import { and, eq, ne } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { SendRequest } from '#messaging/send-policy/rules/decide.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { checkRecipients } from '#messaging/send-policy/service.ts'
import { messages } from '#messaging/tables.ts'
import type { LeftOutReason } from '#people/audience/rules/reasons.ts'
import { type AssessedPerson, listAudience } from '#people/audience/service.ts'
import { callKey, callKind } from '../../rules/keys.ts'
import { sayScript } from '../../rules/script.ts'
import { valuesFor } from '../../service/spoken.ts'
import type { robocallCampaigns } from '../../tables.ts'

type Campaign = typeof robocallCampaigns.$inferSelect
/** What decides whom a campaign calls; a closure asks before it has one. */
export type CalledCampaign = Pick<
  Campaign,
  'id' | 'purpose' | 'topic' | 'audience' | 'content' | 'voicemail' | 'event' | 'onDate' | 'atTime' | 'closureId'
>

/** A number that is considered, with who stands for it and all who share it. */
export interface Considered {
  number: string
  personId: string
  name: string
  /** First names of all who share it, as they are greeted. */
  names: string
  lastName: string
  /** Why it isn't called; null: it is, at once or from `dueAt` on. */
  reason: SkipReason | null
  dueAt: Date | null
}
export interface ExcludedPerson {
  personId: string
  name: string
  reason: LeftOutReason
}
export interface Assessment {
  numbers: Considered[]
  /** Who has no number of their own in it. */
  people: ExcludedPerson[]
}

/** Numbers to which a closure has gone by text. */
async function textedBy(ctx: Ctx, closureId: string): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ number: messages.recipient })
    .from(messages)
    .where(and(eq(messages.batchId, closureId), eq(messages.channel, 'sms'), ne(messages.state, 'skipped')))
  return new Set(rows.map(row => row.number))
}

/** How many names are said of a family that shares a phone. */
const MOST_NAMES = 3

/** "Ann", "Ann and Ben", "Ann, Ben and Cal". */
function joinNames(all: string[]): string {
  const names = [...new Set(all.filter(Boolean))].slice(0, MOST_NAMES)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** To whom recorded calls are sent in `messaging`: everything but an emergency is what nobody has to be told. */
export const purposeOf = ({ purpose }: Pick<Campaign, 'purpose'>) =>
  purpose === 'emergency' ? ('transactional' as const) : ('marketing' as const)

/**
 * Everyone for whom a campaign is meant, and what would become of a call now, by the same questions that are asked as it is
 * dialed. A few queries, however many they are.
 */
export async function assess(ctx: Ctx, campaign: CalledCampaign): Promise<Assessment> {
  const { id, audience, topic } = campaign
  const texted = campaign.closureId ? await textedBy(ctx, campaign.closureId) : new Set<string>()
  const all = await listAudience(ctx, { audience, channel: 'voice', topic })
  const everyone = all.filter(one => !(one.value && texted.has(one.value)))
  const people: ExcludedPerson[] = []
  const sharing = new Map<string, AssessedPerson[]>()
  for (const one of everyone) {
    if (one.held) people.push({ personId: one.id, name: one.name, reason: one.held })
    else sharing.set(one.value!, [...(sharing.get(one.value!) ?? []), one])
  }
  const groups = [...sharing.values()]
  const requests = groups.map(([first]): SendRequest => {
    const { text: _, missing } = sayScript(`${campaign.content} ${campaign.voicemail}`, {
      ...valuesFor(campaign, { names: first!.first_name ?? '', lastName: first!.last_name ?? '' }),
      church: 'x',
    })
    return {
      channel: 'voice',
      recipient: first!.value!,
      purpose: purposeOf(campaign),
      topic,
      kind: callKind(campaign.purpose),
      dedupeKey: callKey(id, first!.value!, 1),
      missing,
    }
  })
  const verdicts = await checkRecipients(ctx, requests)
  const numbers = groups.map((group, i): Considered => {
    const [first, ...others] = group
    const verdict = verdicts[i]!
    const reason = verdict.go === 'skip' ? verdict.reason : null
    // Nobody shares a call that isn't made: they are left out for the same reason.
    for (const other of others) people.push({ personId: other.id, name: other.name, reason: reason ?? 'duplicate' })
    return {
      number: first!.value!,
      personId: first!.id,
      name: first!.name,
      names: joinNames(group.map(one => one.first_name ?? '')),
      lastName: first!.last_name ?? '',
      reason,
      dueAt: verdict.go === 'defer' ? verdict.until : null,
    }
  })
  return { numbers, people }
}

/** Millionths of a dollar for each minute that is begun, at the carrier's list price for calls within the country. */
export const PRICE_PER_MINUTE = 14_000

export interface PreflightReport {
  /** People for whom it is meant. */
  people: number
  /** Numbers that are called as soon as it starts. */
  now: number
  /** Numbers that wait for their hours, by when these begin. */
  held: { count: number; until: Date }[]
  /** Numbers and people who aren't called, by why. */
  excluded: { reason: LeftOutReason; count: number }[]
  /** US cents, if everyone answered and listened to the end, at list prices. */
  cost: number
  /** Seconds that one call takes. */
  seconds: number
  /** When the last one would be over, without further tries; null: nobody is called. */
  endsAt: Date | null
}

/** What a member decides by. */
export function toReport(
  { numbers, people }: Assessment,
  { seconds, perMinute, atOnce }: { seconds: number; perMinute: number; atOnce: number },
): PreflightReport {
  const callable = numbers.filter(one => one.reason === null)
  const later = Map.groupBy(
    callable.filter(one => one.dueAt),
    one => one.dueAt!.getTime(),
  )
  const held = [...later]
    .map(([at, all]) => ({ count: all.length, until: new Date(at) }))
    .sort((a, b) => a.until.getTime() - b.until.getTime())
  const why = Map.groupBy<LeftOutReason, { reason: LeftOutReason }>(
    [...people, ...numbers.flatMap(one => (one.reason ? [{ reason: one.reason }] : []))],
    one => one.reason,
  )
  const excluded = [...why]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
  const perCall = Math.ceil(seconds / 60)
  const rate = Math.min(perMinute, (atOnce * 60) / Math.max(seconds, 1))
  const startOfLast = held.at(-1)?.until.getTime() ?? clock.ms()
  const lastBatch = held.at(-1)?.count ?? callable.length
  return {
    people: people.length + numbers.length,
    now: callable.length - callable.filter(one => one.dueAt).length,
    held,
    excluded,
    cost: Math.round((callable.length * perCall * PRICE_PER_MINUTE) / 10_000),
    seconds,
    endsAt: callable.length === 0 ? null : new Date(startOfLast + Math.ceil((lastBatch / rate) * 60_000)),
  }
}
