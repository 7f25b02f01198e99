export const enrollmentStates = ['running', 'done', 'cancelled'] as const
/** already: the rule of re-entry keeps them out; deceased: nobody is followed up who has died. */
export const blockedReasons = ['already', 'deceased'] as const

/** People a minute, so that what they are sent doesn't leave in one burst. */
export const PER_MINUTE = 500
/** People of one transaction. */
export const BATCH = 200
/** While throttled, a batch follows a batch after so many milliseconds. */
export const PACE = 6_000

/** How many people the next transaction takes, and how long the one after it waits. @param perMinute 0: no throttle */
export function toPace(perMinute: number): { take: number; pause: number } {
  if (perMinute === 0) return { take: BATCH, pause: 0 }
  const share = (perMinute * PACE) / 60_000
  const take = Math.min(BATCH, Math.max(1, Math.floor(share)))
  return { take, pause: Math.round((take * 60_000) / perMinute) }
}
