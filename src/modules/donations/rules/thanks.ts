/** What a thank-you may hold. Amounts are left to receipts: the outbox is read by more people than gifts are. */
export const thanksTags = {
  firstName: 'First name',
  name: 'Full name',
  churchName: 'Church name',
  date: 'Date of the gift',
  fund: 'Fund',
  campaign: 'Campaign',
} as const
export type ThanksTag = keyof typeof thanksTags
export type ThanksValues = Record<ThanksTag, string>

const pattern = /\{(\w+)(?:\|([^{}]*))?\}/g
/** Values in place of tags, a tag's fallback where there is none: `{firstName|friend}`. */
export const fillThanks = (text: string, values: ThanksValues): string =>
  text.replace(pattern, (whole, name: string, fallback?: string) =>
    name in thanksTags ? values[name as ThanksTag] || (fallback ?? '') : whole,
  )

export const usualThanks = {
  subject: 'Thank you for your gift',
  text: `Dear {firstName|friend},

Thank you for your gift to {fund}. Your generosity makes our ministry possible.

{churchName}`,
}
