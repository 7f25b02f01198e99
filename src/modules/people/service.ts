import { and, eq, inArray, isNull } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { personCreated } from './events.ts'
import { normaliseEmail, normalisePhone } from './rules/contact.ts'
import { displayName, foldName } from './rules/names.ts'
import { contactPoints, people } from './tables.ts'

export interface PersonNames {
  firstName: string
  lastName: string
  nickName?: string
}
export interface Point {
  kind: 'email' | 'phone'
  label?: string
  value: string
}

/** A contact point as stored: what was written, and the form under which it is compared. */
export function normalise(point: Point, country: string) {
  const value = point.value.trim()
  const norm = point.kind === 'email' ? normaliseEmail(value) : normalisePhone(value, country)
  return { kind: point.kind, label: point.label ?? 'other', value, valueNorm: norm ?? value.toLowerCase() }
}

/** Everything that a fragment may find, folded: names, addresses, numbers with and without their signs. */
export function searchText(names: PersonNames, points: { value: string; valueNorm: string }[]): string {
  const words = [names.firstName, names.nickName ?? '', names.lastName].map(foldName)
  const contact = points.flatMap(({ value, valueNorm }) => [valueNorm, value.toLowerCase(), value.replace(/\D/g, '')])
  return [...new Set([...words, ...contact].filter(Boolean))].join(' ').slice(0, 2_000)
}

/** The columns of `people` that follow from names and contact points; the first of a kind is its primary. */
export function derived(names: PersonNames, points: ReturnType<typeof normalise>[]) {
  const email = points.find(point => point.kind === 'email')?.valueNorm ?? null
  const phone = points.find(point => point.kind === 'phone')?.valueNorm ?? null
  const name = displayName({ first: names.firstName, last: names.lastName, nick: names.nickName })
  return { name: name ?? email ?? phone ?? 'No name', email, phone, search: searchText(names, points) }
}

export interface NewPersonInput extends PersonNames {
  points: Point[]
  source?: string | null
  assignedTo?: string | null
}

/** Makes a person with their addresses and numbers; the caller has looked for duplicates. */
export async function addPerson(ctx: Ctx, { points, source, assignedTo, ...names }: NewPersonInput) {
  const normal = unique(points.filter(point => point.value.trim()).map(point => normalise(point, ctx.client.country)))
  const [person] = await ctx.db
    .insert(people)
    .values({ ...names, ...derived(names, normal), source: source ?? null, assignedTo: assignedTo ?? null })
    .returning()
  if (normal.length > 0) {
    const first = (kind: string) => normal.findIndex(point => point.kind === kind)
    await ctx.db
      .insert(contactPoints)
      .values(normal.map((point, i) => ({ ...point, personId: person!.id, isPrimary: i === first(point.kind) })))
  }
  await emit(ctx, personCreated, { personId: person!.id, userId: userOf(ctx), at: clock.now() })
  announce(ctx, 'people', person!.id)
  return person!
}

export const unique = <T extends { kind: string; valueNorm: string }>(points: T[]): T[] => [
  ...new Map(points.map(point => [`${point.kind} ${point.valueNorm}`, point])).values(),
]

export async function personById(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.deletedAt)))
  return found(row, 'Person')
}

/** People who share one of these normalised addresses or numbers, with all of theirs: candidates for the match rule. */
export async function sharing(ctx: Ctx, values: string[]) {
  if (values.length === 0) return []
  const rows = await ctx.db
    .select({ personId: contactPoints.personId })
    .from(contactPoints)
    .where(inArray(contactPoints.valueNorm, values))
    .limit(500)
  const ids = [...new Set(rows.map(row => row.personId))]
  if (ids.length === 0) return []
  const [found, points] = await Promise.all([
    ctx.db
      .select()
      .from(people)
      .where(and(inArray(people.id, ids), isNull(people.deletedAt))),
    ctx.db.select().from(contactPoints).where(inArray(contactPoints.personId, ids)),
  ])
  return found.map(person => ({ person, points: points.filter(point => point.personId === person.id) }))
}
