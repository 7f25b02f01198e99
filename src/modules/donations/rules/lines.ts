import type { Method } from './states.ts'

/** Where an offline gift is until it is at the bank. */
export const moneyAccount = (method: Method): 'undeposited' | 'bank' | null =>
  method === 'in-kind' || method === 'online'
    ? null
    : ['cash', 'check', 'other'].includes(method)
      ? 'undeposited'
      : 'bank'

interface Draft {
  method: Method
  lines: readonly { amount: number }[]
  description: string
  goodsValue: number
  goodsDescription: string
  checkNumber: string
  tribute: string | null
  tributeName: string
}
/** What is wrong with a gift, by its field; undefined where it may be recorded. */
export function giftProblem(gift: Draft): { field: string; message: string } | undefined {
  const { method, lines, description, goodsValue, goodsDescription, tribute, tributeName } = gift
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (method === 'in-kind') {
    if (total > 0) return { field: 'lines', message: 'A gift in kind has no amount: describe it instead' }
    if (!description) return { field: 'description', message: 'Please describe the gift' }
  } else if (lines.some(({ amount }) => amount <= 0))
    return { field: 'lines', message: 'Please enter an amount above zero' }
  if (!Number.isSafeInteger(total)) return { field: 'lines', message: 'This amount is too large' }
  if (method !== 'in-kind' && goodsValue > total)
    return { field: 'goodsValue', message: 'The value of goods or services can’t be above the gift' }
  if (goodsValue > 0 && !goodsDescription)
    return { field: 'goodsDescription', message: 'Please describe what the donor received' }
  if (tribute && !tributeName) return { field: 'tributeName', message: 'Please enter a name' }
  return undefined
}
