import type { GatewayName } from './gateways.ts'

/** What a gateway asks for. A secret is stored encrypted and never shown again. */
export interface CredentialField {
  name: string
  label: string
  secret: boolean
  /** Filled by "Create webhook" where the gateway lets us. */
  optional?: boolean
  hint?: string
}

export const credentialFields: Record<GatewayName, CredentialField[]> = {
  stripe: [
    { name: 'publishableKey', label: 'Publishable Key', secret: false, hint: 'Begins with pk_' },
    { name: 'secretKey', label: 'Secret Key', secret: true, hint: 'Begins with sk_ or rk_' },
    { name: 'webhookSecret', label: 'Webhook Secret', secret: true, optional: true, hint: 'Begins with whsec_' },
  ],
  paypal: [
    { name: 'clientId', label: 'Client ID', secret: false },
    { name: 'clientSecret', label: 'Client Secret', secret: true },
    { name: 'webhookId', label: 'Webhook ID', secret: false, optional: true },
  ],
  clover: [
    { name: 'apiKey', label: 'API Key', secret: true },
    { name: 'merchantId', label: 'Merchant ID', secret: false, hint: '13 letters and digits' },
    { name: 'signingSecret', label: 'Webhook Signing Secret', secret: true, optional: true },
  ],
  thrivecart: [
    { name: 'apiToken', label: 'API Token', secret: true },
    { name: 'accountId', label: 'Account ID', secret: false },
    { name: 'secretWord', label: 'Secret Word', secret: true, hint: 'From Settings, API & Webhooks' },
  ],
}

/** Gateways whose credentials don't say themselves which world they belong to. */
export const withEnvironment: readonly GatewayName[] = ['paypal', 'clover']
export const environments = { sandbox: 'Sandbox (Testing)', production: 'Production (Live)' } as const
export type Environment = keyof typeof environments

const stripeKinds = [
  { field: 'publishableKey', shape: /^pk_(test|live)_\w+$/, label: 'publishable key' },
  { field: 'secretKey', shape: /^(?:sk|rk)_(test|live)_\w+$/, label: 'secret key' },
  { field: 'webhookSecret', shape: /^whsec_\S+$/, label: 'webhook secret' },
]

/**
 * What is wrong with credentials before the gateway is asked: swapped, of two worlds, or no such thing.
 * @param given what was typed, together with what is kept of the fields that were left empty
 */
export function credentialProblems(gateway: GatewayName, given: Record<string, string>): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { name, label, optional } of credentialFields[gateway])
    if (!given[name] && !optional) problems[name] = `Please enter the ${label}`
  if (gateway === 'stripe') Object.assign(problems, stripeProblems(given))
  if (gateway === 'clover' && given.merchantId && !/^[A-Za-z0-9]{13}$/.test(given.merchantId))
    problems.merchantId = 'A merchant ID has 13 letters and digits'
  return problems
}

function stripeProblems(given: Record<string, string>): Record<string, string> {
  const problems: Record<string, string> = {}
  const modes = new Map<string, string>()
  for (const { field, shape, label } of stripeKinds) {
    const value = given[field]
    if (!value) continue
    const mode = shape.exec(value)?.[1]
    if (mode) modes.set(field, mode)
    if (shape.test(value)) continue
    const really = stripeKinds.find(kind => kind.shape.test(value))
    problems[field] = really ? `This is a ${really.label}, not a ${label}` : `This is not a ${label} of Stripe`
  }
  const [pub, secret] = [modes.get('publishableKey'), modes.get('secretKey')]
  if (pub && secret && pub !== secret)
    problems.secretKey = `This key is for ${secret} mode, and the publishable key for ${pub} mode`
  return problems
}
