import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { appointments } from '#calendar/tables.ts'
import { clients } from '#clients/tables.ts'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { open, seal } from '#kernel/secrets.ts'
import { plainQr } from '#links/drawing/service.ts'
import { contactPoints, householdMembers, households, people } from '#people/tables.ts'
import { OPENS_MINUTES } from '../rules/regulars.ts'
import { isCounted } from '../service.ts'
import { cards, checkIns, settings } from '../tables.ts'

export const checkInPath = (church: string) => `/checkin/${church}`

async function slugOf(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account').slug
}
const pageUrl = async (ctx: Ctx) => `${env.publicUrl}${checkInPath(await slugOf(ctx))}`

export async function readSettings(ctx: Ctx) {
  const [row] = await ctx.db.select({ selfCheckIn: settings.selfCheckIn }).from(settings)
  return { selfCheckIn: row?.selfCheckIn ?? false, url: await pageUrl(ctx) }
}

export async function configure(ctx: Ctx, { selfCheckIn }: { selfCheckIn: boolean }) {
  await ctx.db
    .insert(settings)
    .values({ selfCheckIn })
    .onConflictDoUpdate({ target: [settings.clientId], set: { selfCheckIn } })
  return { selfCheckIn }
}

/** 120 bits: nobody guesses one. */
const newCardToken = () => randomBytes(15).toString('base64url')

async function drawn(ctx: Ctx, token: string) {
  const url = `${await pageUrl(ctx)}?card=${token}`
  return { url, svg: await plainQr(url) }
}

async function mustBeHousehold(ctx: Ctx, householdId: string): Promise<void> {
  const [row] = await ctx.db.select({ id: households.id }).from(households).where(eq(households.id, householdId))
  found(row, 'Household')
}

/** The card of a household; made when it is first asked for. */
export async function card(ctx: Ctx, { householdId }: { householdId: string }) {
  await mustBeHousehold(ctx, householdId)
  await ctx.db.insert(cards).values({ householdId, token: newCardToken() }).onConflictDoNothing()
  const [row] = await ctx.db.select({ token: cards.token }).from(cards).where(eq(cards.householdId, householdId))
  return drawn(ctx, row!.token)
}

/** A lost card: the former one finds nobody from now on. */
export async function renewCard(ctx: Ctx, { householdId }: { householdId: string }) {
  await mustBeHousehold(ctx, householdId)
  const token = newCardToken()
  await ctx.db
    .insert(cards)
    .values({ householdId, token })
    .onConflictDoUpdate({ target: [cards.clientId, cards.householdId], set: { token } })
  return drawn(ctx, token)
}

export interface OpenEvent {
  id: string
  title: string
  startsAt: Date
}

/** Services and events whose check-in is open: from an hour before until they end. */
export const openEvents = (ctx: Ctx): Promise<OpenEvent[]> =>
  ctx.db
    .select({ id: appointments.id, title: appointments.title, startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        isCounted(),
        lte(appointments.startsAt, new Date(clock.ms() + minutes(OPENS_MINUTES))),
        gt(appointments.endsAt, clock.now()),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(10)

/** A household at the kiosk: first names and nothing else. */
export interface Family {
  people: { id: string; firstName: string; isHere: boolean }[]
}
/** More than so many with the same four digits are not shown: a card or a greeter helps. */
const MOST_FAMILIES = 6

/** Households of which someone has a number that ends with these four digits; a person without a household stands alone. */
export async function familiesByPhone(ctx: Ctx, digits: string, eventId: string): Promise<Family[]> {
  const found = await ctx.db
    .selectDistinct({ personId: contactPoints.personId, householdId: householdMembers.householdId })
    .from(contactPoints)
    .innerJoin(people, and(eq(people.clientId, contactPoints.clientId), eq(people.id, contactPoints.personId)))
    .leftJoin(
      householdMembers,
      and(eq(householdMembers.clientId, contactPoints.clientId), eq(householdMembers.personId, contactPoints.personId)),
    )
    .where(
      and(
        eq(contactPoints.kind, 'phone'),
        sql`right(${contactPoints.valueNorm}, 4) = ${digits}`,
        contactPoints.valid,
        isNull(people.deletedAt),
        eq(people.deceased, false),
      ),
    )
    .orderBy(asc(contactPoints.personId))
    .limit(200)
  const homes = [...new Set(found.flatMap(row => row.householdId ?? []))]
  const alone = found.filter(row => !row.householdId).map(row => row.personId)
  if (homes.length + alone.length > MOST_FAMILIES) return []
  const families = [await Promise.all(homes.map(id => familyOf(ctx, id, eventId)))].flat()
  for (const id of alone) families.push({ people: await attendants(ctx, [id], eventId) })
  return families.filter(family => family.people.length > 0)
}

export async function familyByCard(ctx: Ctx, token: string, eventId: string): Promise<Family | undefined> {
  const [row] = await ctx.db.select({ id: cards.householdId }).from(cards).where(eq(cards.token, token))
  return row && familyOf(ctx, row.id, eventId)
}

async function familyOf(ctx: Ctx, householdId: string, eventId: string): Promise<Family> {
  const rows = await ctx.db
    .select({ id: householdMembers.personId })
    .from(householdMembers)
    .where(eq(householdMembers.householdId, householdId))
    .orderBy(asc(householdMembers.role), asc(householdMembers.id))
    .limit(30)
  return {
    people: await attendants(
      ctx,
      rows.map(row => row.id),
      eventId,
    ),
  }
}

/** First names of people, in this order, and whether they are here. */
export async function attendants(ctx: Ctx, ids: string[], eventId: string): Promise<Family['people']> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({
      id: people.id,
      firstName: people.firstName,
      nickName: people.nickName,
      name: people.name,
      here: checkIns.id,
    })
    .from(people)
    .leftJoin(
      checkIns,
      and(
        eq(checkIns.clientId, people.clientId),
        eq(checkIns.personId, people.id),
        eq(checkIns.appointmentId, eventId),
      ),
    )
    .where(and(inArray(people.id, ids), isNull(people.deletedAt), eq(people.deceased, false)))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    // Without a first name the name may be an address or a number, which is nobody's to see.
    const firstName = row && (row.nickName || row.firstName || 'Guest')
    return row && firstName ? [{ id, firstName, isHere: row.here !== null }] : []
  })
}

/** How long a page of names may be answered. */
const CHOICE_LIFE = minutes(15)

/** What a page offered, sealed: only people who were found by a number or a card can be checked in, and only for that event. */
export interface Choice {
  eventId: string
  personIds: string[]
  source: 'phone' | 'card'
  /** These were checked in by the page itself, which may undo it. */
  made?: boolean
}
const contextOf = (ctx: Ctx) => `check-in ${ctx.client.id}`

export const sealChoice = (ctx: Ctx, choice: Choice): string =>
  seal(JSON.stringify({ ...choice, at: clock.ms() }), contextOf(ctx))

export function openChoice(ctx: Ctx, token: string): Choice | undefined {
  try {
    const { at, ...choice } = JSON.parse(open(token, contextOf(ctx))) as Choice & { at: number }
    return clock.ms() - at < CHOICE_LIFE ? choice : undefined
  } catch {
    return undefined
  }
}
