import { and, eq } from 'drizzle-orm'
import { clientAddresses, clients } from '#clients/tables.ts'
import type { Db } from '#kernel/db.ts'

/** A church behind a public address. Pages are shown while it is open alone. */
export interface PublicClient {
  id: string
  name: string
  /** The address it has now; another one than asked for was given up, and leads there. */
  slug: string
  state: 'open' | 'suspended' | 'closed'
}

/** The church of an address, today's or a former one; never the operator's own account. */
export async function publicClientAt(db: Db, slug: string): Promise<PublicClient | undefined> {
  const [row] = await db
    .select({
      id: clients.id,
      name: clients.name,
      slug: clients.slug,
      access: clients.access,
      closedAt: clients.closedAt,
    })
    .from(clientAddresses)
    .innerJoin(clients, eq(clients.id, clientAddresses.clientId))
    .where(and(eq(clientAddresses.slug, slug), eq(clients.house, false)))
  if (!row) return
  const { access, closedAt, ...client } = row
  return { ...client, state: closedAt ? 'closed' : access === 'suspended' ? 'suspended' : 'open' }
}

/** The account whose public pages are at an address; undefined unless they are shown. */
export async function clientOfSlug(db: Db, slug: string): Promise<string | undefined> {
  const client = await publicClientAt(db, slug)
  return client?.state === 'open' ? client.id : undefined
}
