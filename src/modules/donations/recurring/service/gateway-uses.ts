import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { gatewayNames } from '#payments/rules/gateways.ts'
import { savedMethods } from '#payments/tables.ts'
import { recurringGifts } from '../tables.ts'

/** Schedules that a gateway charges, each once; those that ended leave it alone. */
export async function listGatewayUses(ctx: Ctx, kind: string, id: string): Promise<{ label: string; href: string }[]> {
  const gateway = gatewayNames.find(name => kind === 'payment-gateway' && name === id)
  if (!gateway) return []
  const rows = await ctx.db
    .select({ id: recurringGifts.id })
    .from(recurringGifts)
    .innerJoin(
      savedMethods,
      and(eq(savedMethods.clientId, recurringGifts.clientId), eq(savedMethods.id, recurringGifts.savedId)),
    )
    .where(and(eq(savedMethods.gateway, gateway), ne(recurringGifts.status, 'ended')))
  return rows.map(() => ({ label: 'A recurring gift', href: '/donations/recurring' }))
}
