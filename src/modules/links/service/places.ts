import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { hostOf } from '#web-domains/rules/host.ts'
import { isOwnHost } from '#web-domains/service.ts'
import { PLACED_LENGTH } from '../rules/codes.ts'
import { redirectTarget, type ScheduledTarget } from '../rules/redirect.ts'
import { type LinkOwner, newCode, TRIES } from '../service.ts'
import { type LinkSource, shortLinks } from '../tables.ts'

export interface PlacedLink {
  target: string
  /** Where its address stands: a QR code, an NFC tag, a card, a page. */
  source: LinkSource
  /** Realtime topic that hears of visits, with the owner's id. */
  topic?: string
  expiresAt?: Date | null
  /** Targets from certain instants on; before the first of them, and without any, `target`. At most 200. */
  schedule?: ScheduledTarget[]
}
export interface LinkChanges extends Partial<Pick<PlacedLink, 'target' | 'expiresAt' | 'schedule'>> {
  /** Paused or archived, it answers with the church's own page. */
  state?: 'active' | 'paused' | 'archived'
  /** What that page says, at most 300 characters; empty: our own words. */
  fallback?: string
}

const MOST_SCHEDULED = 200

const ofOwner = ({ module, id }: LinkOwner) =>
  and(eq(shortLinks.module, module), eq(shortLinks.ownerId, id), ne(shortLinks.source, ''))

/**
 * A short link that stands on paper, a tag or a sign: its target can change, its code never does. One for each owner;
 * made again, it is the same.
 * @throws BAD_REQUEST for a target that is no web address, or is a short link itself
 */
export async function placeLink(
  ctx: Ctx,
  { module, id: ownerId }: LinkOwner,
  link: PlacedLink,
): Promise<{ id: string; code: string }> {
  await requireTargets(ctx, link)
  const { target, source, topic = '', expiresAt = null, schedule = [] } = link
  for (let i = 0; i < TRIES; i++) {
    await ctx.db
      .insert(shortLinks)
      .values({ module, ownerId, target, source, topic, expiresAt, schedule, code: newCode(PLACED_LENGTH) })
      .onConflictDoNothing()
    const [row] = await ctx.db
      .select({ id: shortLinks.id, code: shortLinks.code })
      .from(shortLinks)
      .where(ofOwner({ module, id: ownerId }))
    if (row) return row
  }
  throw new Error('no free code for a short link')
}

/**
 * @throws NOT_FOUND where the owner has no placed link
 * @throws BAD_REQUEST as `placeLink`
 */
export async function changeLink(ctx: Ctx, owner: LinkOwner, changes: LinkChanges): Promise<void> {
  await requireTargets(ctx, changes)
  const [row] = await ctx.db
    .update(shortLinks)
    .set({ ...changes, ...(changes.fallback !== undefined && { fallback: changes.fallback.slice(0, 300) }) })
    .where(ofOwner(owner))
    .returning({ id: shortLinks.id })
  found(row, 'Short link')
}

/** Codes of placed links by owner. */
export async function placedCodes(ctx: Ctx, module: string, ownerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ ownerId: shortLinks.ownerId, code: shortLinks.code })
    .from(shortLinks)
    .where(
      and(
        eq(shortLinks.module, module),
        sql`${shortLinks.ownerId} = any(${sql.param(ownerIds)}::uuid[])`,
        ne(shortLinks.source, ''),
      ),
    )
  return new Map(rows.map(({ ownerId, code }) => [ownerId, code]))
}

/** Whether an address is one of our short links: a chain of them could run in a circle. */
export const isShortLink = (target: string): boolean =>
  URL.canParse(target) && new URL(target).origin === env.publicUrl && isShort(new URL(target))
const isShort = ({ pathname }: URL) => /^\/l(\/|$)/i.test(pathname)
/** The same on a domain of the church's own. */
const isOwnShort = async (ctx: Ctx, url: URL) => isShort(url) && isOwnHost(ctx, hostOf(url.host))

interface Targets {
  target?: string
  schedule?: ScheduledTarget[]
}
async function requireTargets(ctx: Ctx, { target, schedule = [] }: Targets): Promise<void> {
  if (schedule.length > MOST_SCHEDULED)
    throw new Failure('BAD_REQUEST', `A schedule holds at most ${MOST_SCHEDULED} entries.`)
  for (const one of [...(target === undefined ? [] : [target]), ...schedule.map(entry => entry.target)]) {
    if (!redirectTarget(one)) throw new Failure('BAD_REQUEST', `${one.slice(0, 100)} is not a web address.`)
    if (isShortLink(one) || (await isOwnShort(ctx, new URL(one))))
      throw new Failure('BAD_REQUEST', 'A short link can’t lead to another short link.')
  }
}
