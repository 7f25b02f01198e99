import { useForm } from '@mantine/form'
import { decimal, parseMoney } from '#kernel/money.ts'
import { newId } from '#ui/new-id.ts'
import type { client } from '#web/api.ts'
import type { Method } from '../rules/states.ts'

export type Gift = Awaited<ReturnType<typeof client.gifts.get>>
type NewGift = Parameters<typeof client.gifts.record>[0]
type Recorded = Exclude<Method, 'online'>

export const emptyLine = { fundId: '', campaignId: '', amount: '', memo: '' }
export const emptyGift = {
  key: '',
  donor: 'known' as 'known' | 'new' | 'none',
  personId: null as string | null,
  personName: '',
  firstName: '',
  lastName: '',
  email: '',
  receivedOn: '',
  method: 'check' as Recorded,
  checkNumber: '',
  envelope: '',
  batchId: '',
  lines: [{ ...emptyLine }],
  anonymousPublic: false,
  tribute: '' as '' | 'honor' | 'memory',
  tributeName: '',
  description: '',
  goodsValue: '',
  goodsDescription: '',
  note: '',
}
export type GiftValues = typeof emptyGift

export const freshGift = (receivedOn: string, campaignId = ''): GiftValues => ({
  ...emptyGift,
  key: newId(),
  receivedOn,
  lines: [{ ...emptyLine, campaignId }],
})
/** The next gift of a stack of envelopes: the same day, method, batch and funds; nobody and nothing yet. */
export const nextGift = ({ receivedOn, method, batchId, lines }: GiftValues): GiftValues => ({
  ...emptyGift,
  key: newId(),
  receivedOn,
  method,
  batchId,
  lines: lines.map(line => ({ ...line, amount: '', memo: '' })),
})

export const giftValues = (gift: Gift): GiftValues => ({
  ...emptyGift,
  key: gift.id,
  donor: gift.personId ? 'known' : 'none',
  personId: gift.personId,
  personName: gift.donor,
  receivedOn: gift.receivedOn,
  method: gift.method as Recorded,
  checkNumber: gift.checkNumber,
  envelope: gift.envelope,
  batchId: gift.batchId ?? '',
  anonymousPublic: gift.anonymousPublic,
  tribute: gift.tribute ?? '',
  tributeName: gift.tributeName,
  description: gift.description,
  note: gift.note,
  goodsValue: gift.goodsValue ? decimal(gift.goodsValue, gift.currency) : '',
  goodsDescription: gift.goodsDescription,
  lines: gift.lines.map(({ fundId, campaignId, amount, memo }) => ({
    fundId,
    campaignId: campaignId ?? '',
    amount: decimal(amount, gift.currency),
    memo,
  })),
})

/** What the fields say, in the contract's terms; amounts that can't be read are errors by field. */
export function readGift(values: GiftValues, currency: string): { input?: NewGift; errors: Record<string, string> } {
  const { key, donor, personId, firstName, lastName, email, batchId, tribute, lines, method, goodsValue, ...rest } =
    values
  const errors: Record<string, string> = {}
  const read = (text: string, field: string) => {
    const amount = text.trim() === '' ? 0 : parseMoney(text, currency)
    if (amount === null || amount < 0) errors[field] = 'Please enter an amount such as 25.00'
    return amount ?? 0
  }
  const amounts = lines.map((line, i) => (method === 'in-kind' ? 0 : read(line.amount, `lines.${i}.amount`)))
  if (method !== 'in-kind' && amounts.some(amount => amount === 0))
    for (const [i, amount] of amounts.entries())
      if (amount === 0) errors[`lines.${i}.amount`] ??= 'Please enter an amount'
  if (donor === 'known' && !personId) errors.personId = 'Please choose a donor'
  const goods = read(goodsValue, 'goodsValue')
  if (Object.keys(errors).length > 0) return { errors }
  const { personName: _, ...words } = rest
  return {
    errors,
    input: {
      ...words,
      key,
      method,
      currency,
      goodsValue: goods,
      personId: donor === 'known' ? personId : null,
      batchId: batchId || null,
      tribute: tribute || null,
      newDonor: donor === 'new' ? { firstName, lastName, email } : null,
      lines: lines.map(({ fundId, campaignId, memo }, i) => ({
        ...(fundId && { fundId }),
        campaignId: campaignId || null,
        amount: amounts[i]!,
        memo,
      })),
    },
  }
}

export const useGiftForm = (initialValues: GiftValues) => useForm<GiftValues>({ initialValues })
export type GiftForm = ReturnType<typeof useGiftForm>
