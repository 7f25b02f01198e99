import { eq } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { open } from '#kernel/secrets.ts'
import { type Access, type GatewayName, gatewayNames, sandboxAllowed } from '#providers/payments/index.ts'
import { paymentGateways } from '../tables.ts'

export type GatewayRow = typeof paymentGateways.$inferSelect

export const secretContext = (clientId: string, gateway: GatewayName) => `payments ${clientId} ${gateway}`

export const webhookUrl = (clientId: string, gateway: GatewayName): string =>
  `${env.publicUrl}/functions/v1/${gateway}-webhook?t=${clientId}`

/** The secrets by name; none in the sandbox. */
export const secretsOf = (clientId: string, row: GatewayRow | undefined): Record<string, string> =>
  row?.sealedSecrets ? JSON.parse(open(row.sealedSecrets, secretContext(clientId, row.gateway))) : {}

/** With what a gateway is asked. */
export function accessWith(
  gateway: GatewayName,
  given: { fields: Record<string, string>; secrets: Record<string, string>; environment: 'sandbox' | 'production' },
): Access {
  const { fields: f, secrets: s, environment } = given
  const at = (from: Record<string, string>, name: string) => from[name] ?? ''
  if (gateway === 'stripe')
    return {
      kind: 'stripe',
      publishableKey: at(f, 'publishableKey'),
      secretKey: at(s, 'secretKey'),
      webhookSecret: at(s, 'webhookSecret'),
    }
  if (gateway === 'paypal')
    return {
      kind: 'paypal',
      clientId: at(f, 'clientId'),
      clientSecret: at(s, 'clientSecret'),
      environment,
      webhookId: at(f, 'webhookId'),
    }
  if (gateway === 'clover')
    return {
      kind: 'clover',
      apiKey: at(s, 'apiKey'),
      merchantId: at(f, 'merchantId'),
      environment,
      signingSecret: at(s, 'signingSecret'),
    }
  return {
    kind: 'thrivecart',
    apiToken: at(s, 'apiToken'),
    accountId: at(f, 'accountId'),
    secretWord: at(s, 'secretWord'),
  }
}

export function accessOf(clientId: string, gateway: GatewayName, row: GatewayRow | undefined): Access {
  if (!row?.sealedSecrets) return { kind: 'sandbox', gateway, clientId }
  return accessWith(gateway, { ...row, secrets: secretsOf(clientId, row) })
}

export async function gatewayRows(ctx: Ctx): Promise<Map<GatewayName, GatewayRow>> {
  const rows = await ctx.db.select().from(paymentGateways).where(eq(paymentGateways.clientId, ctx.client.id))
  return new Map(rows.map(row => [row.gateway, row]))
}

/** Stripe stands ready in the sandbox until someone decides otherwise; the others are off. */
export const isEnabled = (gateway: GatewayName, row: GatewayRow | undefined): boolean => {
  if (!row?.sealedSecrets && !sandboxAllowed()) return false
  return row ? row.enabled : gateway === 'stripe'
}

export const accessTo = async (ctx: Ctx, gateway: GatewayName): Promise<Access> =>
  accessOf(ctx.client.id, gateway, (await gatewayRows(ctx)).get(gateway))

export interface Usable {
  gateway: GatewayName
  mode: 'sandbox' | 'test' | 'live'
  access: Access
}
/** Gateways that take money now, in the order in which they are offered. */
export async function usableGateways(ctx: Ctx): Promise<Usable[]> {
  const rows = await gatewayRows(ctx)
  return gatewayNames
    .filter(gateway => isEnabled(gateway, rows.get(gateway)))
    .map(gateway => {
      const row = rows.get(gateway)
      return { gateway, mode: row?.sealedSecrets ? row.mode : 'sandbox', access: accessOf(ctx.client.id, gateway, row) }
    })
}

/** How a gateway answered last, for the settings; not more often than once a minute. */
export async function noteProblem(ctx: Ctx, gateway: GatewayName, problem: string): Promise<void> {
  const [row] = await ctx.db.select().from(paymentGateways).where(eq(paymentGateways.gateway, gateway))
  if (!row || (row.lastErrorAt && clock.ms() - row.lastErrorAt.getTime() < minutes(1))) return
  await ctx.db
    .update(paymentGateways)
    .set({ lastError: problem.slice(0, 300), lastErrorAt: clock.now() })
    .where(eq(paymentGateways.id, row.id))
}
