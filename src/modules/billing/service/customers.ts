import { and, eq } from 'drizzle-orm'
import { clients, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { asJob, asPlatform } from '#kernel/run.ts'
import { stripe } from '#providers/stripe/index.ts'
import { billingCustomers } from '../tables.ts'

/** One transaction in the account that a subscription belongs to. */
export const inAccount = <T>(clientId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asJob(clientId, 'billing', 'billing', work)

export async function knownCustomer(ctx: Ctx) {
  const [row] = await ctx.db.select().from(billingCustomers).where(eq(billingCustomers.provider, stripe().name))
  return row
}

/** The account at the payment provider, made on first need; two at once make one. */
export async function customerOf(clientId: string): Promise<string> {
  const known = await inAccount(clientId, knownCustomer)
  if (known) return known.stripeCustomerId
  const { email, name } = await inAccount(clientId, payer)
  const { customerId } = await stripe().createCustomer({ clientId, email, name, key: clientId })
  await inAccount(clientId, ctx =>
    ctx.db
      .insert(billingCustomers)
      .values({ provider: stripe().name, stripeCustomerId: customerId })
      .onConflictDoNothing(),
  )
  return customerId
}

/** The owner's address and the account's name: where invoices go. */
async function payer(ctx: Ctx) {
  const [row] = await ctx.db
    .select({ email: users.email, name: clients.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(clients, eq(clients.id, members.clientId))
    .where(and(eq(members.role, 'owner'), eq(clients.id, ctx.client.id)))
    .orderBy(members.createdAt)
    .limit(1)
  return found(row, 'Account')
}

/** Reads card and clock of a customer afresh. */
export async function mirrorCustomer(customerId: string): Promise<string | null> {
  const { clientId, card, clockShift } = await stripe().customer(customerId)
  if (!clientId) return null
  await inAccount(clientId, ctx =>
    ctx.db.update(billingCustomers).set({ card, clockShift }).where(eq(billingCustomers.stripeCustomerId, customerId)),
  )
  return clientId
}

/** Invoices follow their owner to another address. */
export async function moveInvoices({ userId, email }: { userId: string; email: string }): Promise<void> {
  const rows = await asPlatform('billing', db =>
    db
      .select({ id: billingCustomers.stripeCustomerId })
      .from(members)
      .innerJoin(billingCustomers, eq(billingCustomers.clientId, members.clientId))
      .where(and(eq(members.userId, userId), eq(members.role, 'owner'), eq(billingCustomers.provider, stripe().name))),
  )
  for (const { id } of rows) await stripe().updateCustomer(id, { email })
}
