import { parsePartialDate } from '../../rules/birthday.ts'
import { type FieldWith, isInGroup, labelField, listFields, mapFields } from '../../rules/standard-fields.ts'

/** What one of two people has and the other has too, so that someone chooses; by the name of the column. */
export type MergeField = FieldWith<'merged'> | 'email' | 'phone'
const own = listFields('merged')
export const mergeFields: readonly MergeField[] = [
  ...own.filter(name => isInGroup(name, 'name')),
  'email',
  'phone',
  ...own.filter(name => !isInGroup(name, 'name')),
]
export type Side = 'kept' | 'gone'
export type Values = Record<MergeField, string | null>

export const fieldLabels: Record<MergeField, string> = {
  ...mapFields(own, name => labelField(name)),
  email: 'Primary email address',
  phone: 'Primary phone number',
}

const dates = new Set<MergeField>(listFields('kind', 'partialDate'))
const names = new Set<MergeField>(['firstName', 'middleName', 'lastName'])

/** The side whose value says more: something before nothing, a date with its year, "John" before "J."; else the one who stays. */
export function fuller(field: MergeField, kept: string | null, gone: string | null): Side {
  if (!gone) return 'kept'
  if (!kept) return 'gone'
  if (dates.has(field)) return kept.startsWith('--') && !gone.startsWith('--') ? 'gone' : 'kept'
  if (!names.has(field)) return 'kept'
  const [short, long] = [kept, gone].map(name => name.replace(/\.$/, '').toLowerCase())
  return long!.length > short!.length && long!.startsWith(short!) ? 'gone' : 'kept'
}

/** Whose birth date says that they are under age on that day (2026-11-20): then it is the one that counts. */
export function minorSide(kept: string | null, gone: string | null, today: string): Side | null {
  const isMinor = (date: string | null) => {
    const year = date && !date.startsWith('--') ? parsePartialDate(date) && date : null
    return year ? year > `${Number(today.slice(0, 4)) - 18}${today.slice(4)}` : false
  }
  if (isMinor(kept) === isMinor(gone)) return null
  return isMinor(kept) ? 'kept' : 'gone'
}

export type Picks = Partial<Record<MergeField, Side>>

/** What stands in the end: picked, or else the fuller of both; of two birth dates the one that says under age. */
export function merged(kept: Values, gone: Values, picks: Picks, today: string): Values {
  const minor = minorSide(kept.birthDate, gone.birthDate, today)
  return Object.fromEntries(
    mergeFields.map(field => {
      const proposed = (field === 'birthDate' && minor) || fuller(field, kept[field], gone[field])
      const side = picks[field] ?? proposed
      return [field, (side === 'kept' ? kept : gone)[field]]
    }),
  ) as Values
}
