import type { CallConsent } from './decide.ts'
import type { CallPurpose } from './states.ts'

/** What a court would ask: who was called, why that was allowed, and by which rules. Dates are ISO instants. */
export interface CallProof {
  purpose: CallPurpose
  /** Null where an emergency needed none. */
  consent: (Omit<CallConsent, 'at'> & { at: string }) | null
  /** Every zone in which the phone may have been, with its clock as the call was placed. */
  zones: { zone: string; clock: string }[]
  /** States whose laws were kept. */
  states: { state: string; source: string }[]
  window: { from: string; until: string; days: readonly number[] }
  /** Calls to this number within the days of the cap, without this one. */
  recent: number
  cap: number
  capDays: number
  /** The day of the registry that was asked; null: the purpose asks for none. */
  registryAsOf: string | null
}
