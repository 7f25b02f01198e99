import { GRACE_DAYS, READ_ONLY_DAYS } from '../rules.ts'
import type { SubscriptionState } from './states.ts'

const DAY = 86_400_000

/** What decides; dates as milliseconds since 1970 of the customer's clock. */
export interface Standing {
  status: SubscriptionState
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date
  trialEnd: Date | null
  endedAt: Date | null
  pastDueSince: Date | null
}
export interface Access {
  access: 'full' | 'read_only'
  state: 'trialing' | 'past_due' | 'unpaid' | 'trial_ended' | 'canceling' | 'canceled' | null
  /** The day that the state speaks of: the end of the trial or period, or when the next step comes. */
  until: Date | null
}

const full = (state: Access['state'], until: Date | null): Access => ({ access: 'full', state, until })
const readOnly = (state: Access['state'], until: Date | null): Access => ({ access: 'read_only', state, until })

/** An account without a subscription is not held to anything: a self-hosted server, the demo, the operator. */
export function accessOf(standing: Standing | undefined, now: number): Access {
  if (!standing) return full(null, null)
  const { status, cancelAtPeriodEnd, currentPeriodEnd, trialEnd, endedAt, pastDueSince } = standing
  if (status === 'paused') return readOnly('trial_ended', trialEnd)
  if (status === 'canceled') return readOnly('canceled', endedAt)
  if (status === 'past_due' || status === 'unpaid') return owing((pastDueSince ?? currentPeriodEnd).getTime(), now)
  if (cancelAtPeriodEnd) return full('canceling', currentPeriodEnd)
  if (status === 'trialing') return full('trialing', trialEnd)
  return full(null, null)
}

/** Everything for seven days, then reading until the twenty-first, then paused: nothing is deleted. */
function owing(since: number, now: number): Access {
  const days = (now - since) / DAY
  if (days < GRACE_DAYS) return full('past_due', new Date(since + GRACE_DAYS * DAY))
  return readOnly('unpaid', days < READ_ONLY_DAYS ? new Date(since + READ_ONLY_DAYS * DAY) : null)
}
