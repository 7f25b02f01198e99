import { eq } from 'drizzle-orm'
import { clientAddresses, clients } from '#clients/tables.ts'
import type { Db } from '#kernel/db.ts'

/** A church behind a public address. Pages are shown while it is open alone. */
export interface PublicClient {
  id: string
  name: string
  /** The address it has now; another one than asked for was given up, and leads there. */
  slug: string
  state: 'open' | 'suspended' | 'closed'
  /** The operator's own account, which has booking and site pages alone. */
  isOperatorAccount: boolean
}

/** The account of an address, today's or a former one. */
export async function publicClientAt(db: Db, slug: string): Promise<PublicClient | undefined> {
  const [row] = await db
    .select({
      id: clients.id,
      name: clients.name,
      slug: clients.slug,
      isOperatorAccount: clients.house,
      access: clients.access,
      closedAt: clients.closedAt,
    })
    .from(clientAddresses)
    .innerJoin(clients, eq(clients.id, clientAddresses.clientId))
    .where(eq(clientAddresses.slug, slug))
  if (!row) return
  const { access, closedAt, ...client } = row
  return { ...client, state: closedAt ? 'closed' : access === 'suspended' ? 'suspended' : 'open' }
}

/**
 * The account whose public pages are at an address; undefined unless they are shown.
 * @param includesOperatorAccount the operator's own account has such pages too
 */
export async function clientOfSlug(
  db: Db,
  slug: string,
  { includesOperatorAccount = false } = {},
): Promise<string | undefined> {
  const client = await publicClientAt(db, slug)
  return client?.state === 'open' && (includesOperatorAccount || !client.isOperatorAccount) ? client.id : undefined
}
