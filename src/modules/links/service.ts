import { randomInt } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { log } from '#kernel/log.ts'
import { announce } from '#kernel/realtime.ts'
import { asActor, asPlatform } from '#kernel/run.ts'
import { LINK_LENGTH, parseCode, pathOf, RECIPIENT_LENGTH } from './rules/codes.ts'
import { machineClick } from './rules/machines.ts'
import { redirectTarget } from './rules/redirect.ts'
import { shortLinkClicks, shortLinkRecipients, shortLinks } from './tables.ts'

/** What links belong to: a row of the module that makes them. */
export interface LinkOwner {
  /** Name of the module. */
  module: string
  id: string
}

/** Without letters and digits that are read for one another. */
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCode = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The whole short address; `recipient` makes it one recipient's own. */
export const shortUrl = (link: string, recipient?: string) => `${env.publicUrl}${pathOf(link, recipient)}`

const ofOwner = ({ module, id }: LinkOwner) => and(eq(shortLinks.module, module), eq(shortLinks.ownerId, id))

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
const TRIES = 5

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

export interface ResolvedLink {
  clientId: string
  linkId: string
  owner: LinkOwner
  topic: string
  /** Ready for a Location header. */
  target: string
  /** The recipient's code; empty where the address holds none. */
  recipient: string
}

/** Where a short address leads, no matter whose it is; undefined where there is no such link or it has expired. */
export async function resolve(code: string): Promise<ResolvedLink | undefined> {
  const parts = parseCode(code)
  if (!parts) return
  const link = await asPlatform('short link', async db => {
    const [row] = await db.select().from(shortLinks).where(eq(shortLinks.code, parts.link))
    return row
  })
  const target = link && redirectTarget(link.target)
  if (!target || (link.expiresAt && link.expiresAt <= clock.now())) return
  const { clientId, id: linkId, topic, module, ownerId } = link
  return { clientId, linkId, topic, target, owner: { module, id: ownerId }, recipient: parts.recipient }
}

export interface Visit {
  /** HEAD counts as a machine: nobody has seen the page. */
  method: string
  userAgent: string
}

/** Anyone who follows one address a thousand times makes its counter no longer. */
const MOST_OF_RECIPIENT = 200
/** An address that is the same for everyone, on a screen in church, counts so many visits a minute. */
const MOST_A_MINUTE = 1_000

/** Counts a visit, apart from those of machines; a recipient's code that is not ours counts nothing. */
export async function recordClick(ctx: Ctx, link: ResolvedLink, visit: Visit): Promise<void> {
  const { linkId, owner, topic } = link
  const recipient = link.recipient ? await recipientOf(ctx, link) : null
  if (recipient === undefined) return
  const full = recipient
    ? (await ctx.db.$count(shortLinkClicks, eq(shortLinkClicks.recipientId, recipient.id))) >= MOST_OF_RECIPIENT
    : (await ctx.db.$count(shortLinkClicks, recentOpenClicks(linkId))) >= MOST_A_MINUTE
  if (full) return
  const since = recipient ? clock.ms() - recipient.sentAt.getTime() : null
  const bot = machineClick({ ...visit, since }) !== undefined
  await ctx.db.insert(shortLinkClicks).values({ linkId, recipientId: recipient?.id ?? null, bot })
  if (topic) announce(ctx, topic, owner.id)
}

const recentOpenClicks = (linkId: string) =>
  and(
    eq(shortLinkClicks.linkId, linkId),
    isNull(shortLinkClicks.recipientId),
    gt(shortLinkClicks.createdAt, sql`now() - interval '1 minute'`),
  )

async function recipientOf(ctx: Ctx, { owner, recipient }: ResolvedLink) {
  const [row] = await ctx.db
    .select({ id: shortLinkRecipients.id, sentAt: shortLinkRecipients.sentAt })
    .from(shortLinkRecipients)
    .where(
      and(
        eq(shortLinkRecipients.module, owner.module),
        eq(shortLinkRecipients.ownerId, owner.id),
        eq(shortLinkRecipients.code, recipient),
      ),
    )
  return row
}

/** Resolves and counts. @returns where the visitor goes, whatever becomes of the counter */
export async function follow(code: string, visit: Visit, requestId: string): Promise<string | undefined> {
  const link = await resolve(code)
  if (!link) return
  await asActor(link.clientId, { type: 'visitor' }, requestId, ctx => recordClick(ctx, link, visit)).catch(err =>
    log.warn({ err, requestId }, 'a click was not counted'),
  )
  return link.target
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
