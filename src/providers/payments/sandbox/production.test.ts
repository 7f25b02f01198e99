// Isolated: the settings are those of production
import { expect, test } from 'vitest'

process.env.LAMPSTAND_ENV = 'production'
process.env.AUTH_RATE_LIMITS = 'on'
const { gatewayFor, sandboxAllowed } = await import('../index.ts')
const { paymentsSandboxRoutes } = await import('./http.ts')
const { webServer } = await import('#kernel/http.ts')

test('in production nobody gives to a stand-in', async () => {
  expect(sandboxAllowed()).toBe(false)
  expect(() => gatewayFor({ kind: 'sandbox', gateway: 'stripe', clientId: 'c' })).toThrow('in production')
  const web = webServer(paymentsSandboxRoutes)
  for (const path of ['/sandbox/pay/cs_1', '/sandbox/bank'])
    expect((await web.request(`http://127.0.0.1${path}`)).status).toBe(404)
})
