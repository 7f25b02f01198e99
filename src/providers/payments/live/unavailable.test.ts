import { expect, test } from 'vitest'
import { charge, gatewayKeys, gatewayServer } from '#testing/gateway-server.ts'
import { GatewayUnavailable } from '../index.ts'
import { cloverGateway } from './clover.ts'
import { paypalGateway } from './paypal.ts'
import { stripeGateway } from './stripe.ts'
import { thrivecartGateway } from './thrivecart.ts'

const it = gatewayServer({ 'POST /v1/oauth2/token': { access_token: 'token-1', expires_in: 32_400 } })

test('silence, errors and nonsense are unavailable: whether it was done is not known', async () => {
  const timeout = 300
  const host = { host: '127.0.0.1', port: it.port, protocol: 'http' as const, maxNetworkRetries: 0, timeout }
  const stripe = stripeGateway(gatewayKeys.stripe, host)
  const paypal = paypalGateway(gatewayKeys.paypal, { base: it.base, timeout })
  const clover = cloverGateway(gatewayKeys.clover, { api: it.base, ecommerce: it.base, timeout })
  const thrivecart = thrivecartGateway(gatewayKeys.thrivecart, { base: it.base, timeout })
  const all = [
    [() => stripe.charge(charge), 'POST /v1/payment_intents'],
    [() => paypal.charge(charge), 'POST /v2/checkout/orders'],
    [() => clover.charge(charge), 'POST /v1/charges'],
    [() => thrivecart.account(), 'GET /ping'],
  ] as const
  const error = { error: { type: 'api_error', message: 'sk_test_secret123' } }
  for (const said of [{ http: 500, ...error }, { http: 503 }, { http: 429, ...error }, { hang: true as const }])
    await Promise.all(
      all.map(([call, path]) => {
        it.says[path] = said
        return expect(call(), `${path} ${JSON.stringify(said)}`).rejects.toBeInstanceOf(GatewayUnavailable)
      }),
    )
  for (const [call, path] of all) {
    it.says[path] = { text: '<html>maintenance</html>' }
    await expect(call()).rejects.toBeInstanceOf(GatewayUnavailable)
  }
  const gone = paypalGateway(gatewayKeys.paypal, { base: 'http://127.0.0.1:1', timeout: 300 })
  await expect(gone.payment('x')).rejects.toThrow('PayPal is not responding.')
})
