import type { PartialDate } from '#people/rules/birthday.ts'
import type { householdRoles } from '#people/rules/fields.ts'
import type { FieldWith } from '#people/rules/standard-fields.ts'
import type { ImportedFact } from './facts.ts'
import type { Kind } from './fields.ts'
import type { Gender, LeadStage, MaritalStatus } from './values.ts'

/** `written` is what the file says; `address` is normalized. */
export interface ImportedEmail {
  address: string
  written: string
  kind: Kind
}

/** `number` is E.164, null where what is written is no full number. */
export interface ImportedPhone {
  number: string | null
  extension: string | null
  written: string
  kind: Kind
}

/** `country` is ISO alpha-2 where it is known, else as written. */
export interface ImportedAddress {
  street: string
  street2: string
  city: string
  region: string
  postalCode: string
  country: string
  kind: Kind
}

/** Rows with the same id, or else the same name and address, are one household. */
export interface ImportedHousehold {
  externalId: string | null
  name: string | null
  role: (typeof householdRoles)[number] | null
  isPrimary: boolean
}

/** What one row says about a person; null and empty lists where it says nothing. */
export interface ImportedPerson extends Record<FieldWith<'importedAsText'>, string | null> {
  prefix: string | null
  firstName: string | null
  middleName: string | null
  /** With Jr. or III, where the file has it. */
  lastName: string | null
  nickName: string | null
  emails: ImportedEmail[]
  phones: ImportedPhone[]
  addresses: ImportedAddress[]
  birthDate: PartialDate | null
  anniversary: PartialDate | null
  gender: Gender | null
  maritalStatus: MaritalStatus | null
  inactive: boolean
  /** IANA name. */
  timeZone: string | null
  tags: string[]
  groups: string[]
  household: ImportedHousehold | null
  externalId: string | null
  owner: string | null
  leadStage: LeadStage | null
  notes: string | null
  deceased: boolean
  doNotContact: boolean
  /** Day on which the old system got to know the person, "2019-03-04". */
  createdOn: string | null
  /** Facts of the church's own; absent where the row tells none. */
  custom?: ImportedFact[]
}

export type SuppressionChannel = 'email' | 'sms' | 'voice' | 'all'
export type SuppressionReason = 'unsubscribed' | 'hard_bounce' | 'dnc'

/** `value` is a normalized address or an E.164 number: it stays suppressed, no matter who has it later. */
export interface ImportedSuppression {
  channel: SuppressionChannel
  value: string
  reason: SuppressionReason
}

/** A sentence for staff; `column` is the header it is about, null for the whole row. */
export interface RowMessage {
  column: string | null
  text: string
}

export interface ImportedConsent {
  channel: 'email' | 'sms'
  value: string | null
}

/**
 * One row read. With errors the person is not imported; the suppressions count all the same.
 */
export interface ReadRow {
  person: ImportedPerson
  suppressions: ImportedSuppression[]
  /** Addresses and numbers whose row says that they opted in; a null value where the row has none for the channel. */
  consents: ImportedConsent[]
  warnings: RowMessage[]
  errors: RowMessage[]
  fingerprint: string | null
}
