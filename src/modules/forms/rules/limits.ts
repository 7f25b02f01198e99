import { DateTime } from 'luxon'
import type { Definition, Field, Handling } from './definition.ts'

type Closing = Pick<Handling, 'closesAfter' | 'closesOn'>
export type Closed = 'full' | 'date'

/** When its last day ends, by the church's clock; null where it has none. */
export function endOf({ closesOn }: Closing, zone: string): number | null {
  const day = closesOn ? DateTime.fromISO(closesOn, { zone }) : null
  return day?.isValid ? day.endOf('day').toMillis() : null
}

/** Why a form takes nothing more; null while it does. */
export function closedBy(closing: Closing, taken: number, at: number, zone: string): Closed | null {
  const end = endOf(closing, zone)
  if (end !== null && at > end) return 'date'
  return closing.closesAfter && taken >= closing.closesAfter ? 'full' : null
}

/** Fields of which some options have so many places and no more. */
export const limitedFields = ({ fields }: Pick<Definition, 'fields'>): Field[] =>
  fields.filter(({ type, places }) => (type === 'choice' || type === 'choices') && places?.some(Boolean))

/** The options that nobody can choose any more. */
export const fullOptions = ({ options, places }: Field, taken: ReadonlyMap<string, number>): string[] =>
  options.filter((option, i) => places?.[i] && (taken.get(option) ?? 0) >= places[i]!)
