import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock, days, seconds } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { type Db, sqlState } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import type { WebContext } from '#kernel/http.ts'
import { announce } from '#kernel/realtime.ts'
import { asPlatform } from '#kernel/run.ts'
import { newToken } from '#kernel/secrets.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { dns, publish as publishRecord } from '#providers/dns/index.ts'
import { isPublicSuffix, publicSuffixWords } from '#providers/dns/rules/suffix.ts'
import type { WebDomain } from './contract.ts'
import { hostIn, isProductHost, problemWith, readable, recordName, recordValue } from './rules/host.ts'
import { webDomains } from './tables.ts'

type Row = typeof webDomains.$inferSelect
/** A verified domain whose record is gone keeps answering for so long: a DNS that was moved has gaps. */
const PATIENCE = days(3)
const MOST = 20

const productHost = new URL(env.publicUrl).hostname

const shown = (row: Row): WebDomain => ({
  id: row.id,
  host: row.host,
  name: readable(row.host),
  isPrimary: row.isPrimary,
  problem: row.problem,
  state: row.verifiedAt ? (row.missingSince ? 'missing' : 'verified') : 'waiting',
  record: { name: recordName(row.host), value: recordValue(row.token) },
  checkedAt: row.checkedAt,
})

export async function list(ctx: Ctx) {
  const rows = await ctx.db.select().from(webDomains).orderBy(desc(webDomains.isPrimary), asc(webDomains.host))
  return { items: rows.map(shown), pointTo: productHost, sandbox: dns('web').name === 'sandbox' }
}

async function byId(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(webDomains).where(eq(webDomains.id, id))
  return found(row, 'Domain')
}

export async function create(ctx: Ctx, { host: typed }: { host: string }): Promise<WebDomain> {
  const host = hostIn(typed)
  if (!host) throw invalid('host', 'Please enter a domain, such as www.yourchurch.org')
  if (isPublicSuffix(host)) throw invalid('host', publicSuffixWords(host))
  if (isProductHost(host, productHost))
    throw invalid('host', 'This name belongs to this server. Please choose one of your own.')
  if ((await ctx.db.$count(webDomains)) >= MOST) throw invalid('host', `A site has at most ${MOST} domains.`)
  const [row] = await ctx.db
    .insert(webDomains)
    .values({ host, token: newToken().slice(0, 32) })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Failure('TAKEN')
  announce(ctx, 'webDomains')
  return shown(row)
}

/**
 * Looks for the record. A verified domain without it stays for three days; what nobody answered changes nothing.
 * @throws CLAIMED while another account's record stands in the DNS as well
 */
export async function check(ctx: OuterCtx, { id }: { id: string }): Promise<WebDomain> {
  const row = await ctx.tx(tx => byId(tx, id))
  const records = await dns('web')
    .txt(recordName(row.host))
    .catch(() => null)
  if (!records) return ctx.tx(tx => note(tx, row, { problem: 'The DNS did not respond. Please try again in a while.' }))
  const problem = problemWith(records, row.token)
  if (problem) return ctx.tx(tx => note(tx, row, lost(row, problem)))
  await release(row, records)
  return ctx
    .tx(tx => note(tx, row, { verifiedAt: row.verifiedAt ?? clock.now(), missingSince: null, problem: '' }))
    .catch(error => {
      throw sqlState(error) === '23505' ? new Failure('CLAIMED') : error
    })
}

function lost(row: Row, problem: string): Partial<Row> {
  if (!row.verifiedAt) return { problem }
  const missingSince = row.missingSince ?? clock.now()
  if (clock.ms() - missingSince.getTime() < PATIENCE) return { problem, missingSince }
  return { problem, missingSince: null, verifiedAt: null, isPrimary: false }
}

async function note(ctx: Ctx, { id }: Row, changes: Partial<Row>): Promise<WebDomain> {
  await lockDomains(ctx.db, ctx.client.id)
  const [row] = await ctx.db
    .update(webDomains)
    .set({ ...changes, checkedAt: clock.now() })
    .where(eq(webDomains.id, id))
    .returning({ id: webDomains.id })
  found(row, 'Domain')
  announce(ctx, 'webDomains')
  await oneIsPrimary(ctx.db, ctx.client.id)
  forgetHosts()
  return shown(await byId(ctx, id))
}

/** Which domain is the main one is decided by one transaction of an account after the other. */
const lockDomains = (db: Db, clientId: string) => advisoryLock(db, `web domains ${clientId}`)

/** Where the main domain is gone, the first of those that are verified takes its place. */
async function oneIsPrimary(db: Db, clientId: string): Promise<void> {
  const verified = await db
    .select({ id: webDomains.id, isPrimary: webDomains.isPrimary })
    .from(webDomains)
    .where(and(eq(webDomains.clientId, clientId), isNotNull(webDomains.verifiedAt)))
    .orderBy(asc(webDomains.host))
  if (verified.length === 0 || verified.some(one => one.isPrimary)) return
  await db.update(webDomains).set({ isPrimary: true }).where(eq(webDomains.id, verified[0]!.id))
}

/** Whose record is not in the DNS any more gives the domain up, when the one whose is asks for it. */
const release = (row: Row, records: readonly string[]) =>
  asPlatform('web domain', async db => {
    const others = await db
      .select({ id: webDomains.id, token: webDomains.token, clientId: webDomains.clientId })
      .from(webDomains)
      .where(
        and(eq(webDomains.host, row.host), isNotNull(webDomains.verifiedAt), ne(webDomains.clientId, row.clientId)),
      )
    for (const other of others.filter(({ token }) => problemWith(records, token) !== undefined)) {
      await lockDomains(db, other.clientId)
      await db
        .update(webDomains)
        .set({ verifiedAt: null, isPrimary: false, problem: 'Another account has verified this domain.' })
        .where(eq(webDomains.id, other.id))
      await oneIsPrimary(db, other.clientId)
      await db.execute(sql`select announce_news(${other.clientId}, '[{"topic":"webDomains","ids":[]}]'::jsonb)`)
    }
  })

const isVerifiedElsewhere = ({ host, clientId }: Row) =>
  asPlatform('web domain', async db => {
    const others = and(eq(webDomains.host, host), isNotNull(webDomains.verifiedAt), ne(webDomains.clientId, clientId))
    return (await db.$count(webDomains, others)) > 0
  })

/** Where the server is not reached from the world: puts the record there, as the domain's owner would, and looks for it. */
export async function publish(ctx: OuterCtx, { id }: { id: string }): Promise<WebDomain> {
  const row = await ctx.tx(tx => byId(tx, id))
  // In the sandbox anyone could publish it: nobody takes a domain from another account that way.
  if (await isVerifiedElsewhere(row)) throw new Failure('CLAIMED')
  if (!publishRecord(recordName(row.host), recordValue(row.token), 'web')) throw new Failure('NOT_SANDBOX')
  return check(ctx, { id })
}

export async function makePrimary(ctx: Ctx, { id }: { id: string }): Promise<WebDomain> {
  await lockDomains(ctx.db, ctx.client.id)
  const row = await byId(ctx, id)
  if (!row.verifiedAt) throw new Failure('NOT_VERIFIED')
  await ctx.db
    .update(webDomains)
    .set({ isPrimary: false })
    .where(and(eq(webDomains.isPrimary, true), ne(webDomains.id, id)))
  const [next] = await ctx.db.update(webDomains).set({ isPrimary: true }).where(eq(webDomains.id, id)).returning()
  announce(ctx, 'webDomains')
  forgetHosts()
  return shown(next!)
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await lockDomains(ctx.db, ctx.client.id)
  const [row] = await ctx.db.delete(webDomains).where(eq(webDomains.id, id)).returning({ id: webDomains.id })
  found(row, 'Domain')
  await oneIsPrimary(ctx.db, ctx.client.id)
  announce(ctx, 'webDomains')
  forgetHosts()
  return {}
}

/** Domains whose record is looked for again every night. */
export const whoseDomains = () => sql`select distinct client_id from ${webDomains}`
export const idsOf = (ctx: Ctx) => ctx.db.select({ id: webDomains.id }).from(webDomains)

/** The main address of the site, if it has a domain of its own: an origin. */
export async function ownOrigin(ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ host: webDomains.host })
    .from(webDomains)
    .where(and(eq(webDomains.isPrimary, true), isNotNull(webDomains.verifiedAt)))
  return row ? originAt(row.host) : null
}

/** As the product is reached: by the same scheme, and by its port where it has one. */
export function originAt(host: string): string {
  const { protocol, port } = new URL(env.publicUrl)
  return `${protocol}//${host}${port ? `:${port}` : ''}`
}

export interface OwnSite {
  clientId: string
  /** The church's part of addresses on the product's host. */
  slug: string
  host: string
  /** The host that the others lead to. */
  primary: string
  /** The account is neither closed nor suspended. */
  isOpen: boolean
}

/** Whether a host is one of the account's own domains. */
export const isOwnHost = async (ctx: Ctx, host: string): Promise<boolean> =>
  (await ctx.db.$count(webDomains, eq(webDomains.host, host))) > 0

/** The church on whose own domain a request came; undefined on the product's host. */
export const ownSite = (c: WebContext): OwnSite | undefined => (c.env as { site?: OwnSite } | undefined)?.site

const hosts = new Map<string, { site: OwnSite | undefined; until: number }>()
/** Another process may have changed it. */
const KEPT_FOR = seconds(5)
const MOST_KEPT = 5_000
const forgetHosts = () => hosts.clear()

/** Whose verified domain a host is, where it may be shown. */
export async function siteOn(host: string): Promise<OwnSite | undefined> {
  const site = await domainAt(host)
  return site?.isOpen ? site : undefined
}

/** Whose verified domain a host is. Kept for five seconds. */
export async function domainAt(host: string): Promise<OwnSite | undefined> {
  const known = hosts.get(host)
  if (known && known.until > clock.ms()) return known.site
  const site = await asPlatform('web domain', db => look(db, host))
  if (hosts.size >= MOST_KEPT) hosts.clear()
  hosts.set(host, { site, until: clock.ms() + KEPT_FOR })
  return site
}

async function look(db: Db, host: string): Promise<OwnSite | undefined> {
  const [row] = await db
    .select({ clientId: clients.id, slug: clients.slug, closedAt: clients.closedAt, access: clients.access })
    .from(webDomains)
    .innerJoin(clients, eq(clients.id, webDomains.clientId))
    .where(and(eq(webDomains.host, host), isNotNull(webDomains.verifiedAt)))
  if (!row) return
  const [primary] = await db
    .select({ host: webDomains.host })
    .from(webDomains)
    .where(and(eq(webDomains.clientId, row.clientId), eq(webDomains.isPrimary, true)))
  const isOpen = !row.closedAt && row.access !== 'suspended'
  return { clientId: row.clientId, slug: row.slug, host, primary: primary?.host ?? host, isOpen }
}
