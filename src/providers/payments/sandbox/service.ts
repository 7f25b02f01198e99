import { clock, minutes } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import type {
  CheckoutFacts,
  CheckoutInput,
  Gateway,
  PaymentFacts,
  PayoutFacts,
  SavedMethod,
  SaveInput,
} from '../index.ts'
import { BadSignature, Declined, GatewayRefused } from '../rules/errors.ts'
import type { GatewayName } from '../rules/names.ts'
import { cloverNotice, paypalNotice, stripeNotice, thrivecartNotice } from '../rules/notices.ts'
import { abilities, pageMinutes } from '../rules/terms.ts'
import { act, complete, pay, refund } from './engine/service.ts'
import { keyOf, secretOf, WEBHOOK_ID } from './notices/service.ts'
import { accountOf, type Checkout, declineText, outcome } from './rules.ts'
import { add, byKey, changedSince, type Kept, known, methodsOf } from './store/service.ts'
import { wake } from './timer/service.ts'

/** Stands in for a gateway: keeps what it is given, has a page to pay on, settles, pays out, signs its notices. */
export function sandboxGateway(name: GatewayName, clientId: string): Gateway {
  const account = accountOf(name, clientId)
  return {
    name,
    mode: 'sandbox',
    can: abilities[name],
    async account() {
      await secretOf(account)
      const facts = { id: account, name: 'Sandbox', country: 'US', currency: null, charges: true }
      return { ...facts, mode: 'sandbox' }
    },
    async registerWebhook() {
      return name === 'paypal' ? { id: WEBHOOK_ID, secret: '' } : { id: account, secret: await secretOf(account) }
    },
    ...pageCalls(name, account),
    ...moneyCalls(account),
    ...lists(account),
    verifyWebhook: (rawBody, headers) => verifyWebhook(name, account, rawBody, headers),
  }
}

async function verifyWebhook(name: GatewayName, account: string, rawBody: string, headers: Headers) {
  if (name === 'paypal') return paypalNotice(rawBody, headers, WEBHOOK_ID, async () => (await keyOf(account)).publicKey)
  const secret = await secretOf(account)
  if (name === 'stripe') return stripeNotice(rawBody, headers, secret, clock.ms())
  if (name === 'clover') return cloverNotice(rawBody, headers, secret, clock.ms())
  if (name === 'thrivecart') return thrivecartNotice(rawBody, secret)
  throw new BadSignature(`${name} sends no notices`)
}

async function openPage(name: GatewayName, account: string, key: string, asked: Omit<Checkout, keyof typeof FRESH>) {
  const page = await act(account, async db => {
    const before = await byKey(db, 'checkout', account, key)
    if (before && (before.data.amount !== asked.amount || before.data.currency !== asked.currency))
      throw new GatewayRefused('This key was used for another amount.', 'key')
    const due = clock.ms() + minutes(pageMinutes[name])
    return before ?? (await add(db, 'checkout', account, { ...asked, ...FRESH }, { key, due }))
  })
  wake()
  const expiresAt = page.dueAt ?? new Date(page.createdAt.getTime() + minutes(pageMinutes[name]))
  return { id: page.id, url: `${env.publicUrl}/sandbox/pay/${page.id}`, expiresAt }
}
const FRESH = { status: 'open' as const, outcome: null, payment: null, method: null }

const pageCalls = (name: GatewayName, account: string) =>
  ({
    async checkout({ methods, key, descriptor: _, ...asked }: CheckoutInput) {
      const offered = methods.filter(method => abilities[name].methods.includes(method))
      if (offered.length === 0) throw new GatewayRefused('This gateway takes none of these methods.', 'methods')
      if (asked.save && !abilities[name].save) throw new GatewayRefused('This gateway can’t keep methods.', 'save')
      if (!Number.isSafeInteger(asked.amount) || asked.amount <= 0)
        throw new GatewayRefused('The amount must be more than nothing.', 'amount')
      return openPage(name, account, key, { ...asked, mode: 'pay', methods: offered, customer: null })
    },
    async saveMethod({ key, customerId, ...asked }: SaveInput) {
      if (!abilities[name].save) throw new GatewayRefused('This gateway can’t keep methods.', 'save')
      const methods = [...abilities[name].methods]
      const nothing = { amount: 0, description: '', save: true }
      return openPage(name, account, key, { ...asked, ...nothing, mode: 'save', methods, customer: customerId })
    },
    checkoutResult: id =>
      act(account, async db => {
        const page = await known(db, 'checkout', account, id)
        const { outcome: chosen } = page.data
        // As PayPal has it: the payer agrees, the money moves when we ask for it.
        if (page.data.status === 'approved' && chosen) await complete(db, page, chosen)
        return checkoutFacts(db, page)
      }),
  }) satisfies Partial<Gateway>

async function checkoutFacts(db: Db, { account, data }: Kept<'checkout'>): Promise<CheckoutFacts> {
  const payment = data.payment ? await known(db, 'payment', account, data.payment) : undefined
  const methods = await methodsOf(db, account, [data.method])
  const state = data.status === 'approved' ? 'open' : data.status
  return {
    state,
    reference: data.reference,
    saved: savedFacts(methods.get(data.method ?? '')),
    payment: payment ? paymentFacts(payment, methods) : null,
  }
}

const kindOf = (name: Kept<'method'>['data']['outcome'], expires: string | null) => {
  const { kind, brand, last4 } = outcome(name)
  return { kind, brand, last4, expires }
}
const savedFacts = (method: Kept<'method'> | undefined): SavedMethod | null =>
  method
    ? { customerId: method.data.customer, methodId: method.id, ...kindOf(method.data.outcome, method.data.expires) }
    : null

function paymentFacts({ id, data }: Kept<'payment'>, methods: Map<string, Kept<'method'>>): PaymentFacts {
  const { reference, state, amount, currency, fee, refunded, dispute, disputeFee, problem, payout } = data
  return {
    id,
    reference,
    state,
    amount,
    currency,
    fee,
    refunded,
    dispute,
    disputeFee,
    problem,
    payoutId: payout,
    method: kindOf(data.outcome, data.expires),
    saved: savedFacts(methods.get(data.saved ?? '')),
    paidAt: data.paidAt === null ? null : new Date(data.paidAt),
  }
}

const factsOf = async (db: Db, payment: Kept<'payment'>) =>
  paymentFacts(payment, await methodsOf(db, payment.account, [payment.data.saved]))

const moneyCalls = (account: string) =>
  ({
    async charge({ reference, amount, currency, saved, key }) {
      const facts = await act(account, async db => {
        const before = await byKey(db, 'payment', account, key)
        if (before) return factsOf(db, before)
        const method = await known(db, 'method', account, saved.methodId)
        const { declines, declinesLater } = outcome(method.data.outcome)
        const code = declines ?? (declinesLater ? 'insufficient_funds' : undefined)
        const asked = { reference, amount, currency, outcome: method.data.outcome, expires: method.data.expires }
        return factsOf(db, await pay(db, account, { ...asked, saved: method.id, checkout: null, key, code }))
      })
      wake()
      // Only now: what was declined stays written.
      if (facts.state === 'failed' && facts.problem?.code !== 'bank_account_returned')
        throw new Declined(facts.problem!.code, declineText[facts.problem!.code as keyof typeof declineText])
      return facts
    },
    payment: id => act(account, async db => factsOf(db, await known(db, 'payment', account, id))),
    async refund({ paymentId, amount, key }) {
      const { id, data } = await act(account, db => refund(db, account, paymentId, amount, key))
      wake()
      return { id, state: 'succeeded', amount: data.amount }
    },
  }) satisfies Partial<Gateway>

const lists = (account: string) =>
  ({
    async *payments(since) {
      const facts = await act(account, async db => {
        const found = await changedSince(db, 'payment', account, since)
        const methods = await methodsOf(
          db,
          account,
          found.map(one => one.data.saved),
        )
        return found.map(one => paymentFacts(one, methods))
      })
      yield* facts
    },
    async *payouts(since) {
      const found = await act(account, db => changedSince(db, 'payout', account, since))
      for (const { id, data } of found) {
        const { amount, currency, arrivesOn, payments } = data
        yield { id, state: 'paid', amount, currency, arrivesOn, paymentIds: payments } satisfies PayoutFacts
      }
    },
  }) satisfies Partial<Gateway>
