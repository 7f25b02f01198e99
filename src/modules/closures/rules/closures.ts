/**
 * Why a church is closed. Each of them affects the health and safety of those who would come: a call for that is made "for
 * emergency purposes" and needs no consent (47 U.S.C. 227(b)(1)(A); 47 CFR 64.1200(f)(4); the FCC's ruling on closings of schools of
 * August 4, 2016, FCC 16-88). Nothing else may be said in it. A closure for any other reason goes to those who agreed.
 */
export const closureCauses = ['weather', 'building', 'utilities', 'danger', 'illness', 'other'] as const
export type ClosureCause = (typeof closureCauses)[number]
export const causeLabels: Record<ClosureCause, string> = {
  weather: 'Severe weather',
  building: 'The building is not safe',
  utilities: 'No power, water or heat',
  danger: 'A threat or danger nearby',
  illness: 'An outbreak of illness',
  other: 'Another reason',
}
export const isEmergency = (cause: ClosureCause): boolean => cause !== 'other'
/** So many in 24 hours: the second one says that it is over, or that it lasts. */
export const MOST_A_DAY = 3

/** What an emergency may not be used for: it asks for nothing and offers nothing. */
const sells = /\b(donat|giv(e|ing) online|offering|pledge|ticket|sale|discount|register now|sign up|fundrais)/i

/** A sentence where the message of a closure says more than that. */
export function lintClosure(message: string, cause: ClosureCause): string | undefined {
  if (/[{}]/.test(message)) return 'Variables can’t be used here: everyone gets the same words.'
  if (isEmergency(cause) && sells.test(message))
    return 'An emergency message may say only what people must know. Leave out gifts, sales and sign-ups.'
}

/** As it is said in a call. */
export const spokenClosure = (message: string): string => `This is {church}. ${message}`

/** From this hour on, a closure is most likely about the next day. */
const EVENING = 16

/** Until when the notice stands if nobody says otherwise. @param now by the church's clock: 2026-11-27T19:09 */
export function usualEnd(now: string): string {
  const day = new Date(`${now.slice(0, 10)}T12:00:00Z`)
  if (Number(now.slice(11, 13)) >= EVENING) day.setUTCDate(day.getUTCDate() + 1)
  return `${day.toISOString().slice(0, 10)}T23:59`
}
