import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { ensureHosts } from '../resources/service.ts'
import { typePath } from '../rules/links.ts'
import { calendarTypeHosts, calendarTypes, resources } from '../tables.ts'

/** What visitors of the public site can book with the operator: the slug of the operator's calendar type. */
export const siteTypes = ['demo', 'call'] as const
export type SiteType = (typeof siteTypes)[number]

/** Path of the operator's booking page, if its account has that type, open to guests and with a host. */
export async function operatorPage(db: Db, slug: SiteType): Promise<string | undefined> {
  const [row] = await db
    .select({ church: clients.slug })
    .from(calendarTypes)
    .innerJoin(clients, and(eq(clients.id, calendarTypes.clientId), eq(clients.house, true)))
    .where(
      and(
        eq(calendarTypes.slug, slug),
        isNull(calendarTypes.deletedAt),
        isNull(clients.closedAt),
        calendarTypes.isActive,
        inArray(calendarTypes.visibility, ['public', 'unlisted']),
        exists(
          db
            .select({ one: sql`1` })
            .from(calendarTypeHosts)
            .where(
              and(
                eq(calendarTypeHosts.clientId, calendarTypes.clientId),
                eq(calendarTypeHosts.typeId, calendarTypes.id),
              ),
            ),
        ),
      ),
    )
  return row && typePath(row.church, slug)
}

const offers = [
  {
    slug: 'demo',
    name: 'Lampstand demo',
    durations: [30],
    locationKind: 'video' as const,
    description: 'Half an hour: we show you Lampstand with a church like yours, and you ask anything.',
  },
  {
    slug: 'call',
    name: 'Call with support',
    kind: 'call' as const,
    durations: [15],
    slotMinutes: 15,
    locationKind: 'phone' as const,
    description: 'We call you and answer your questions.',
  },
]

/** A demo and a call with everyone of the operator's account. */
export async function seedOperatorTypes(ctx: Ctx): Promise<void> {
  await ensureHosts(ctx)
  const hosts = await ctx.db.select({ id: resources.id }).from(resources).where(eq(resources.kind, 'host'))
  if (hosts.length === 0) return
  // Each demo church seeds the operator's account once more: what is there stays.
  const made = await ctx.db
    .insert(calendarTypes)
    .values(offers.map(offer => ({ ...offer, assignment: 'round_robin' as const })))
    .onConflictDoNothing()
    .returning({ id: calendarTypes.id })
  if (made.length === 0) return
  await ctx.db
    .insert(calendarTypeHosts)
    .values(made.flatMap(type => hosts.map(host => ({ typeId: type.id, resourceId: host.id }))))
}
