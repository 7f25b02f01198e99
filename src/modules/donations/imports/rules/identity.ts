import type { GiftFile, GiftRow, RowMessage } from './gift-file.ts'

/** `numbers`: the file's ids are gifts' own. `rows`: they are something else, such as members' numbers. */
export const identities = ['numbers', 'rows'] as const
export type Identity = (typeof identities)[number]

const numberOf = (gift: GiftRow) => `${gift.externalId} ${gift.fund.toLowerCase()}`
const saysWho = ({ receivedOn, currency, firstName, lastName, email }: GiftRow) =>
  JSON.stringify([receivedOn, currency, firstName.toLowerCase(), lastName.toLowerCase(), email.toLowerCase()])

/**
 * Rows whose number is another row's, too: a gift may have several funds under one number, and one day and donor.
 * Nothing is imported under a number that has not proved to be a gift's.
 */
export function repeatedNumbers({ rows, idHeader, product }: GiftFile): Map<GiftRow, RowMessage> {
  const found = new Map<GiftRow, RowMessage>()
  if (product === 'quickbooks') return found
  const numbered = Map.groupBy(
    rows.filter(({ externalId }) => externalId),
    ({ externalId }) => externalId,
  )
  for (const [number, own] of numbered) {
    const isOneGift = new Set(own.map(saysWho)).size === 1 && new Set(own.map(numberOf)).size === own.length
    if (isOneGift) continue
    const lines = [...new Set(own.map(({ row }) => row))]
    const where = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ' …' : '')
    const message = `“${number.slice(0, 40)}” in “${idHeader}” is the number of several rows (${where})`
    for (const gift of own) found.set(gift, { row: gift.row, message })
  }
  return found
}
