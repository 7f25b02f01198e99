import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { and, asc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { asPlatform } from '#kernel/run.ts'
import { seal } from '#kernel/secrets.ts'
import { dns, publish as publishRecord } from '#providers/dns/index.ts'
import { isPublicSuffix, publicSuffixWords } from '#providers/dns/rules/suffix.ts'
import { sendingDomain } from '#providers/mail/index.ts'
import type { SendingDomain } from '../contract.ts'
import { problemWith, recordsFor } from '../rules/records.ts'
import { freeMailWords, SHARED_CAP } from '../rules/warm-up.ts'
import { DKIM, sendingShareOf } from '../service.ts'
import { type DomainChecks, sendingDomains } from '../tables.ts'

type Row = typeof sendingDomains.$inferSelect
const SELECTOR = 'lampstand'

const factsOf = ({ domain, selector, publicKey }: Row) => ({
  domain,
  selector,
  publicKey,
  house: sendingDomain().domain,
})

async function shown(ctx: Ctx, row: Row): Promise<SendingDomain> {
  const { id, domain, checks, checkedAt, verifiedAt } = row
  const records = recordsFor(factsOf(row)).map(record => ({
    ...record,
    found: checks ? checks[record.kind] : null,
    problem: checks?.problems[record.kind] ?? null,
  }))
  const { cap, room } = await sendingShareOf(ctx, domain)
  return { id, domain, records, checkedAt, verifiedAt, cap, room }
}

async function domainById(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(sendingDomains)
    .where(and(eq(sendingDomains.id, id), isNull(sendingDomains.deletedAt)))
  return found(row, 'Domain')
}

export async function list(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(sendingDomains)
    .where(isNull(sendingDomains.deletedAt))
    .orderBy(asc(sendingDomains.domain))
  const items: SendingDomain[] = []
  for (const row of rows) items.push(await shown(ctx, row))
  const { room } = await sendingShareOf(ctx, '')
  const shared = { address: sendingDomain().from, cap: SHARED_CAP, room: room! }
  return { items, sandbox: dns().name === 'sandbox', shared }
}

/** A new domain with a key of its own, which never leaves the server unsealed. */
export async function create(ctx: OuterCtx, { domain }: { domain: string }): Promise<SendingDomain> {
  const free = freeMailWords(`news@${domain}`)
  if (free) throw invalid('domain', free)
  if (isPublicSuffix(domain)) throw invalid('domain', publicSuffixWords(domain))
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const values = {
    domain,
    selector: SELECTOR,
    dkimSecret: seal(pem, DKIM),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
  return ctx.tx(async tx => {
    const [row] = await tx.db.insert(sendingDomains).values(values).onConflictDoNothing().returning()
    if (!row) throw new Failure('TAKEN')
    announce(tx, 'campaigns')
    return shown(tx, row)
  })
}

/** Looks for every record; a domain is verified while all of them stand. What nobody answered changes nothing. */
export async function check(ctx: OuterCtx, { id }: { id: string }): Promise<SendingDomain> {
  const row = await ctx.tx(tx => domainById(tx, id))
  const facts = factsOf(row)
  const checks: DomainChecks = { spf: false, dkim: false, dmarc: false, problems: {} }
  let silent = false
  for (const { kind, name } of recordsFor(facts)) {
    const records = await dns()
      .txt(name)
      .catch(() => null)
    silent ||= records === null
    const problem = records
      ? problemWith(kind, records, facts)
      : 'The DNS did not respond. Please try again in a while.'
    checks[kind] = problem === undefined
    if (problem) checks.problems[kind] = problem
  }
  const all = checks.spf && checks.dkim && checks.dmarc
  return ctx.tx(async tx => {
    const now = clock.now()
    const verifiedAt = all ? (row.verifiedAt ?? now) : silent ? row.verifiedAt : null
    const [next] = await tx.db
      .update(sendingDomains)
      .set({ checks, checkedAt: now, verifiedAt })
      .where(eq(sendingDomains.id, id))
      .returning()
    announce(tx, 'campaigns')
    return shown(tx, found(next, 'Domain'))
  })
}

const isVerifiedElsewhere = ({ domain, clientId }: Row) =>
  asPlatform('sending domain', async db => {
    const others = and(
      eq(sendingDomains.domain, domain),
      isNotNull(sendingDomains.verifiedAt),
      isNull(sendingDomains.deletedAt),
      ne(sendingDomains.clientId, clientId),
    )
    return (await db.$count(sendingDomains, others)) > 0
  })

/** Where nothing of the world is asked: puts the records there, as the domain's owner would, and looks for them. */
export async function publish(ctx: OuterCtx, { id }: { id: string }): Promise<SendingDomain> {
  const row = await ctx.tx(tx => domainById(tx, id))
  // In the sandbox anyone could publish them: nobody takes a domain from another account that way.
  if (await isVerifiedElsewhere(row)) throw new Failure('CLAIMED')
  for (const { name, value } of recordsFor(factsOf(row)))
    if (!publishRecord(name, value)) throw new Failure('NOT_SANDBOX')
  return check(ctx, { id })
}

async function setDeleted(ctx: Ctx, id: string, deletedAt: Date | null) {
  const [row] = await ctx.db
    .update(sendingDomains)
    .set({ deletedAt })
    .where(eq(sendingDomains.id, id))
    .returning({ id: sendingDomains.id })
    .catch(error => {
      throw sqlState(error) === '23505' ? new Failure('TAKEN') : error
    })
  found(row, 'Domain')
  announce(ctx, 'campaigns')
  return {}
}

/** Campaigns in its name leave by the server's address from now on, and answers go to theirs. */
export const remove = (ctx: Ctx, { id }: { id: string }) => setDeleted(ctx, id, clock.now())
export const restore = (ctx: Ctx, { id }: { id: string }) => setDeleted(ctx, id, null)

/** Domains whose records are looked for again. */
export const idsOf = (ctx: Ctx) =>
  ctx.db.select({ id: sendingDomains.id }).from(sendingDomains).where(isNull(sendingDomains.deletedAt))
