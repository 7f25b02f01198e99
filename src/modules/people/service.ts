import { and, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { findSuppressed } from '#consent/service.ts'
import { makeRoom } from '#entitlements/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { userOf } from '#kernel/ctx.ts'
import { isNoChange, sqlState } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import type { Address, NewPerson, Person, PersonChange } from './contract.ts'
import { personCreated } from './events.ts'
import { answersFor, readAll, writeAnswers } from './fields/service/field-values.ts'
import { householdsOf } from './households/service.ts'
import { currentId } from './merging/service/redirects.ts'
import { normaliseEmail, normalisePhone } from './rules/contact.ts'
import { displayName, foldName } from './rules/names.ts'
import { describeField, type FieldWith, listFields, mapFields } from './rules/standard-fields.ts'
import { theBoard } from './service/board.ts'
import { liftDoNotContact, setDoNotContact } from './service/do-not-contact.ts'
import { isAssignedTo, tagsOf } from './service/list.ts'
import { announceChanged, announceTagged } from './service/news.ts'
import { addresses, contactPoints, groupMembers, groups, people, personTags } from './tables.ts'

/** What a plan counts of someone whom staff add. */
export async function roomForPerson(ctx: Ctx, points: Point[]): Promise<void> {
  await makeRoom(ctx, 'contacts', 1)
  await makeRoom(ctx, 'emails', points.filter(point => point.kind === 'email').length)
}

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

/** Who of the team looks after someone; the caller has made sure that it is a member. */
export async function setAssignee(ctx: Ctx, personId: string, userId: string): Promise<void> {
  await ctx.db.update(people).set({ assignedTo: userId }).where(eq(people.id, personId))
  announce(ctx, 'people', personId)
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

/** Replaces someone's addresses and numbers; those that stay keep their row, and so their history. */
async function savePoints(ctx: Ctx, personId: string, points: ReturnType<typeof normalise>[]): Promise<void> {
  const kept = points.map(point => point.valueNorm)
  await ctx.db
    .delete(contactPoints)
    .where(
      and(
        eq(contactPoints.personId, personId),
        kept.length > 0 ? notInArray(contactPoints.valueNorm, kept) : undefined,
      ),
    )
  const first = (kind: string) => points.findIndex(point => point.kind === kind)
  for (const [i, point] of points.entries()) {
    const isPrimary = i === first(point.kind)
    await ctx.db
      .insert(contactPoints)
      .values({ ...point, personId, isPrimary })
      .onConflictDoUpdate({
        target: [contactPoints.clientId, contactPoints.personId, contactPoints.kind, contactPoints.valueNorm],
        set: { label: point.label, value: point.value, isPrimary },
      })
  }
}

async function saveAddresses(ctx: Ctx, personId: string, list: Address[]): Promise<void> {
  await ctx.db.delete(addresses).where(eq(addresses.personId, personId))
  const given = list.filter(({ label: _, ...parts }) => Object.values(parts).some(Boolean))
  if (given.length > 0) await ctx.db.insert(addresses).values(given.map(address => ({ ...address, personId })))
}

/** Those they don't have yet. */
export async function addTags(ctx: Ctx, personId: string, tagIds: readonly string[]): Promise<void> {
  const added = await ctx.db
    .insert(personTags)
    .values(tagIds.map(tagId => ({ personId, tagId })))
    .onConflictDoNothing()
    .returning({ personId: personTags.personId, tagId: personTags.tagId })
  await announceTagged(ctx, added, true)
}

async function saveLabels(
  ctx: Ctx,
  personId: string,
  { tagIds, groupIds }: { tagIds?: string[]; groupIds?: string[] },
): Promise<void> {
  if (tagIds) {
    const removed = await ctx.db
      .delete(personTags)
      .where(
        and(eq(personTags.personId, personId), tagIds.length > 0 ? notInArray(personTags.tagId, tagIds) : undefined),
      )
      .returning({ personId: personTags.personId, tagId: personTags.tagId })
    await announceTagged(ctx, removed, false)
    if (tagIds.length > 0) await addTags(ctx, personId, tagIds)
  }
  if (groupIds) {
    await ctx.db
      .delete(groupMembers)
      .where(
        and(
          eq(groupMembers.personId, personId),
          groupIds.length > 0 ? notInArray(groupMembers.groupId, groupIds) : undefined,
        ),
      )
    if (groupIds.length > 0)
      await ctx.db
        .insert(groupMembers)
        .values(groupIds.map(groupId => ({ personId, groupId })))
        .onConflictDoNothing()
  }
}

/** A tag or group of another account looks like one that is gone. */
const gone = (error: unknown): never => {
  if (sqlState(error) === '23503') throw new Failure('NOT_FOUND', 'That tag or group no longer exists.')
  throw error
}

export async function create(
  ctx: Ctx,
  {
    addresses: list,
    tagIds,
    groupIds,
    points,
    firstName,
    lastName,
    nickName,
    source,
    assignedTo,
    custom,
    ...details
  }: NewPerson,
) {
  await requireMember(ctx, assignedTo, 'assignedTo')
  const facts = await readAll(ctx, custom)
  await roomForPerson(ctx, points)
  const person = await addPerson(ctx, { firstName, lastName, nickName, points, source, assignedTo })
  await ctx.db
    .update(people)
    .set({ ...details, birthDate: details.birthDate ?? null })
    .where(eq(people.id, person.id))
  await saveAddresses(ctx, person.id, list)
  await saveLabels(ctx, person.id, { tagIds, groupIds }).catch(gone)
  await writeAnswers(ctx, of(person.id, facts), 'replace')
  if (details.doNotContact) await setDoNotContact(ctx, person.id)
  return get(ctx, { id: person.id })
}

const of = <T extends object>(personId: string, facts: T[]) => facts.map(fact => ({ ...fact, personId }))

/** Two who edit at once: the second is told, nothing is overwritten. */
export async function update(
  ctx: Ctx,
  { id, version, points, addresses: list, tagIds, groupIds, custom = {}, ...changes }: PersonChange,
) {
  const before = await personById(ctx, id)
  if (before.version !== version) throw new Failure('CONFLICT')
  if (isNoChange({ points, list, tagIds, groupIds, ...custom, ...changes })) return get(ctx, { id })
  if (changes.assignedTo !== before.assignedTo) await requireMember(ctx, changes.assignedTo, 'assignedTo')
  const facts = await readAll(ctx, custom)
  const stored = await ctx.db
    .select()
    .from(contactPoints)
    .where(eq(contactPoints.personId, id))
    .orderBy(desc(contactPoints.isPrimary), contactPoints.id)
  const normal = points ? unique(points.map(point => normalise(point, ctx.client.country))) : stored
  const names = {
    firstName: before.firstName,
    lastName: before.lastName,
    nickName: before.nickName,
    ...defined(changes),
  }
  const [row] = await ctx.db
    .update(people)
    .set({ ...changes, ...derived(names, normal) })
    .where(and(eq(people.id, id), eq(people.version, version), isNull(people.deletedAt)))
    .returning({ id: people.id })
  if (!row) throw new Failure('CONFLICT')
  if (points) await savePoints(ctx, id, normal)
  if (list) await saveAddresses(ctx, id, list)
  await saveLabels(ctx, id, { tagIds, groupIds }).catch(gone)
  await writeAnswers(ctx, of(id, facts), 'replace')
  if (changes.doNotContact ?? before.doNotContact) await setDoNotContact(ctx, id)
  else if (before.doNotContact) await liftDoNotContact(ctx, id)
  await announceChanged(ctx, before, changes, Object.keys(custom))
  announce(ctx, 'people', id)
  announce(ctx, 'leads')
  return get(ctx, { id })
}

/** @throws NOT_FOUND where the person has no such address or number */
export async function confirmPoint(ctx: Ctx, { id, pointId }: { id: string; pointId: string }): Promise<Person> {
  const person = await personById(ctx, id)
  const [row] = await ctx.db
    .update(contactPoints)
    .set({ unconfirmed: false })
    .where(and(eq(contactPoints.personId, person.id), eq(contactPoints.id, pointId)))
    .returning({ id: contactPoints.id })
  found(row, 'Address')
  announce(ctx, 'people', person.id)
  return get(ctx, { id })
}

const defined = <T extends object>(changes: T): T =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T

/** What a volunteer may know of someone who is not theirs; a field of Person that is new tomorrow is not among it. */
const knownToVolunteers = [
  ...(['id', 'name', 'groups', 'createdAt', 'version'] as const),
  ...listFields('volunteers'),
] as const
type Known = (typeof knownToVolunteers)[number]
type Hidden = Exclude<FieldWith<'edited'>, FieldWith<'volunteers'>>
const isHidden = (name: FieldWith<'edited'>): name is Hidden => !describeField(name).volunteers

const unknown: Omit<Person, Known> = {
  ...mapFields(listFields('edited').filter(isHidden), () => null),
  email: null,
  phone: null,
  points: [],
  addresses: [],
  tags: [],
  households: [],
  leads: [],
  custom: {},
}

const nameAlone = (person: Person): Person => ({
  ...unknown,
  ...(Object.fromEntries(knownToVolunteers.map(field => [field, person[field]])) as Pick<Person, Known>),
})

/** Everything about one person that a page shows, as far as this member may see it. */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<Person> {
  const person = await whole(ctx, id)
  return isAssignedTo(ctx, person) ? person : nameAlone(person)
}

async function whole(ctx: Ctx, asked: string): Promise<Person> {
  const person = await personById(ctx, asked)
  const { id } = person
  const points = await ctx.db
    .select()
    .from(contactPoints)
    .where(eq(contactPoints.personId, id))
    .orderBy(desc(contactPoints.isPrimary), contactPoints.id)
  const stopped = await findSuppressed(
    ctx,
    points.map(point => point.valueNorm),
  )
  const theirGroups = await ctx.db
    .select({ id: groups.id, name: groups.name })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.personId, id))
  const [tagged, homes, onBoard, places] = [
    await tagsOf(ctx, [id]),
    await householdsOf(ctx, id),
    await theBoard().listCards(ctx, id),
    await ctx.db.select().from(addresses).where(eq(addresses.personId, id)).orderBy(addresses.id),
  ]
  return {
    ...person,
    points: points.map(point => ({
      ...point,
      suppressed: stopped.find(row => row.value === point.valueNorm)?.reason ?? null,
    })),
    addresses: places,
    groups: theirGroups,
    tags: tagged.get(id)!,
    households: homes,
    leads: onBoard,
    custom: await answersFor(ctx, id),
  }
}

/** Whom an id means, also one of someone who was merged into them: go on with the id of what comes back. */
export async function personById(ctx: Ctx, id: string) {
  const there = (which: string) =>
    ctx.db
      .select()
      .from(people)
      .where(and(eq(people.id, which), isNull(people.deletedAt)))
  const [row] = await there(id)
  if (row) return row
  const [other] = await there(await currentId(ctx, id))
  return found(other, 'Person')
}

/** People who share one of these normalized addresses or numbers, with all of theirs: candidates for the match rule. */
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
