import type { defaultCompliance } from '#call-rules/rules/defaults.ts'
import type { SendDecision } from '#messaging/send-policy/rules/decide.ts'
import type { NotCallable } from './numbers.ts'
import type { CallPurpose } from './states.ts'
import { type CallWindow, EMERGENCY_WINDOW, nextCallMoment, type Place } from './window.ts'

/** The newest yes or no of a number for calls, as the ledger has it. */
export interface CallConsent {
  id: string
  state: 'granted' | 'revoked'
  /** form, keyword, import, staff, link */
  source: string
  at: Date
  /** The words that stood beside it. */
  wording: string
  /** Given in writing: by a form, a link, a keyword, or on paper that a member has recorded. */
  isWritten: boolean
}

/** How an account calls. */
export interface CallPolicy {
  window: CallWindow
  /** The national registry counts for calls that sell or ask for money. */
  respectDnc: boolean
  requireOptIn: boolean
  /** So many calls to one number in `capDays`, across all campaigns. */
  cap: number
  capDays: number
}

/** The account's rules as they are asked of a number. */
export const toPolicy = ({
  from,
  until,
  holidays,
  closedOn,
  byState,
  ...rest
}: typeof defaultCompliance): CallPolicy => ({
  window: { from, until, days: rest.days, holidays, closedOn, byState },
  respectDnc: rest.respectDnc,
  requireOptIn: rest.requireOptIn,
  cap: rest.cap,
  capDays: rest.capDays,
})

/** What has to be known of one number. */
export interface CallFacts {
  notCallable: NotCallable | undefined
  consent: CallConsent | null
  onNationalRegistry: boolean
  /** The registry that the account keeps is older than the law allows, or there is none. */
  isRegistryStale: boolean
  /** Calls of the last `capDays`, and of the last day. */
  recent: number
  today: number
  place: Place
  now: Date
}

/** Calls of one account to one number within 24 hours, where a state sets a limit (Florida, Oklahoma: three on one subject). */
export const DAY_CAP = 3

const sells: ReadonlySet<CallPurpose> = new Set(['fundraising', 'promotion'])
/** Whether a purpose needs consent in writing (47 CFR 64.1200(a)(2)). */
export const needsWriting = (purpose: CallPurpose): boolean => sells.has(purpose)

/**
 * May this number be called now by a machine, and if not, why or when. Asked after the questions that every message is asked:
 * opt-outs, care holds, suspended accounts. Each number is treated as a mobile phone, since nothing proves that it isn't one.
 */
export function decideCall(purpose: CallPurpose, policy: CallPolicy, facts: CallFacts): SendDecision {
  if (facts.notCallable)
    return { go: 'skip', reason: facts.notCallable === 'bad_number' ? 'bad_address' : 'not_callable' }
  const isEmergency = purpose === 'emergency'
  if (!isEmergency) {
    // An account that doesn't ask for an opt-in still never calls someone who said no, nor sells without a yes in writing.
    if (facts.consent?.state === 'revoked') return { go: 'skip', reason: 'no_consent' }
    if (needsWriting(purpose) && !facts.consent?.isWritten) return { go: 'skip', reason: 'no_written_consent' }
    if (policy.requireOptIn && !facts.consent) return { go: 'skip', reason: 'no_consent' }
    if (policy.respectDnc && needsWriting(purpose)) {
      if (facts.isRegistryStale) return { go: 'skip', reason: 'registry_stale' }
      if (facts.onNationalRegistry) return { go: 'skip', reason: 'national_dnc' }
    }
    if (facts.recent >= policy.cap) return { go: 'skip', reason: 'call_cap' }
    if (facts.today >= DAY_CAP) return { go: 'skip', reason: 'call_cap' }
  }
  const at = nextCallMoment(facts.now, facts.place, isEmergency ? EMERGENCY_WINDOW : policy.window, isEmergency)
  if (!at) return { go: 'skip', reason: 'no_common_hour' }
  return at > facts.now ? { go: 'defer', until: at } : { go: 'send' }
}
