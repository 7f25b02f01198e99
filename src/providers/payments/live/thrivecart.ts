import type { Access, Gateway } from '../index.ts'
import { GatewayRefused } from '../rules/errors.ts'
import { thrivecartNotice } from '../rules/notices.ts'
import { abilities } from '../rules/terms.ts'
import { ask, TIMEOUT_MS } from './asking.ts'

type Keys = Extract<Access, { kind: 'thrivecart' }>

const cannot = (what: string) => async (): Promise<never> => {
  throw new GatewayRefused(`ThriveCart can’t ${what} through its API. Please do it there.`)
}

/** It sells on pages of its own and tells us of it; asked it can be only whether we are known. */
export function thrivecartGateway(
  { apiToken, accountId, secretWord }: Keys,
  { base = 'https://thrivecart.com/api/external', timeout = TIMEOUT_MS }: { base?: string; timeout?: number } = {},
): Gateway {
  return {
    name: 'thrivecart',
    mode: 'live',
    can: abilities.thrivecart,
    async account() {
      const headers = { authorization: `Bearer ${apiToken}` }
      const { status, body } = await ask('thrivecart', `${base}/ping`, { headers }, timeout)
      if (status >= 400) throw new GatewayRefused('ThriveCart did not accept the API token.', 'apiToken')
      const known = [body.account_id, body.account_name].filter(Boolean).map(String)
      if (known.length > 0 && !known.includes(accountId))
        throw new GatewayRefused('The API token is for another account.', 'accountId')
      const name = String(body.account_full_name ?? body.account_name ?? accountId)
      return { id: accountId, name, country: null, currency: null, charges: true, mode: 'live' }
    },
    registerWebhook: cannot('register webhooks'),
    checkout: cannot('open a page to pay at'),
    checkoutResult: cannot('tell of a page'),
    saveMethod: cannot('keep methods'),
    charge: cannot('charge'),
    payment: cannot('tell of a payment'),
    refund: cannot('refund'),
    async *payments() {},
    async *payouts() {},
    verifyWebhook: async rawBody => thrivecartNotice(rawBody, secretWord),
  }
}
