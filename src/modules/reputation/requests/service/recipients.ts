import { sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { type SkipReason, skipWords } from '#messaging/send-policy/rules/reasons.ts'
import { messages } from '#messaging/tables.ts'
import type { Audience } from '#people/audience/contract.ts'
import { leftOutWords } from '#people/audience/rules/reasons.ts'
import { breakdown, freezeAudience } from '#people/audience/service.ts'
import type { RequestPreview } from '../contract.ts'
import { ASKED_DAYS, type ChannelChoice, channelsOf } from '../rules/states.ts'
import { reviewRequests } from '../tables.ts'

export interface Asking {
  channel: ChannelChoice
  audience: Audience
  topic: string
}
/** Someone who was chosen and has an address, with why they aren't asked; null: they are. */
export interface Candidate extends Record<string, unknown> {
  address: string
  channel: 'sms' | 'email'
  personId: string
  name: string
  firstName: string
  lastName: string
  /** How many of the chosen share the address. */
  people: number
  reason: SkipReason | typeof ASKED_RECENTLY | null
}
export const ASKED_RECENTLY = 'asked_recently'

/** Whether a person, or anyone at an address, was asked lately or is about to be; what failed on its way doesn't count. */
const wasAsked = (value: string, person: string) => sql`exists (
  select from ${reviewRequests} p where (p.address = ${sql.raw(value)} or p.person_id = ${sql.raw(person)}) and p.state in ('waiting', 'written')
    and coalesce(p.last_sent_at, p.created_at) > ${new Date(clock.ms() - days(ASKED_DAYS)).toISOString()}::timestamptz
    and coalesce((select m.state from ${messages} m where m.client_id = p.client_id and m.id = p.message_id), '')
      not in ('skipped', 'failed', 'undelivered'))`

/** Two campaigns that start at once would both find that nobody was asked: the second waits. */
export const lockRequests = (ctx: Ctx) => advisoryLock(ctx.db, `review requests ${ctx.client.id}`)

/** Everyone who has an address, once: by the first channel that reaches them, or by the last with why it doesn't. */
export async function chooseRecipients(
  ctx: Ctx,
  { channel: choice, audience, topic }: Asking,
  campaign?: { id: string; name: string },
): Promise<Candidate[]> {
  const chosen = new Map<string, Candidate>()
  for (const channel of channelsOf(choice)) {
    const rows = (await freezeAudience(
      ctx,
      { audience, channel, topic, ...(campaign && { campaign }) },
      rows => sql`select value as address, ${channel}::text as channel, person_id as "personId", name,
        coalesce(first_name, '') as "firstName", coalesce(last_name, '') as "lastName", people,
        coalesce(case when ${wasAsked('audience.value', 'audience.person_id')} then ${ASKED_RECENTLY}::text end, reason) as reason from ${rows}`,
    )) as unknown as Candidate[]
    for (const row of rows) if (chosen.get(row.personId)?.reason !== null) chosen.set(row.personId, row)
  }
  return [...chosen.values()]
}

/** Who would be asked now, and how many would not, by their reason. */
export async function preview(
  ctx: Ctx,
  { channel, audience, topic }: Omit<Asking, 'audience'> & { audience: Audience | null },
): Promise<RequestPreview> {
  const nobody = { asked: 0, sms: 0, email: 0, askedRecently: 0, leftOut: [] }
  const [first] = channelsOf(channel)
  if (!audience || !first) return nobody
  const rows = await chooseRecipients(ctx, { channel, audience, topic })
  const figures = await breakdown(ctx, { audience, channel: first, topic })
  const count = (test: (row: Candidate) => boolean) => rows.filter(test).length
  const reasons = new Map<string, number>()
  for (const { reason } of rows) if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  for (const { reason, people } of figures.leftOut)
    if (['deceased', 'grief', 'minor'].includes(reason)) reasons.set(reason, (reasons.get(reason) ?? 0) + people)
  const known = count(row => row.reason === null) + [...reasons.values()].reduce((sum, n) => sum + n, 0)
  const rest = figures.total + figures.guardians - known
  if (rest > 0) reasons.set('rest', rest)
  return {
    asked: count(row => row.reason === null),
    sms: count(row => row.reason === null && row.channel === 'sms'),
    email: count(row => row.reason === null && row.channel === 'email'),
    askedRecently: reasons.get(ASKED_RECENTLY) ?? 0,
    leftOut: [...reasons]
      .map(([reason, people]) => ({ reason, people, words: wordsOf(reason, first) }))
      .sort((a, b) => b.people - a.people),
  }
}

/** As it reads after a number. */
function wordsOf(reason: string, channel: 'sms' | 'email'): string {
  if (reason === ASKED_RECENTLY) return `asked in the last ${ASKED_DAYS} days`
  if (reason === 'rest') return 'without an address of their own'
  return reason in skipWords ? skipWords[reason as SkipReason] : leftOutWords(reason as 'minor', channel)
}
