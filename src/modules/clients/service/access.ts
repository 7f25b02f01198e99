import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { clients } from '../tables.ts'
import { announceSuspension } from './suspension.ts'

type Row = typeof clients.$inferSelect
interface BillingState {
  access: Exclude<Row['access'], 'suspended'>
  state: Row['billingState']
  until: Row['billingUntil']
}

/** What the account may do by what it paid. What the operator has suspended stays so, whatever is paid. */
export async function recordBillingState(ctx: Ctx, { access, state, until }: BillingState): Promise<void> {
  const [row] = await ctx.db
    .select({ access: clients.access, state: clients.billingState, until: clients.billingUntil })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const same = row?.state === state && row.until?.getTime() === until?.getTime()
  const wanted = row?.access === 'suspended' ? 'suspended' : access
  if (same && row?.access === wanted) return
  await ctx.db
    .update(clients)
    .set({ access: wanted, billingState: state, billingUntil: until })
    .where(eq(clients.id, ctx.client.id))
  if (wanted === 'read_only') await announceSuspension(ctx, ctx.client.id, wanted)
  announce(ctx, 'church')
}
