import { createHash } from 'node:crypto'
import type { ImportedPerson } from './person.ts'

/**
 * Tells a row from others where nothing else does: the same file imported twice gives the same 32 hex digits. Null for a
 * person with an email address, a number or an id of the old system, who is found by these.
 */
export function fingerprint(person: ImportedPerson): string | null {
  if (person.externalId || person.emails.length > 0 || person.phones.some(phone => phone.number)) return null
  return createHash('sha256').update(stable(person)).digest('hex').slice(0, 32)
}

/** JSON without what is empty: a field that we learn to read later doesn't change the fingerprint of rows without it. */
function stable(person: ImportedPerson): string {
  const filled = Object.entries(person).filter(([, value]) => !isEmpty(value))
  return JSON.stringify(Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1))))
    .normalize('NFC')
    .toLowerCase()
}

const isEmpty = (value: unknown) => value === null || value === false || (Array.isArray(value) && value.length === 0)
