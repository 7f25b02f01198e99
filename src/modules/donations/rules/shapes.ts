import { z } from 'zod'
import { noCardNumbers } from '#card-numbers/rules.ts'

/** One line of text, trimmed and without control characters, that holds no card number. */
export const plainLine = (max: number) =>
  noCardNumbers(
    z
      .string()
      .transform(text => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim())
      .pipe(z.string().max(max, `Please keep this under ${max.toLocaleString('en-US')} characters`)),
  )
/** Several lines of it. */
export const plainProse = (max: number) =>
  noCardNumbers(
    z
      .string()
      .transform(text => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim())
      .pipe(z.string().max(max, `Please keep this under ${max.toLocaleString('en-US')} characters`)),
  )
const MOST = 100_000_000_000
/** Minor units, e.g. cents; not below zero. */
export const Amount = z.number().int().min(0, 'Please enter an amount').max(MOST, 'This amount is too large')
export const Positive = Amount.min(1, 'Please enter an amount above zero')
/** ISO 4217, of the currencies that Intl knows. */
export const Currency = z
  .string()
  .refine(
    text => /^[A-Z]{3}$/.test(text) && Intl.supportedValuesOf('currency').includes(text),
    'Please choose a currency',
  )
export const Count = z.number().int()
