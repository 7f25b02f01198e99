import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { calendarTypes } from '#calendar/tables.ts'
import { isMember } from '#clients/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { changeLink, placeLink } from '#links/service/places.ts'
import type { BusinessCard, CardChange, CardFilter, NewCard } from './contract.ts'
import { nameOf, templates } from './rules/design.ts'
import { churchName, claimSlug, moveTo } from './service/addresses.ts'
import { addressOf, type CardRow, cardById, KEPT_DAYS, OWNER, pageOfCards, present, toCard } from './service/rows.ts'
import { businessCards, businessCardTakes } from './tables.ts'

export const list = (ctx: Ctx, filter: CardFilter) => pageOfCards(ctx, filter)

export const get = async (ctx: Ctx, { id }: { id: string }): Promise<BusinessCard> =>
  toCard(ctx, await cardById(ctx, id))

export async function create(ctx: Ctx, input: NewCard): Promise<BusinessCard> {
  return toCard(ctx, await addCard(ctx, input))
}

/** With an address of its own and a short link for its QR code. */
export async function addCard(ctx: Ctx, { userId = null, template = 'classic', ...given }: NewCard): Promise<CardRow> {
  if (userId && !(await isMember(ctx, userId))) throw invalid('userId', 'Please choose a member of the team')
  const organization = given.organization ?? (await churchName(ctx))
  const [made] = await ctx.db
    .insert(businessCards)
    .values({ ...templates[template].colors, ...given, organization, userId, template, createdBy: userOf(ctx) })
    .returning()
  const { id } = made!
  const slug = await claimSlug(ctx, id, nameOf(made!) || organization)
  const [row] = await ctx.db.update(businessCards).set({ slug }).where(eq(businessCards.id, id)).returning()
  await placeLink(ctx, { module: OWNER, id }, { target: addressOf(slug), source: 'card', topic: 'businessCards' })
  announce(ctx, 'businessCards', id)
  return row!
}

export async function update(ctx: Ctx, { id, version, ...changes }: CardChange): Promise<BusinessCard> {
  const before = await cardById(ctx, id)
  if (changes.bookTypeId) await mustBeBookable(ctx, changes.bookTypeId)
  const after = { ...before, ...changes }
  if (!nameOf(after) && !after.organization) throw invalid('firstName', 'Please enter a name or an organization')
  if (changes.slug) await moveTo(ctx, id, changes.slug)
  // Two people may edit at once: the second is told, and nothing is overwritten.
  const [row] = await ctx.db
    .update(businessCards)
    .set(changes)
    .where(and(present, eq(businessCards.id, id), eq(businessCards.version, version)))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  if (changes.slug && changes.slug !== before.slug)
    await changeLink(ctx, { module: OWNER, id }, { target: addressOf(changes.slug) })
  announce(ctx, 'businessCards', id)
  return toCard(ctx, row)
}

async function mustBeBookable(ctx: Ctx, id: string): Promise<void> {
  const [type] = await ctx.db
    .select({ visibility: calendarTypes.visibility })
    .from(calendarTypes)
    .where(and(eq(calendarTypes.id, id), isNull(calendarTypes.deletedAt)))
  if (!type || type.visibility === 'members')
    throw invalid('bookTypeId', 'Please choose an appointment type that guests can book')
}

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<BusinessCard> {
  const { template, backgroundColor, textColor, accentColor, ...rest } = await cardById(ctx, id)
  const { firstName, lastName, title, organization, phone, email, website, hasLogo } = rest
  return create(ctx, {
    template,
    backgroundColor,
    textColor,
    accentColor,
    firstName,
    lastName,
    title,
    organization,
    phone,
    email,
    website,
    hasLogo,
  })
}

/** Its code answers with the church's own page from now on, and leads back once the card is restored. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(businessCards)
    .set({ deletedAt: clock.now() })
    .where(and(present, eq(businessCards.id, id)))
    .returning({ id: businessCards.id })
  found(row, 'Business card')
  await changeLink(ctx, { module: OWNER, id }, { state: 'archived' })
  announce(ctx, 'businessCards', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<BusinessCard> {
  const [row] = await ctx.db
    .update(businessCards)
    .set({ deletedAt: null })
    .where(and(isNotNull(businessCards.deletedAt), eq(businessCards.id, id)))
    .returning()
  const card = found(row, 'Business card')
  await changeLink(ctx, { module: OWNER, id }, { state: 'active' })
  announce(ctx, 'businessCards', id)
  return toCard(ctx, card)
}

/** A picture, a print file or a contact file that a member took. */
export async function countDownload(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.insert(businessCardTakes).values({ cardId: id, kind: 'download' })
  announce(ctx, 'businessCards', id)
}

const kept = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))

/** Clients that have deleted cards to purge. */
export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${businessCards} where ${lt(businessCards.deletedAt, kept(now))}`

/** Deletes for good what was deleted longer ago than it is kept; what was printed still leads to the church. */
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(businessCards).where(lt(businessCards.deletedAt, kept(clock.now())))
}
