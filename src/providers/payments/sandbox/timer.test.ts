// Isolated: a timer goes on after the test
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { payAt } from '#testing/gateways.ts'
import { gatewayFor } from '../index.ts'
import { deliverPaymentNoticesTo } from './timer/service.ts'

const posted: string[] = []
const server = http.createServer((request, response) => {
  posted.push(request.url!)
  response.writeHead(200).end()
})
afterAll(() => void server.close())

test('notices are posted by themselves, soon after someone paid', async () => {
  const { id: clientId } = await aChurch()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  deliverPaymentNoticesTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const gateway = gatewayFor({ kind: 'sandbox', gateway: 'stripe', clientId })
  const { url } = await gateway.checkout({
    reference: 'ours-1',
    amount: 5_000,
    currency: 'USD',
    description: 'Offering',
    methods: ['card'],
    payer: { name: 'Pat Lee', email: 'pat@example.org' },
    save: false,
    descriptor: null,
    key: 'k',
    returnUrl: 'https://grace.example.org/a',
    cancelUrl: 'https://grace.example.org/b',
  })
  await payAt(url)
  const path = `/functions/v1/stripe-webhook?t=${clientId}`
  await vi.waitFor(() => expect(posted).toEqual([path, path]), { timeout: 20_000 })
})
