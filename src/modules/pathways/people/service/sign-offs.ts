import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { isMember } from '#clients/service.ts'
import { activeMember, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { may, roles } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { addToTimeline, removeFromTimeline } from '#people/notes/service.ts'
import { people } from '#people/tables.ts'
import { pathwayPeople, pathwaySignoffs, pathwaySteps, pathways } from '../../tables.ts'
import type { PathwayPerson, SignOff } from '../contract.ts'
import { get } from '../service.ts'
import { advance } from './advance.ts'

const TOPIC = 'pathways'
const timelineKey = (signoffId: string) => `pathway-step:${signoffId}`

/** Members who may change pathways. */
export async function editorsOf(ctx: Ctx): Promise<string[]> {
  const able = roles.filter(role => may(role, 'content.write'))
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, able), activeMember))
  return rows.map(({ userId }) => userId)
}

const isEditor = (ctx: Ctx): boolean => reachOf(ctx, 'content.write') !== undefined

/** A mentor signs off for their own people, whatever their role; an API key needs the permission. */
async function openRow(ctx: Ctx, id: string): Promise<PathwayPerson> {
  const person = await get(ctx, { id })
  const isMentor = ctx.actor.type === 'member' && !ctx.actor.key && person.mentorId === ctx.actor.userId
  if (!isEditor(ctx) && !isMentor) throw new Failure('FORBIDDEN', 'Only the mentor can sign off this step.')
  return person
}

function stepIn(person: PathwayPerson, stepId: string) {
  const step = person.steps.find(one => one.id === stepId)
  if (!step) throw invalid('stepId', 'This step is no longer part of the pathway')
  if (step.kind === 'course') throw invalid('stepId', 'This step is done when the course is completed')
  return step
}

async function lock(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.select({ id: pathwayPeople.id }).from(pathwayPeople).where(eq(pathwayPeople.id, id)).for('update')
}

export async function signOff(ctx: Ctx, { id, stepId, note }: SignOff): Promise<PathwayPerson> {
  await recordSignOff(ctx, await openRow(ctx, id), { stepId, note, userId: userOf(ctx), at: clock.now() })
  return get(ctx, { id })
}

interface Signing {
  stepId: string
  note: string
  userId: string | null
  at: Date
}

/** Signed off twice it is signed off once, by the first. The caller has checked who may. */
export async function recordSignOff(ctx: Ctx, person: PathwayPerson, { stepId, note, userId, at }: Signing) {
  const { id, personId, pathwayId, pathway } = person
  const step = stepIn(person, stepId)
  await lock(ctx, id)
  const [user] = userId ? await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId)) : []
  const signed = { state: 'signed' as const, signedBy: userId, signedName: user?.name ?? '', signedAt: at, note }
  const [made] = await ctx.db
    .insert(pathwaySignoffs)
    .values({ personId, stepId, ...signed })
    .onConflictDoUpdate({
      target: [pathwaySignoffs.clientId, pathwaySignoffs.personId, pathwaySignoffs.stepId],
      set: signed,
      setWhere: ne(pathwaySignoffs.state, 'signed'),
    })
    .returning({ id: pathwaySignoffs.id })
  if (!made) return
  const data = { pathwayId, pathway, step: step.title }
  const sourceKey = timelineKey(made.id)
  await addToTimeline(ctx, [{ personId, at, type: 'pathway.step_signed', userId, data, sourceKey }])
  await advance(ctx, id)
  announce(ctx, TOPIC, pathwayId)
}

/** Waits again where the person had asked for it. Courses that were opened stay open. */
export async function undoSignOff(ctx: Ctx, { id, stepId }: { id: string; stepId: string }): Promise<PathwayPerson> {
  const person = await openRow(ctx, id)
  stepIn(person, stepId)
  await lock(ctx, id)
  const ofStep = and(
    eq(pathwaySignoffs.personId, person.personId),
    eq(pathwaySignoffs.stepId, stepId),
    eq(pathwaySignoffs.state, 'signed'),
  )
  const [row] = await ctx.db.select().from(pathwaySignoffs).where(ofStep)
  if (!row) return person
  if (row.requestedAt)
    await ctx.db
      .update(pathwaySignoffs)
      .set({ state: 'requested', signedBy: null, signedName: '', signedAt: null, note: '' })
      .where(ofStep)
  else await ctx.db.delete(pathwaySignoffs).where(ofStep)
  await ctx.db.update(pathwayPeople).set({ completedAt: null }).where(eq(pathwayPeople.id, id))
  await removeFromTimeline(ctx, [person.personId], timelineKey(row.id))
  announce(ctx, TOPIC, person.pathwayId)
  return get(ctx, { id })
}

/** The person asks; asked twice it is one. Only the step that is next can be asked for. */
export async function requestSignOff(ctx: Ctx, { id, stepId }: { id: string; stepId: string }): Promise<void> {
  await lock(ctx, id)
  const person = await get(ctx, { id })
  const step = stepIn(person, stepId)
  if (step.state !== 'next') return
  const at = clock.now()
  const [made] = await ctx.db
    .insert(pathwaySignoffs)
    .values({ personId: person.personId, stepId, state: 'requested', requestedAt: at })
    .onConflictDoNothing()
    .returning({ id: pathwaySignoffs.id })
  if (!made) return
  const hasMentor = person.mentorId !== null && (await isMember(ctx, person.mentorId))
  await notify(ctx, hasMentor ? [person.mentorId!] : await editorsOf(ctx), {
    type: 'sign-off',
    title: `Sign-off requested by ${person.name}`,
    body: `“${step.title}” of ${person.pathway}.`,
    href: '/membership/pathways/sign-offs',
    dedupeKey: `sign-off:${made.id}`,
  })
  announce(ctx, TOPIC, person.pathwayId)
}

/** For me or, where there is no mentor, for anyone who may sign off. */
function waitsFor(ctx: Ctx): SQL | undefined {
  const userId = userOf(ctx)
  const mine = userId ? eq(pathwayPeople.mentorId, userId) : undefined
  if (!isEditor(ctx)) return mine ?? sql`false`
  // A mentor who left the team leaves their people to everyone else.
  const isLeft = sql`not exists (select from members m where m.client_id = ${pathwayPeople.clientId}
    and m.user_id = ${pathwayPeople.mentorId} and m.removed_at is null)`
  return or(mine, isNull(pathwayPeople.mentorId), isLeft)
}

export async function waiting(ctx: Ctx, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const offset = pageStart(cursor, 10_000)
  const where = and(
    eq(pathwaySignoffs.state, 'requested'),
    isNull(pathwayPeople.endedAt),
    isNull(people.deletedAt),
    isNull(pathways.deletedAt),
    isNull(pathwaySteps.removedAt),
    waitsFor(ctx),
  )
  const rows = await rowsOf(ctx)
    .where(where)
    .orderBy(asc(pathwaySignoffs.requestedAt), asc(pathwaySignoffs.id))
    .limit(limit)
    .offset(offset)
  return {
    items: rows.map(({ mentor, requestedAt, total: _, ...row }) => ({
      ...row,
      mentor: mentor ?? '',
      requestedAt: requestedAt!,
    })),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: rows[0]?.total ?? offset,
  }
}

const rowsOf = (ctx: Ctx) =>
  ctx.db
    .select({
      id: pathwayPeople.id,
      stepId: pathwaySteps.id,
      description: pathwaySteps.description,
      pathwayId: pathwayPeople.pathwayId,
      personId: pathwayPeople.personId,
      mentorId: pathwayPeople.mentorId,
      requestedAt: pathwaySignoffs.requestedAt,
      total: sql<number>`count(*) over ()::int`,
      step: pathwaySteps.title,
      pathway: pathways.name,
      name: people.name,
      mentor: users.name,
    })
    .from(pathwaySignoffs)
    .innerJoin(
      pathwaySteps,
      and(eq(pathwaySteps.clientId, pathwaySignoffs.clientId), eq(pathwaySteps.id, pathwaySignoffs.stepId)),
    )
    .innerJoin(
      pathwayPeople,
      and(
        eq(pathwayPeople.clientId, pathwaySignoffs.clientId),
        eq(pathwayPeople.pathwayId, pathwaySteps.pathwayId),
        eq(pathwayPeople.personId, pathwaySignoffs.personId),
      ),
    )
    .innerJoin(pathways, and(eq(pathways.clientId, pathwayPeople.clientId), eq(pathways.id, pathwayPeople.pathwayId)))
    .innerJoin(people, and(eq(people.clientId, pathwayPeople.clientId), eq(people.id, pathwayPeople.personId)))
    .leftJoin(users, eq(users.id, pathwayPeople.mentorId))

/** Throws where the person is not on the pathway any more. */
export async function requireOwn(ctx: Ctx, { id, personId }: { id: string; personId: string }): Promise<void> {
  const person = await get(ctx, { id })
  found(person.personId === personId ? person : undefined, 'Pathway')
}
