import type { SuppressionReason } from '../rules/reasons.ts'

/** Where messages arrive: a normalized address or number on one channel. */
export interface Destination {
  value: string
  channel: 'email' | 'sms' | 'voice'
}

/** One topic as it stands for one destination. */
export interface Choice {
  key: string
  name: string
  description: string
  /** Consent holds only after it is confirmed by someone who reads the address. */
  doubleOptIn: boolean
  on: boolean
  /** The ledger's latest entry is a yes, even where a suppression stands against it. */
  consented: boolean
  against: readonly SuppressionReason[]
}

/** Why nothing is sent to a destination, whatever is chosen; an opt-out is not among them, since choosing undoes it. */
export const blockOf = (choices: readonly Choice[]): SuppressionReason | undefined =>
  choices.flatMap(({ against }) => against).find(reason => reason !== 'unsubscribed')
