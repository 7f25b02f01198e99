import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface Asked {
  call: string
  body: Record<string, any>
  key: string | undefined
  headers: http.IncomingHttpHeaders
}
export type Said = { http?: number; hang?: true; text?: string; [name: string]: unknown }
interface Speaking {
  asked: Asked[]
  /** What it says, by method and path. */
  says: Record<string, Said | ((asked: Asked) => Said)>
  port: number
  base: string
}

/** For one test file: a server that speaks HTTP as the payment gateways document it. */
export function gatewayServer(always: Speaking['says'] = {}): Speaking {
  const it: Speaking = { asked: [], says: {}, port: 0, base: '' }
  const server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [path, query] = request.url!.split('?')
    const isJson = request.headers['content-type']?.includes('json')
    const body = isJson ? JSON.parse(text || '{}') : Object.fromEntries(new URLSearchParams(text || query))
    const key = request.headers['idempotency-key'] ?? request.headers['paypal-request-id']
    const call = `${request.method} ${path}`
    const one = { call, body, key: key as string | undefined, headers: request.headers }
    it.asked.push(one)
    const found = it.says[call]
    const said = typeof found === 'function' ? found(one) : found
    const { http: status = said ? 200 : 404, hang, text: raw, ...answer } = said ?? {}
    if (hang) return
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(raw ?? JSON.stringify(answer))
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    it.port = (server.address() as AddressInfo).port
    it.base = `http://127.0.0.1:${it.port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    it.asked = []
    it.says = { ...always }
  })
  return it
}

/** What adapters are made with. */
export const gatewayKeys = {
  stripe: { kind: 'stripe', publishableKey: 'pk_test_1', secretKey: 'sk_test_secret123', webhookSecret: 'whsec_1' },
  paypal: { kind: 'paypal', clientId: 'AX', clientSecret: 'paypal-secret', environment: 'sandbox', webhookId: 'W1' },
  clover: { kind: 'clover', apiKey: 'clover-secret', merchantId: 'M1', environment: 'sandbox', signingSecret: 'abc' },
  thrivecart: { kind: 'thrivecart', apiToken: 'cart-secret', accountId: 'grace', secretWord: 'word' },
} as const

export const checkout = {
  reference: 'ours-1',
  amount: 5_000,
  currency: 'USD',
  description: 'Sunday offering',
  payer: { name: 'Pat Lee', email: 'pat@example.org' },
  methods: ['card', 'ach', 'paypal'] as const,
  save: true,
  descriptor: 'GRACE CHURCH',
  returnUrl: 'https://x.org/r',
  cancelUrl: 'https://x.org/c',
  key: 'k1',
}
export const saved = {
  customerId: 'cus_1',
  methodId: 'pm_1',
  kind: 'card',
  brand: 'Visa',
  last4: '4242',
  expires: null,
} as const
export const charge = {
  reference: 'ours-2',
  amount: 2_500,
  currency: 'USD',
  description: '',
  descriptor: null,
  saved,
  key: 'k2',
}
export const refund = { paymentId: 'P1', amount: 1_000, currency: 'USD', key: 'r1' }
export const collected = async <T>(all: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}
