import { quietTimeAt } from '#church-year/rules/quiet-times.ts'
import type { Held } from '#consent/rules/reasons.ts'
import { type SuppressionReason, suppressionReasons } from '#consent/rules/reasons.ts'
import { channelRules } from '../../channels/rules.ts'
import type { Channel, Purpose } from '../../rules/states.ts'
import { isAutomated, isUnprompted } from '../../rules/unprompted.ts'
import type { SkipReason } from './reasons.ts'
import { asleepUntil } from './zones.ts'

export interface SendRequest {
  channel: Channel
  /** Normalized: email in lower case, number in E.164. */
  recipient: string
  purpose: Purpose
  /** What the consent must be for: newsletter, a list … ; empty for what needs none. */
  topic: string
  /** As in the outbox: what it is, and its key, which says whether a workflow sends it. */
  kind?: string
  dedupeKey?: string
  /** It answers by itself whatever comes in. */
  automatic?: boolean
  /** Merge tags that have neither a value nor a fallback for this recipient. */
  missing?: readonly string[]
  /** It can't wait for the morning: passes quiet hours for anyone who agreed to that. */
  urgent?: boolean
}

/** What the gate has to know of one recipient. */
export interface RecipientFacts {
  access: 'full' | 'read_only' | 'suspended'
  /** Reasons that stand for this address on this channel, for everything or for the topic. */
  suppressed: readonly SuppressionReason[]
  /** The ledger's latest word for the topic. */
  consent: 'granted' | 'revoked' | null
  /** Marketing messages of the last days; not counted again when a message is claimed. */
  recent: number
  /** For what is unprompted: all who have this address are gone or under age, or one of them has a care hold. */
  held: Held | null
  /** Automatic answers of the last hour. */
  answers: number
  /** Whether they agreed to urgent messages at any hour. */
  urgentYes: boolean
  /** Where a phone may be: where its owner is known to live, else by its number and the church's zone. */
  zones: readonly string[]
  /** States whose law may ask for more than the federal quiet hours. */
  states?: readonly string[]
  /** Zone of a church that keeps quiet church times. */
  churchZone?: string | null
  now: Date
}

export type SendDecision = { go: 'send' } | { go: 'defer'; until: Date } | { go: 'skip'; reason: SkipReason }

/** So many marketing messages on one channel in so many days, to one address. */
export const CAP = { count: 7, days: 7 }
/** So many automatic answers an hour to one address: two machines that answer each other come to an end. */
export const ANSWERS_AN_HOUR = 5

const always: SuppressionReason[] = ['hard_bounce', 'invalid', 'stop']
const unasked: SuppressionReason[] = [...always, 'complaint', 'manual', 'dnc']
/** What each purpose gives way to: an unsubscribing stops marketing, and never a receipt or a password link. */
const blocking: Record<Purpose, ReadonlySet<SuppressionReason>> = {
  confirmation: new Set(['hard_bounce', 'invalid']),
  transactional: new Set(always),
  conversational: new Set(unasked),
  marketing: new Set(suppressionReasons),
}

/** The order of the questions is part of the rule: the first no is the reason that is stored and shown. */
export function decideSend(asked: SendRequest, facts: RecipientFacts): SendDecision {
  const reason = refusal(asked, facts)
  if (reason) return { go: 'skip', reason }
  const until = asleep(asked, facts)
  if (until) return { go: 'defer', until }
  if (asked.purpose === 'marketing' && facts.recent >= CAP.count) return { go: 'skip', reason: 'frequency_cap' }
  if (asked.missing && asked.missing.length > 0) return { go: 'skip', reason: 'merge_tags' }
  return { go: 'send' }
}

function refusal(asked: SendRequest, facts: RecipientFacts): SkipReason | undefined {
  const { channel, recipient, purpose, automatic } = asked
  if (facts.access === 'suspended') return 'account_suspended'
  if (facts.access === 'read_only' && purpose === 'marketing') return 'account_read_only'
  if (!channelRules[channel].connected) return 'channel_missing'
  if (!channelRules[channel].address.safeParse(recipient).success) return 'bad_address'
  // A machine calls nobody who has said no to anything on the phone, whatever it is for.
  const stopped = facts.suppressed.find(reason => channel === 'voice' || blocking[purpose].has(reason))
  if (stopped) return stopped
  if (automatic && facts.answers >= ANSWERS_AN_HOUR) return 'loop'
  if (facts.held === 'grief' && isUnprompted(asked) && purpose !== 'marketing') return 'grief'
  if (purpose !== 'marketing') return
  if (facts.consent !== 'granted') return 'no_consent'
  if (facts.held) return facts.held
}

/** When it may be sent, if it may not now: no phone buzzes at night, and church times are quiet for mail as well. */
function asleep(asked: SendRequest, { zones, states, now, urgentYes, churchZone }: RecipientFacts): Date | undefined {
  if (asked.urgent && urgentYes) return
  const atNight = channelRules[asked.channel].quietHours && asked.purpose === 'marketing'
  const inChurch = churchZone && (asked.purpose === 'marketing' || isAutomated(asked)) ? churchZone : undefined
  let at = now
  // The end of one may be in the midst of the other.
  for (let i = 0; i < 3; i++) {
    const next = (atNight && asleepUntil(at, zones, states)) || (inChurch && quietTimeAt(at, inChurch)?.until)
    if (!next) break
    at = next
  }
  return at > now ? at : undefined
}
