// Isolated: it allows loopback addresses, so that a server of the test answers.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
const { RefusedAddress, request } = await import('./index.ts')

test('a redirect to an address inside is refused, and a long answer ends', async () => {
  const server = http.createServer((asked, answer) => {
    if (asked.url === '/away') answer.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    else if (asked.url === '/again') answer.writeHead(302, { location: '/long' }).end()
    else answer.end('x'.repeat(5_000))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(request(`${at}/away`, { mostBytes: 10_000, redirects: 3 })).rejects.toThrow(RefusedAddress)
  expect(await request(`${at}/again`, { mostBytes: 10_000, redirects: 3 })).toMatchObject({ status: 200 })
  expect(await request(`${at}/again`, { mostBytes: 10_000 })).toMatchObject({ status: 302 })
  await expect(request(`${at}/long`, { mostBytes: 4_000 })).rejects.toThrow('too large')
  server.close()
})
