import { eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import type { SendingAccount } from '#messaging/service/accounts.ts'
import { clients } from '../tables.ts'

/** What sending has to know of the account. */
export async function sendingAccount(ctx: Ctx): Promise<SendingAccount> {
  const [row] = await ctx.db
    .select({
      name: clients.name,
      access: clients.access,
      closedAt: clients.closedAt,
      isQuiet: clients.quietChurchTimes,
    })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  if (!row) return { name: '', access: 'suspended', isQuiet: false }
  return { name: row.name, access: row.closedAt ? 'suspended' : row.access, isQuiet: row.isQuiet }
}

/** Of all that are not closed, the first thousand, the operator's before the others. */
export const listOpenAccounts = (db: Db) =>
  db
    .select({ id: clients.id, house: clients.house })
    .from(clients)
    .where(isNull(clients.closedAt))
    .orderBy(sql`house desc`, clients.id)
    .limit(1_000)

export const hasAccount = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(clients, eq(clients.id, id))) > 0
