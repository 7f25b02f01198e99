import { randomInt } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { log } from '#kernel/log.ts'
import { networkOf } from '#kernel/network.ts'
import { asPlatform } from '#kernel/run.ts'
import { batched } from './clicks/rules.ts'
import { type Click, recordClicks } from './clicks/service.ts'
import { visitDetails } from './rules/agents.ts'
import { codesIn, LINK_LENGTH, parseCode, pathOf, RECIPIENT_LENGTH } from './rules/codes.ts'
import { machineClick } from './rules/machines.ts'
import { redirectTarget, targetAt } from './rules/redirect.ts'
import { visitorAt } from './service/visitors.ts'
import { shortLinkClicks, shortLinkRecipients, shortLinks } from './tables.ts'

/** What links belong to: a row of the module that makes them. */
export interface LinkOwner {
  /** Name of the module. */
  module: string
  id: string
}

/** Without letters and digits that are read for one another. */
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const newCode = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The whole short address; `recipient` makes it one recipient's own. */
export const shortUrl = (link: string, recipient?: string) => `${env.publicUrl}${pathOf(link, recipient)}`

const ofOwner = ({ module, id }: LinkOwner) =>
  and(eq(shortLinks.module, module), eq(shortLinks.ownerId, id), eq(shortLinks.source, ''))

/** Codes of all links of an owner, by target. */
export async function codesOf(ctx: Ctx, owner: LinkOwner): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ target: shortLinks.target, code: shortLinks.code })
    .from(shortLinks)
    .where(ofOwner(owner))
  return new Map(rows.map(row => [row.target, row.code]))
}

export interface ShortenOptions {
  /** Realtime topic that hears of clicks, with the owner's id. */
  topic?: string
  expiresAt?: Date
}

/** Another code may be taken by any account: then a new one is drawn. */
export const TRIES = 5

/**
 * One short link for each target; a target that the owner has one for keeps it.
 * @returns codes of all links of the owner, by target
 * @throws BAD_REQUEST for a target that is no http or https address
 */
export async function shorten(
  ctx: Ctx,
  owner: LinkOwner,
  targets: readonly string[],
  { topic = '', expiresAt }: ShortenOptions = {},
): Promise<Map<string, string>> {
  const odd = targets.find(target => !redirectTarget(target))
  if (odd) throw new Failure('BAD_REQUEST', `${odd.slice(0, 100)} is not a web address.`)
  const { module, id: ownerId } = owner
  for (let i = 0; i < TRIES; i++) {
    const known = await codesOf(ctx, owner)
    const missing = [...new Set(targets)].filter(target => !known.has(target))
    if (missing.length === 0) return known
    await ctx.db
      .insert(shortLinks)
      .values(missing.map(target => ({ module, ownerId, target, topic, expiresAt, code: newCode(LINK_LENGTH) })))
      // Of two who shorten the same target at once, the second waits here and then finds the first one's code.
      .onConflictDoNothing()
  }
  throw new Error('no free code for a short link')
}

export interface LinkRecipient {
  /** Id of the row by which the owner knows them: clicks name it. */
  id: string
  personId: string | null
}

/**
 * Codes of the recipients to whom links of this owner are sent now, by recipient id. Sent again, they keep their code.
 * @param recipients at most a few thousand
 */
export async function addRecipients(
  ctx: Ctx,
  { module, id: ownerId }: LinkOwner,
  recipients: readonly LinkRecipient[],
): Promise<Map<string, string>> {
  if (recipients.length === 0) return new Map()
  const sentAt = clock.now()
  const rows = await ctx.db
    .insert(shortLinkRecipients)
    .values(recipients.map(one => ({ ...one, module, ownerId, sentAt, code: newCode(RECIPIENT_LENGTH) })))
    .onConflictDoUpdate({ target: [shortLinkRecipients.clientId, shortLinkRecipients.id], set: { sentAt } })
    .returning({ id: shortLinkRecipients.id, code: shortLinkRecipients.code })
  return new Map(rows.map(row => [row.id, row.code]))
}

/** A link as its row says. */
export interface ResolvedLink {
  clientId: string
  linkId: string
  code: string
  owner: LinkOwner
  topic: string
  /** Ready for a Location header; undefined while it leads nowhere. */
  target: string | undefined
  /** It stands somewhere for good: while it leads nowhere, the church says so. */
  isPlaced: boolean
  fallback: string
  /** The recipient's code; empty where the address holds none. */
  recipient: string
}

export interface Visit {
  /** HEAD counts as a machine: nobody has seen the page. */
  method: string
  userAgent: string
  ip: string
  /** The browser asks not to be tracked. */
  untracked: boolean
  /** Fetched ahead of a click that may never come. */
  isPrefetch: boolean
}

const linksWith = async (db: Db, codes: readonly string[]) =>
  new Map(
    (
      await db
        .select()
        .from(shortLinks)
        .where(inArray(shortLinks.code, [...new Set(codes)]))
    ).map(row => [row.code, row]),
  )

/** Where a short address leads, no matter whose it is; undefined where there is no such link, or a sent one has expired. */
function resolved(text: string, rows: Awaited<ReturnType<typeof linksWith>>): ResolvedLink | undefined {
  const link = codesIn(text)
    .map(code => rows.get(code))
    .find(row => row !== undefined)
  if (!link) return
  const isPlaced = link.source !== ''
  const hasExpired = link.expiresAt !== null && link.expiresAt <= clock.now()
  if (hasExpired && !isPlaced) return
  const isOpen = link.state === 'active' && !hasExpired
  const { clientId, id: linkId, code, topic, module, ownerId, fallback } = link
  const recipient = isPlaced ? '' : (parseCode(text)?.recipient ?? '')
  return {
    clientId,
    linkId,
    code,
    topic,
    fallback,
    isPlaced,
    recipient,
    owner: { module, id: ownerId },
    target: isOpen ? redirectTarget(targetAt(link, clock.now())) : undefined,
  }
}

interface Entry {
  text: string
  visit: Visit
  /** Whether this link may be followed where the visitor is. */
  isHere: (link: ResolvedLink) => boolean
  link?: ResolvedLink
}

/** Visits that come while others are under way share one transaction: their links are looked up, their clicks stored. */
const enter = batched(
  (entries: readonly Entry[]) =>
    asPlatform('short links', async db => {
      const rows = await linksWith(
        db,
        entries.flatMap(({ text }) => codesIn(text)),
      )
      for (const entry of entries) entry.link = resolved(entry.text, rows)
      await recordClicks(
        db,
        entries.flatMap(({ link, visit, isHere }) => (link?.target && isHere(link) ? [clickOf(link, visit)] : [])),
      )
    }),
  // One statement takes them all, and the next one those that came meanwhile.
  500,
)

/**
 * Follows a short address and counts the visit, apart from those of machines: it is stored when this resolves. A visit
 * that can't be stored leads on all the same.
 * @returns where it leads; undefined where there is no such link, or a sent one has expired
 */
export async function follow(
  text: string,
  visit: Visit,
  isHere: Entry['isHere'] = () => true,
): Promise<ResolvedLink | undefined> {
  const entry: Entry = { text, visit, isHere }
  try {
    await enter(entry)
    return entry.link
  } catch (err) {
    log.warn({ err }, 'a click was not counted')
    return asPlatform('short link', async db => resolved(text, await linksWith(db, codesIn(text))))
  }
}

function clickOf(link: ResolvedLink, { method, userAgent, ip, untracked, isPrefetch }: Visit): Click {
  const { clientId, linkId, topic, recipient, owner } = link
  return {
    clientId,
    linkId,
    topic,
    recipient,
    module: owner.module,
    ownerId: owner.id,
    ...visitDetails({ userAgent, network: networkOf(ip), untracked }),
    bot: isPrefetch || machineClick({ method, userAgent, since: null }) !== undefined,
    visitor: untracked ? null : visitorAt(clientId, { ip, userAgent }).id,
  }
}

export interface LinkCounts {
  target: string
  /** Visits by people. */
  clicks: number
  /** Recipients who visited, each person once; visits without a recipient's code belong to nobody. */
  people: number
  /** Visits by scanners, previews and programs. */
  machines: number
}

/** What became of the links of one owner, for its report. */
export async function countClicks(ctx: Ctx, owner: LinkOwner): Promise<LinkCounts[]> {
  const { rows } = await ctx.db.execute<LinkCounts & Record<string, unknown>>(sql`
    select l.target, count(c.id) filter (where not c.bot)::int as clicks,
      count(distinct coalesce(r.person_id, r.id)) filter (where not c.bot)::int as people,
      count(c.id) filter (where c.bot)::int as machines
    from ${shortLinks} l
    left join ${shortLinkClicks} c on c.client_id = l.client_id and c.link_id = l.id
    left join ${shortLinkRecipients} r on r.client_id = c.client_id and r.id = c.recipient_id
    where l.module = ${owner.module} and l.owner_id = ${owner.id}
    group by l.id, l.target order by l.id`)
  return rows
}
