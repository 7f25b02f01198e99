import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { typePath } from '#calendar/rules/links.ts'
import { calendarTypes } from '#calendar/tables.ts'
import { isMember } from '#clients/service.ts'
import { clients } from '#clients/tables.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { signUp } from '#email/signup/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { announce } from '#kernel/realtime.ts'
import { addLeads } from '#leads/service.ts'
import { leads } from '#leads/tables.ts'
import { recordGoal } from '#links/goals/service.ts'
import { visitorOf } from '#links/service/visitors.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { splitName } from '#people/rules/names.ts'
import { intakePerson } from '#people/service/intake.ts'
import { guardSubmission, openedAt } from '#public-page/guard/service.ts'
import type { PublicChurch } from '#public-page/rules/branding.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import type { CardFacts } from '../rules/contact.ts'
import { nameOf } from '../rules/design.ts'
import { consentWording, type PageCard, type Shared } from '../rules/pages.ts'
import { businessCardExchanges, businessCardSlugs, businessCards, businessCardTakes } from '../tables.ts'
import { type CardRow, cardPath } from './rows.ts'

export interface FoundCard {
  clientId: string
  cardId: string
  /** Its address now. */
  slug: string
}

/** The card of an address, also of one that it had before; undefined where there is none, or none any more. */
export async function cardAt(db: Db, slug: string): Promise<FoundCard | undefined> {
  const [row] = await db
    .select({ clientId: businessCards.clientId, cardId: businessCards.id, slug: businessCards.slug })
    .from(businessCardSlugs)
    .innerJoin(
      businessCards,
      and(eq(businessCards.clientId, businessCardSlugs.clientId), eq(businessCards.id, businessCardSlugs.cardId)),
    )
    .innerJoin(clients, eq(clients.id, businessCards.clientId))
    .where(and(eq(businessCardSlugs.slug, slug), isNull(businessCards.deletedAt), isNull(clients.closedAt)))
  return row
}

export interface ShownCard {
  card: PageCard
  facts: CardFacts
  church: PublicChurch | null
  row: CardRow
}

/** What the page of a card shows. */
export async function shownCard(ctx: Ctx, cardId: string): Promise<ShownCard | undefined> {
  const [row] = await ctx.db
    .select()
    .from(businessCards)
    .where(and(eq(businessCards.id, cardId), isNull(businessCards.deletedAt)))
  if (!row) return
  const [home] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name, logoId, brandColor, slug, address: place, house: isOperatorAccount } = home!
  const parts = place && [place.street, place.street2, place.city, place.region, place.postalCode]
  const directions = row.hasDirections && parts ? parts.filter(Boolean).join(', ') : ''
  const facts = place && row.hasDirections ? { ...row, address: { ...place, country: home!.country } } : row
  const card: PageCard = {
    ...row,
    church: name,
    path: cardPath(row.slug),
    directions,
    book: row.bookTypeId ? await bookingOf(ctx, slug, row.bookTypeId) : null,
    instead: row.leftAt ? await insteadOf(ctx, row) : null,
    hasLeft: row.leftAt !== null,
  }
  return { card, facts, row, church: isOperatorAccount ? null : { name, logoId, brandColor } }
}

async function bookingOf(ctx: Ctx, church: string, typeId: string) {
  const { name, slug, visibility, isActive, deletedAt } = calendarTypes
  const [type] = await ctx.db
    .select({ name, slug })
    .from(calendarTypes)
    .where(and(eq(calendarTypes.id, typeId), isNull(deletedAt), isActive, ne(visibility, 'members')))
  return type ? { name: type.name, path: typePath(church, type.slug) } : null
}

async function insteadOf(ctx: Ctx, { successorId, instead }: CardRow): Promise<PageCard['instead']> {
  const [other] = successorId
    ? await ctx.db
        .select()
        .from(businessCards)
        .where(and(eq(businessCards.id, successorId), isNull(businessCards.deletedAt)))
    : []
  if (other && !other.leftAt)
    return {
      name: nameOf(other) || other.organization,
      phone: other.phone,
      email: other.email,
      path: cardPath(other.slug),
    }
  return instead && { ...instead, path: '' }
}

/** Counts who saved the contact: each visitor once a day, programs not at all. */
export async function countSave(ctx: Ctx, cardId: string, untracked: boolean): Promise<void> {
  const visitor = untracked ? null : (visitorOf(ctx)?.id ?? null)
  await ctx.db.insert(businessCardTakes).values({ cardId, kind: 'save', visitor }).onConflictDoNothing()
  announce(ctx, 'businessCards', cardId)
}

/** Shared contacts an hour, from one device and from one network. */
const MOST_SHARED = { device: 60, mine: 300 }

export const guardName = (cardId: string) => `card ${cardId}`

/**
 * Takes in what a visitor shares: someone to follow up, with consent where they ticked it. Sent twice, it is one; what looks
 * like a program's is kept apart and answered as if it were welcome.
 */
export async function share(ctx: Ctx, shown: ShownCard, shared: Shared, sent: Record<string, string>): Promise<void> {
  const { row } = shown
  const signs = await guardSubmission(ctx, {
    form: guardName(row.id),
    honeypot: sent[HONEYPOT] ?? '',
    opened: openedAt(guardName(row.id), sent[OPENED] ?? ''),
    refused: MOST_SHARED,
  })
  const { name, email, phone, note } = shared
  // Of two that arrive at once, the second waits here and then finds the first.
  const [made] = await ctx.db
    .insert(businessCardExchanges)
    .values({ cardId: row.id, key: (sent.key || randomUUID()).slice(0, 60), name, email, phone, note, signs })
    .onConflictDoNothing()
    .returning({ id: businessCardExchanges.id })
  if (!made || signs.length > 0) return
  const personId = await followUp(ctx, shown, shared, made.id)
  await ctx.db.update(businessCardExchanges).set({ personId }).where(eq(businessCardExchanges.id, made.id))
  await recordGoal(ctx, { kind: 'card', subjectId: row.id, refId: made.id, personId })
  announce(ctx, 'businessCards', row.id)
}

async function followUp(ctx: Ctx, { row, card }: ShownCard, shared: Shared, id: string): Promise<string> {
  const { name, email, phone, note, mayEmail } = shared
  const { first, last } = splitName(name)
  const source = `Business card: ${nameOf(row) || row.organization}`
  const points = [
    ...(email ? [{ kind: 'email' as const, label: 'other', value: email }] : []),
    ...(phone ? [{ kind: 'phone' as const, label: 'mobile', value: phone }] : []),
  ]
  const { personId } = await intakePerson(ctx, { firstName: first ?? '', lastName: last ?? '', points, source })
  const data = { cardId: row.id, card: nameOf(row) || row.organization, ...(note && { note }) }
  await addToTimeline(ctx, [
    { personId, at: clock.now(), userId: null, type: 'card.shared', data, sourceKey: `card.shared:${id}` },
  ])
  const [open] = await ctx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.personId, personId), isNull(leads.deletedAt), ne(leads.status, 'closed')))
    .limit(1)
  const assignedTo = row.userId && (await isMember(ctx, row.userId)) ? row.userId : undefined
  if (!open) await addLeads(ctx, [{ personId, status: 'new', source, assignedTo, value: null, notes: note }])
  if (mayEmail && email)
    await signUp(ctx, email.toLowerCase(), {
      topic: NEWSLETTER,
      source: 'form',
      wording: consentWording(card.church),
      reference: id,
      name,
      personId,
      evidence: { card: row.id, userAgent: ctx.userAgent ?? '' },
    })
  return personId
}
