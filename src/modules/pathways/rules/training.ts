/** Days before its end from which a training is said to expire. */
export const EXPIRES_SOON_DAYS = 30

export const trainingStates = ['valid', 'expiring', 'expired', 'missing'] as const
export type TrainingStateName = (typeof trainingStates)[number]

export interface TrainingState {
  state: TrainingStateName
  /** The last day on which it is valid, "2027-03-01"; null: for good, or never done. */
  until: string | null
  /** Days from `day` to its end, where it expires soon. */
  days: number | null
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/**
 * Where someone stands in a training on a day of the church, "2026-12-31".
 * @param certificate the newest one that is not revoked; undefined: there is none
 */
export function trainingState(certificate: { expiresOn: string | null } | undefined, day: string): TrainingState {
  if (!certificate) return { state: 'missing', until: null, days: null }
  const { expiresOn: until } = certificate
  if (until === null) return { state: 'valid', until, days: null }
  if (until < day) return { state: 'expired', until, days: null }
  const days = daysBetween(day, until)
  return days <= EXPIRES_SOON_DAYS ? { state: 'expiring', until, days } : { state: 'valid', until, days: null }
}

/** Someone may not serve with it. */
export const isLapsed = ({ state }: Pick<TrainingState, 'state'>): boolean => state === 'missing' || state === 'expired'

/** "Valid until Mar 1, 2027", "Expires in 12 days", "Expired Mar 1, 2026", "Missing". */
export function trainingWords({ state, until, days }: TrainingState, date: (day: string) => string): string {
  if (state === 'missing') return 'Missing'
  if (state === 'expired') return `Expired ${date(until!)}`
  if (state === 'expiring')
    return days === 0 ? 'Expires today' : days === 1 ? 'Expires tomorrow' : `Expires in ${days} days`
  return until ? `Valid until ${date(until)}` : 'Valid'
}
