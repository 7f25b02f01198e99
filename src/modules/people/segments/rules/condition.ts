import type { CustomType } from '../../fields/rules/types.ts'
import type { leadOutcomes, leadStages } from '../../rules/lead-stages.ts'
import type {
  consentStates,
  customOps,
  dateFields,
  dateOps,
  eventTypes,
  flagFields,
  householdFacts,
  reachChannels,
  setOps,
  TextField,
  textOps,
  yearlyFields,
} from './kinds.ts'

type Of<T extends readonly string[]> = T[number]

/** One thing asked of a person, as the contract reads it. */
export type Condition =
  | { kind: 'text'; field: TextField; op: Of<typeof textOps>; value: string }
  | { kind: 'date'; field: Of<typeof dateFields>; op: Of<typeof dateOps>; date?: string; days?: number }
  | { kind: 'yearly'; field: Of<typeof yearlyFields>; days: number }
  | { kind: 'age'; op: 'atLeast' | 'under' | 'unknown'; years: number }
  | { kind: 'tags' | 'groups'; op: Of<typeof setOps>; ids: string[] }
  | { kind: 'household'; fact: Of<typeof householdFacts> }
  | Lead
  | { kind: 'event'; did: boolean; type: Of<typeof eventTypes>; days?: number }
  | { kind: 'owner'; userId: string }
  | { kind: 'consent'; channel: Of<typeof reachChannels>; topic: string; state: Of<typeof consentStates> }
  | { kind: 'reach'; channel: Of<typeof reachChannels>; can: boolean }
  | { kind: 'flag'; field: Of<typeof flagFields>; is: boolean }
  | Custom

interface Lead {
  kind: 'lead'
  /** False: no card on the board answers to the rest. */
  has: boolean
  stages: Of<typeof leadStages>[]
  outcomes: Of<typeof leadOutcomes>[]
  source: string
  assignedTo?: string
  /** Minor units. */
  valueFrom?: number
  valueTo?: number
}

/** A fact of the church's own; of what is asked, only what its type and comparison need is there. */
interface Custom {
  kind: 'custom'
  fieldId: string
  type: CustomType
  op: Of<typeof customOps>
  text?: string
  number?: number
  date?: string
  days?: number
  options?: string[]
}

export type Kind<K extends Condition['kind']> = Extract<Condition, { kind: K }>

export interface ConditionGroup {
  kind: 'group'
  match: 'all' | 'any'
  of: Condition[]
}
export interface Conditions {
  match: 'all' | 'any'
  of: (Condition | ConditionGroup)[]
}
