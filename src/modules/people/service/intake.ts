import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import type { Address } from '../contract.ts'
import { possibleDuplicates } from '../duplicates/tables.ts'
import { householdsOf } from '../households/service.ts'
import { type PartialDate, parsePartialDate } from '../rules/birthday.ts'
import { type Candidate, matchPerson } from '../rules/match.ts'
import type { FieldValue, FieldWith } from '../rules/standard-fields.ts'
import { addPerson, derived, normalise, type Point, sharing, unique } from '../service.ts'
import { addresses, contactPoints, people } from '../tables.ts'

/** Someone who told us who they are: through a form, a booking, a call. */
export interface IntakeInput extends Partial<{ [N in FieldWith<'asked'>]: FieldValue<N> }> {
  firstName: string
  lastName: string
  points: Point[]
  address?: Partial<Address>
  source: string
}
export interface IntakeResult {
  personId: string
  /** known: someone who was there. new. doubt: new, and perhaps someone who was there, which staff decide. */
  how: 'known' | 'new' | 'doubt'
}
interface Near {
  /** Addresses and numbers of those they came with: they count for the match, and are not theirs. */
  points?: Point[]
  /** In whose household they may be. */
  hostId?: string
}

/**
 * Finds the person by the match rule, or makes them. Someone known gains what they lacked; nothing that stands there is
 * overwritten. What visitors send in is never held against a plan’s limit.
 */
export async function intakePerson(ctx: Ctx, arrival: IntakeInput, near: Near = {}): Promise<IntakeResult> {
  // Two at once would both find nobody, and make two.
  await advisoryLock(ctx.db, `arriving ${ctx.client.id}`)
  const own = unique(arrival.points.filter(one => one.value.trim()).map(one => normalise(one, ctx.client.country)))
  const all = [...own, ...(near.points ?? []).map(one => normalise(one, ctx.client.country))]
  const home = near.hostId ? `with ${near.hostId}` : ''
  const candidates = await candidatesFor(
    ctx,
    arrival,
    all.map(one => one.valueNorm),
    near.hostId,
  )
  const match = matchPerson(
    {
      first: arrival.firstName || null,
      last: arrival.lastName || null,
      nick: arrival.nickName || null,
      emails: [...all.filter(one => one.kind === 'email').map(one => one.valueNorm), ...(home ? [home] : [])],
      phones: all.filter(one => one.kind === 'phone').map(one => one.valueNorm),
      birthDate: dateOf(arrival.birthDate),
    },
    // The one they came with is someone else.
    candidates.filter(one => one.id !== near.hostId),
  )
  if (match.kind === 'attach') {
    await complete(ctx, match.id, arrival, own)
    return { personId: match.id, how: 'known' }
  }
  const { firstName, lastName, nickName, points, source } = arrival
  const { id } = await addPerson(ctx, { firstName, lastName, nickName, points, source: source || null })
  await complete(ctx, id, arrival, own)
  if (match.kind === 'new') return { personId: id, how: 'new' }
  const { score, reason } = match
  await ctx.db
    .insert(possibleDuplicates)
    .values(match.ids.slice(0, 5).map(otherId => ({ personId: id, otherId, score, reason })))
    .onConflictDoNothing()
  return { personId: id, how: 'doubt' }
}

const dateOf = (text: string | null | undefined): PartialDate | null => (text ? parsePartialDate(text) : null)

/** People who share a value or the household, or have the same name. */
async function candidatesFor(ctx: Ctx, arrival: IntakeInput, values: string[], hostId?: string): Promise<Candidate[]> {
  const homes = hostId ? await householdsOf(ctx, hostId) : []
  const mates = homes.flatMap(home => home.members.map(member => member.personId))
  const { firstName, lastName } = arrival
  const named = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        eq(sql`lower(${people.lastName})`, lastName.toLowerCase()),
        eq(sql`lower(${people.firstName})`, firstName.toLowerCase()),
        isNull(people.deletedAt),
      ),
    )
    .limit(firstName && lastName ? 20 : 0)
  const shared = await sharing(ctx, values)
  const known = new Map(shared.map(({ person, points }) => [person.id, { person, points }]))
  const more = [...new Set([...mates, ...named.map(row => row.id)])].filter(id => !known.has(id))
  const rows = more.length > 0 ? await ctx.db.select().from(people).where(inArray(people.id, more)) : []
  for (const person of rows) if (!person.deletedAt) known.set(person.id, { person, points: [] })
  return [...known.values()].map(({ person, points }) => ({
    id: person.id,
    first: person.firstName || null,
    last: person.lastName || null,
    nick: person.nickName || null,
    emails: [
      ...points.filter(point => point.kind === 'email').map(point => point.valueNorm),
      ...(mates.includes(person.id) ? [`with ${hostId}`] : []),
    ],
    phones: points.filter(point => point.kind === 'phone').map(point => point.valueNorm),
    birthDate: dateOf(person.birthDate),
  }))
}

/** Fills in what is not known yet. */
async function complete(
  ctx: Ctx,
  id: string,
  arrival: IntakeInput,
  own: ReturnType<typeof normalise>[],
): Promise<void> {
  const [before] = await ctx.db.select().from(people).where(eq(people.id, id)).for('update')
  const stored = await ctx.db
    .select()
    .from(contactPoints)
    .where(eq(contactPoints.personId, id))
    .orderBy(contactPoints.id)
  const known = new Set(stored.map(point => `${point.kind} ${point.valueNorm}`))
  const fresh = own.filter(point => !known.has(`${point.kind} ${point.valueNorm}`))
  if (fresh.length > 0)
    await ctx.db.insert(contactPoints).values(
      fresh.map((point, i) => ({
        ...point,
        personId: id,
        unconfirmed: ctx.actor.type !== 'member',
        isPrimary: ![...stored, ...fresh.slice(0, i)].some(one => one.kind === point.kind),
      })),
    )
  const { address, points: _, source: __, ...given } = arrival
  const gained = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value && !before![name as keyof typeof before]),
  )
  const primary = [...stored].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  await ctx.db
    .update(people)
    .set({ ...gained, ...derived({ ...before!, ...gained }, [...primary, ...fresh]) })
    .where(eq(people.id, id))
  if (address && Object.values(address).some(Boolean)) await addAddress(ctx, id, address)
  announce(ctx, 'people', id)
}

async function addAddress(ctx: Ctx, personId: string, address: Partial<Address>): Promise<void> {
  const [one] = await ctx.db
    .select({ id: addresses.id })
    .from(addresses)
    .where(eq(addresses.personId, personId))
    .limit(1)
  if (!one) await ctx.db.insert(addresses).values({ ...address, personId })
}
