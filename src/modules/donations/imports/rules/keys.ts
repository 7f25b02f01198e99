import type { GiftFile, GiftRow } from './gift-file.ts'
import type { Identity } from './identity.ts'

/** A gift of a file on its way in, under the key that keeps it from being imported twice. */
export interface KeyedGift extends GiftRow {
  key: string
  /** Under which the same gift may be stored by an import that took the file's numbers otherwise. */
  otherKey: string | null
  /** Chosen for it, where its row names no fund. */
  fundId?: string | null
}

/** What the row says, for its hash: in this order ever since the first import. */
const contentOf = (gift: GiftRow) => {
  const { receivedOn, amount, currency, firstName, lastName, externalId, email, phone } = gift
  const { fund, method, checkNumber, memo } = gift
  const who = { receivedOn, amount, currency, firstName, lastName, externalId, email, phone }
  return JSON.stringify({ ...who, fund, method, checkNumber, memo })
}

/**
 * The old system's number names a gift where it is one; else what the row says and how often it said so before.
 * `hash` gives 32 hex digits.
 */
export function withKeys(
  { product, rows }: Pick<GiftFile, 'product' | 'rows'>,
  identity: Identity,
  hash: (text: string) => string,
): KeyedGift[] {
  const times = new Map<string, number>()
  const count = (key: string) => times.set(key, (times.get(key) ?? 0) + 1).get(key)!
  return rows.map(gift => {
    const said = hash(contentOf(gift))
    const content = `import:${said}:${count(said)}`
    if (!gift.externalId || product === 'quickbooks') return { ...gift, key: content, otherKey: null }
    const number = `import:${product}:${gift.externalId}:${gift.fund}`
    const isFirst = count(number) === 1
    return identity === 'numbers'
      ? { ...gift, key: number, otherKey: content }
      : { ...gift, key: content, otherKey: isFirst ? number : null }
  })
}
