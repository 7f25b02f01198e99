import { invalid } from '#kernel/failure.ts'
import { CARD_NUMBER_REFUSED, fieldWithCardNumber } from './rules.ts'

/**
 * Refuses fields with a card number in them, before anything is stored or logged.
 * @throws BAD_REQUEST on the field
 */
export function noCardNumbers(fields: Readonly<Record<string, unknown>>): void {
  const field = fieldWithCardNumber(fields)
  if (field !== undefined) throw invalid(field, CARD_NUMBER_REFUSED)
}
