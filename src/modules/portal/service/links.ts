import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found, invalid, notFound } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { sendMail, sendText } from '#messaging/service.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { minorIds } from '#people/service/promotion-holds.ts'
import { contactPoints, people } from '#people/tables.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { portalLinkMail, portalLinkText } from '../emails/link.ts'
import { portalSignedIn } from '../events.ts'
import { portalLinks, portalSessions } from '../tables.ts'
import { sendPortalLink } from '../tasks.ts'

const LINK_LIFE = minutes(20)
/** Of the links in mails about a declined card: longer than from one try to the next. */
const MAIL_LINK_DAYS = 4
/** Links sent to one address within an hour; further requests are answered as usual and send nothing. */
const LINKS_AN_HOUR = 5
/** Requests within an hour: from one device, from a network that a congregation shares, and for the whole account. */
const REQUESTS = { device: 60, mine: 600, all: 5_000 }
/** Days after which a session that is not used ends; `enter_person` compares with the same number. */
const SESSION_DAYS = 30

/**
 * Records that a link was asked for. Whether anyone has the address is looked up in a job, so that the answer is the
 * same and takes as long either way.
 * @throws TOO_MANY_REQUESTS, BAD_REQUEST for what is neither an address nor a number
 */
export async function askForLink(
  ctx: Ctx,
  { typed, honeypot, next = '' }: { typed: string; honeypot: string; next?: string },
): Promise<void> {
  const email = normaliseEmail(typed)
  const value = email ?? normalisePhone(typed, ctx.client.country)
  if (!value) throw invalid('address', 'Enter an email address or a phone number.')
  const signs = await guardSubmission(ctx, { form: 'portal sign-in', honeypot, refused: REQUESTS })
  const [row] = await ctx.db
    .insert(portalLinks)
    .values({
      kind: email ? 'email' : 'phone',
      value,
      next,
      createdAt: clock.now(),
      expiresAt: new Date(clock.ms() + LINK_LIFE),
    })
    .returning({ id: portalLinks.id })
  if (!signs.includes('honeypot')) await enqueue(ctx, sendPortalLink, { linkId: row!.id })
}

/** A link of a mail of ours, such as one about a card, which works once: beyond the next try, two days later at most. */
export async function signInLink(ctx: Ctx, email: string): Promise<string> {
  const token = newToken()
  const value = normaliseEmail(email) ?? email
  const expiresAt = new Date(clock.ms() + days(MAIL_LINK_DAYS))
  await ctx.db
    .insert(portalLinks)
    .values({ kind: 'email', value, hash: digest(token), createdAt: clock.now(), expiresAt })
  const [account] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  return `${env.publicUrl}/my/${found(account, 'Account').slug}/sign-in/${token}`
}

/** Sends the link if anyone has the address; once for each request. */
export async function sendLink(ctx: Ctx, linkId: string): Promise<void> {
  const [link] = await ctx.db.select().from(portalLinks).where(eq(portalLinks.id, linkId)).for('update')
  if (!link || link.hash || link.expiresAt <= clock.now()) return
  if ((await candidatesOf(ctx, link)).length === 0 || (await sentLately(ctx, link.value)) >= LINKS_AN_HOUR) return
  const token = newToken()
  await ctx.db
    .update(portalLinks)
    .set({ hash: digest(token) })
    .where(eq(portalLinks.id, linkId))
  const [account] = await ctx.db
    .select({ name: clients.name, slug: clients.slug })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const { name: church, slug } = found(account, 'Account')
  const href = `${env.publicUrl}/my/${slug}/sign-in/${token}`
  const message = { to: link.value, kind: 'portal-link', dedupeKey: `portal-link:${linkId}` }
  if (link.kind === 'email')
    await sendMail(ctx, { ...message, ...portalLinkMail({ church, href }), senderName: church })
  else await sendText(ctx, { ...message, text: portalLinkText({ church, href }) })
}

async function sentLately(ctx: Ctx, value: string): Promise<number> {
  const since = new Date(clock.ms() - hours(1))
  return ctx.db.$count(
    portalLinks,
    and(eq(portalLinks.value, value), isNotNull(portalLinks.hash), gt(portalLinks.createdAt, since)),
  )
}

export interface Candidate {
  id: string
  name: string
}

/**
 * Who may sign in with an address: the living who have it. A child who shares it with an adult of the household is
 * reached through that adult. A number or mailbox known to be wrong is someone else's by now, and one that a public
 * form added to a known person may be a stranger's.
 */
async function candidatesOf(ctx: Ctx, { kind, value }: Pick<Link, 'kind' | 'value'>): Promise<Candidate[]> {
  const having = (person: string) =>
    sql.raw(`select from contact_points c where c.client_id = ${person}.client_id and c.person_id = ${person}.`)
  const rows = await ctx.db
    .selectDistinct({ id: people.id, name: people.name })
    .from(people)
    .innerJoin(contactPoints, and(eq(contactPoints.clientId, people.clientId), eq(contactPoints.personId, people.id)))
    .where(
      and(
        eq(contactPoints.kind, kind),
        eq(contactPoints.valueNorm, value),
        eq(contactPoints.valid, true),
        eq(contactPoints.unconfirmed, false),
        isNull(people.deletedAt),
        eq(people.deceased, false),
        sql`not (${people.id} in (${minorIds(ctx)}) and exists (
          select from household_members own join household_members m on m.client_id = own.client_id
            and m.household_id = own.household_id and m.role = 'adult'
          join people o on o.client_id = m.client_id and o.id = m.person_id and o.deleted_at is null and not o.deceased
          where own.person_id = ${people.id} and own.role = 'child' and not own.unconfirmed and not m.unconfirmed
            and exists (${having('m')}person_id and c.kind = ${kind} and c.value_norm = ${value} and c.valid)))`,
      ),
    )
    .orderBy(people.name, people.id)
    .limit(20)
  return rows
}

type Link = typeof portalLinks.$inferSelect

/** The link of a token, locked: of two clicks at once, the second finds it used. */
async function linkOf(ctx: Ctx, token: string): Promise<Link> {
  const [link] = await ctx.db
    .select()
    .from(portalLinks)
    .where(and(eq(portalLinks.hash, digest(token)), isNull(portalLinks.usedAt), gt(portalLinks.expiresAt, clock.now())))
    .for('update')
  return found(link, 'Link')
}

/** Who may sign in with this link. Changes nothing: mail scanners open every link. @throws NOT_FOUND */
export const viewLink = async (ctx: Ctx, token: string): Promise<Candidate[]> =>
  candidatesOf(ctx, await linkOf(ctx, token))

/**
 * Uses the link up and opens a session.
 * @param chosen needed where several people share the address
 * @returns the session's token, and the page to which the link leads
 * @throws NOT_FOUND for a link that is used, expired or not ours
 */
export async function useLink(
  ctx: Ctx,
  token: string,
  chosen: string | undefined,
): Promise<{ session: string; next: string }> {
  const link = await linkOf(ctx, token)
  const candidates = await candidatesOf(ctx, link)
  const person = candidates.length === 1 ? candidates[0] : candidates.find(({ id }) => id === chosen)
  if (candidates.length === 0) throw notFound('Person')
  if (!person) throw invalid('person', 'Choose who you are.')
  const [session, id, at] = [newToken(), randomUUID(), clock.now()]
  const actor = { type: 'person', personId: person.id, sessionId: id, forId: person.id } as const
  ctx.actor = actor
  await ctx.db.execute(sql`select set_config('app.actor', ${JSON.stringify(actor)}, true)`)
  await ctx.db.update(portalLinks).set({ usedAt: at }).where(eq(portalLinks.id, link.id))
  await ctx.db
    .insert(portalSessions)
    .values({ id, hash: digest(session), personId: person.id, address: link.value, seenAt: at })
  await emit(ctx, portalSignedIn, { personId: person.id, sessionId: id, at })
  return { session, next: link.next }
}

const dayAgo = (at: number) => new Date(at - days(1))
const sessionEnd = (at: number) => new Date(at - days(SESSION_DAYS))

/** Accounts with links or sessions that `forgetOld` deletes. */
export const withOld = (now: Date) => sql`
  select client_id as id from portal_links where created_at < ${dayAgo(now.getTime())} and expires_at < ${now}
  union select client_id from portal_sessions where ended_at is not null or seen_at < ${sessionEnd(now.getTime())}`

export async function purgeOldLinks(ctx: Ctx): Promise<void> {
  await ctx.db
    .delete(portalLinks)
    .where(and(lt(portalLinks.createdAt, dayAgo(clock.ms())), lt(portalLinks.expiresAt, clock.now())))
  await ctx.db
    .delete(portalSessions)
    .where(sql`${portalSessions.endedAt} is not null or ${portalSessions.seenAt} < ${sessionEnd(clock.ms())}`)
}
