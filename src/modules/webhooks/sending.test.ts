import { expect, test } from 'vitest'
import { post } from './service/sending.ts'
import { newSecret, signatureHeaders } from './service/signing.ts'

test('a name that leads to a private address is refused at delivery', async () => {
  const inside = async () => [{ address: '127.0.0.1', family: 4 }]
  const outcome = await post({ url: 'https://inside.example.org/', headers: {}, body: '{}' }, inside)
  expect(outcome).toMatchObject({ status: null, problem: 'The address is not on the public internet.' })
})

test('each secret signs, so that receivers can change over', () => {
  const [first, second] = [newSecret(), newSecret()]
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const at = new Date('2026-05-04T12:00:00Z')
  const headers = signatureHeaders({ id: 'msg_1', at, body: '{}', secrets: [first, second] })
  expect(headers['webhook-timestamp']).toBe('1777896000')
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
})
