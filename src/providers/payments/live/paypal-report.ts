import { clock, days } from '#kernel/clock.ts'
import type { Gateway, PaymentFacts } from '../index.ts'
import { fromDecimal } from '../rules/amounts.ts'
import type { Json } from './asking.ts'
import { type Call, good } from './paypal-answers.ts'

/** PayPal reports at most a month at once. */
const MOST = days(30)

async function* moves(call: Call, since: Date): AsyncGenerator<Json> {
  for (let from = since.getTime(); from < clock.ms(); from += MOST) {
    const to = Math.min(from + MOST, clock.ms())
    for (let page = 1, pages = 1; page <= pages; page++) {
      const asked = new URLSearchParams({
        start_date: new Date(from).toISOString(),
        end_date: new Date(to).toISOString(),
        fields: 'transaction_info',
        page_size: '500',
        page: String(page),
      })
      const { body } = good(await call('GET', `/v1/reporting/transactions?${asked}`))
      pages = Math.min(Number(body.total_pages ?? 1), 1_000)
      for (const one of body.transaction_details ?? []) if (one.transaction_info) yield one.transaction_info
    }
  }
}

const states: Record<string, PaymentFacts['state']> = { S: 'succeeded', P: 'pending', D: 'failed', V: 'succeeded' }
const currencyOf = (info: Json): string => info.transaction_amount.currency_code
const amountOf = (info: Json): number => fromDecimal(info.transaction_amount.value, currencyOf(info))

function factsOf(info: Json, refunded: number): PaymentFacts {
  const [currency, amount] = [currencyOf(info), amountOf(info)]
  const state = states[info.transaction_status] ?? 'pending'
  return {
    id: info.transaction_id,
    reference: info.custom_field || null,
    state,
    amount,
    currency,
    fee: info.fee_amount ? Math.abs(fromDecimal(info.fee_amount.value, currency)) : null,
    // Reversed as a whole.
    refunded: info.transaction_status === 'V' ? amount : refunded,
    dispute: null,
    disputeFee: 0,
    saved: null,
    payoutId: null,
    method: { kind: 'paypal', brand: 'PayPal', last4: '', expires: null },
    problem: state === 'failed' ? { code: 'declined', message: 'PayPal declined the payment.' } : null,
    paidAt: state === 'succeeded' ? new Date(info.transaction_initiation_date) : null,
  }
}

/** The report runs up to three hours late, as PayPal says. T00: payments; T1107: refunds; T04: withdrawals to a bank. */
export const paypalReport = (call: Call): Pick<Gateway, 'payments' | 'payouts'> => ({
  async *payments(since) {
    const [paid, back] = [[] as Json[], new Map<string, number>()]
    for await (const info of moves(call, since)) {
      const code = String(info.transaction_event_code)
      const of = String(info.paypal_reference_id ?? '')
      if (/^T110[67]/.test(code)) back.set(of, (back.get(of) ?? 0) + Math.abs(amountOf(info)))
      else if (/^T00/.test(code) && amountOf(info) > 0) paid.push(info)
    }
    for (const info of paid) yield factsOf(info, back.get(info.transaction_id) ?? 0)
  },
  async *payouts(since) {
    for await (const info of moves(call, since)) {
      const amount = -amountOf(info)
      if (!/^T04/.test(String(info.transaction_event_code)) || amount <= 0) continue
      const state = ({ S: 'paid', P: 'pending' } as const)[String(info.transaction_status)] ?? ('failed' as const)
      const arrivesOn = new Date(info.transaction_initiation_date).toISOString().slice(0, 10)
      yield { id: info.transaction_id, state, amount, currency: currencyOf(info), arrivesOn, paymentIds: [] }
    }
  },
})
