import { and, eq, isNull, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { notify } from '#notifications/service.ts'
import { personById } from '#people/service.ts'
import { create as createTask } from '#people/tasks/service.ts'
import type { Changes, NewRequest, PrayerRequest, Sharing, StatusChange } from '../contract.ts'
import { prayerAnswered } from '../events.ts'
import { consentWords, isWider, visibilityNames } from '../rules/options.ts'
import { foldText } from '../rules/words.ts'
import { prayerConsents, prayerCounts, prayerHistory, prayerRequesters, prayerRequests } from '../tables.ts'
import { addRequest } from './intake.ts'
import { get, readConsent, readRow } from './request-queries.ts'
import { notifyAnswered, requestConsent } from './requester-emails.ts'
import { readExpiry } from './settings.ts'

type Row = typeof prayerRequests.$inferSelect

/** Of two who change it at once, the second is told. Something happened with it, so it expires later. */
async function write(ctx: Ctx, id: string, version: number, changes: Partial<Row>): Promise<void> {
  const changed = await ctx.db
    .update(prayerRequests)
    .set({
      ...changes,
      version: version + 1,
      lastActivityAt: clock.now(),
      expiresAt: await readExpiry(ctx),
      askedAt: null,
    })
    .where(and(eq(prayerRequests.id, id), eq(prayerRequests.version, version), isNull(prayerRequests.erasedAt)))
  if (changed.rowCount === 0) {
    await readRow(ctx, id)
    throw new Failure('CONFLICT')
  }
  announce(ctx, 'prayer', id)
}

/** What is closed to the reader from now on is answered once more. */
const shown = (ctx: Ctx, id: string): Promise<PrayerRequest> => withEveryRight(ctx, 'prayer', all => get(all, { id }))

export async function recordStep(ctx: Ctx, id: string, from: string, to: string, note = ''): Promise<void> {
  await ctx.db.insert(prayerHistory).values({
    requestId: id,
    fromState: from,
    toState: to,
    noteBody: note,
    userId: userOf(ctx),
    createdAt: clock.now(),
  })
}

export async function create(ctx: Ctx, { request, permission, ...given }: NewRequest): Promise<PrayerRequest> {
  if (given.visibility !== 'staff' && !permission)
    throw invalid('permission', 'Please confirm that the person agreed to share it')
  if (given.isPrivate && !ctx.rights.includes('pastoral'))
    throw invalid('isPrivate', 'Only a pastor can add a private request')
  if (given.email === '' && given.phone === '' && given.notifyPrayed)
    throw invalid('notifyPrayed', 'Please enter an email address, or turn this off')
  if (given.personId) await personById(ctx, given.personId)
  await addRequest(ctx, { ...given, text: request, source: 'staff', consent: 'told' })
  return shown(ctx, given.id)
}

export async function update(ctx: Ctx, { id, version, ...changes }: Changes): Promise<PrayerRequest> {
  const before = await readRow(ctx, id)
  if (isNoChange(changes)) return get(ctx, { id })
  if (changes.isPrivate !== undefined && !ctx.rights.includes('pastoral'))
    throw invalid('isPrivate', 'Only a pastor can change this')
  await requireMember(ctx, changes.assignedTo, 'assignedTo')
  const { request, ...rest } = changes
  await write(ctx, id, version, { ...rest, ...(request !== undefined && { body: request, search: foldText(request) }) })
  if (changes.assignedTo && changes.assignedTo !== before.assignedTo && changes.assignedTo !== userOf(ctx))
    await notify(ctx, [changes.assignedTo], {
      type: 'prayer-assigned',
      title: 'A prayer request was assigned to you',
      href: `/prayer-requests?request=${id}`,
      dedupeKey: `prayer-assigned:${id}:${version}`,
    })
  return shown(ctx, id)
}

export async function setStatus(ctx: Ctx, change: StatusChange): Promise<PrayerRequest> {
  const { id, version, status, note, testimony, testimonyShared } = change
  const before = await readRow(ctx, id)
  const answered = status === 'answered' && before.status !== 'answered'
  await write(ctx, id, version, {
    status,
    ...(answered && { answeredAt: clock.now() }),
    ...(testimony !== undefined && { testimonyBody: testimony }),
    ...(testimonyShared !== undefined && { testimonyShared }),
  })
  if (status !== before.status || note) await recordStep(ctx, id, before.status, status, note)
  if (answered) {
    await notifyAnswered(ctx, id)
    await emit(ctx, prayerAnswered, { requestId: id })
  }
  return shown(ctx, id)
}

/** Fewer readers at once; more than its writer agreed to only once they agree, or said so to a member. */
export async function changeVisibility(
  ctx: Ctx,
  { id, version, visibility, consent }: Sharing,
): Promise<PrayerRequest> {
  const row = await readRow(ctx, id)
  if (visibility === row.visibility && !row.wantedVisibility) return get(ctx, { id })
  if (row.isPrivate && visibility !== 'staff')
    throw invalid('visibility', 'A private request is for pastors alone. Turn that off first')
  const needsConsent = isWider(visibility, await readConsent(ctx, id))
  if (needsConsent && !consent)
    throw invalid('consent', 'They did not agree to this. Ask them, or record that they told you')
  if (needsConsent && row.isMinor && consent === 'ask')
    throw invalid('consent', 'This is a minor. Please talk to a parent and record what they told you')
  if (needsConsent && consent === 'ask') {
    await write(ctx, id, version, { wantedVisibility: visibility })
    await requestConsent(ctx, id, visibility)
    return shown(ctx, id)
  }
  if (needsConsent)
    await ctx.db
      .insert(prayerConsents)
      .values({ requestId: id, visibility, wording: consentWords[visibility], how: 'told', userId: userOf(ctx) })
  await write(ctx, id, version, { visibility, wantedVisibility: null })
  await recordStep(ctx, id, visibilityNames[row.visibility], visibilityNames[visibility])
  return shown(ctx, id)
}

interface Moderating {
  id: string
  version: number
  approve: boolean
  note: string
}
export async function moderateRequest(ctx: Ctx, { id, version, approve, note }: Moderating): Promise<PrayerRequest> {
  const row = await readRow(ctx, id)
  await write(ctx, id, version, { moderation: approve ? 'approved' : 'rejected' })
  await recordStep(ctx, id, row.moderation, approve ? 'approved' : 'rejected', note)
  return shown(ctx, id)
}

/** The other one's prayers and writers go to this one, who all hear of it; it stays readable in the history alone. */
export async function mergeRequests(
  ctx: Ctx,
  { id, doubleId }: { id: string; doubleId: string },
): Promise<PrayerRequest> {
  if (id === doubleId) throw invalid('doubleId', 'Please choose another request')
  const kept = await readRow(ctx, id)
  const gone = await readRow(ctx, doubleId)
  if (kept.isPrivate !== gone.isPrivate)
    throw invalid('doubleId', 'One of them is private. Only requests of the same kind can be merged')
  const merged = await ctx.db
    .update(prayerRequests)
    .set({ mergedInto: id, status: 'archived' })
    .where(and(eq(prayerRequests.id, doubleId), isNull(prayerRequests.mergedInto)))
  if (merged.rowCount === 0) throw new Failure('CONFLICT')
  await ctx.db.update(prayerRequesters).set({ requestId: id }).where(eq(prayerRequesters.requestId, doubleId))
  await ctx.db
    .update(prayerRequests)
    .set({
      // Of the two, whichever was closer to being closed decides.
      visibility: isWider(kept.visibility, gone.visibility) ? gone.visibility : kept.visibility,
      isAnonymous: kept.isAnonymous || gone.isAnonymous,
      isUrgent: kept.isUrgent || gone.isUrgent,
    })
    .where(eq(prayerRequests.id, id))
  await ctx.db
    .update(prayerCounts)
    .set({ total: sql`${prayerCounts.total} + ${gone.prayerCount}` })
    .where(eq(prayerCounts.requestId, id))
  await recordStep(ctx, id, kept.status, kept.status, 'Merged with a request that came in twice')
  announce(ctx, 'prayer', id)
  return shown(ctx, id)
}

/** A task without a word of the request: more people read tasks. */
export async function createCareTask(ctx: Ctx, { id }: { id: string }): Promise<PrayerRequest> {
  // Pressed twice, one task is added.
  await ctx.db.select({ id: prayerRequests.id }).from(prayerRequests).where(eq(prayerRequests.id, id)).for('update')
  const row = await get(ctx, { id })
  if (row.taskId) return row
  const personId = row.isPrivate ? null : row.personId
  const task = await createTask(ctx, { title: 'Follow up on a prayer request', personId, assigneeId: row.assignedTo })
  await ctx.db.update(prayerRequests).set({ taskId: task.id }).where(eq(prayerRequests.id, id))
  announce(ctx, 'prayer', id)
  return get(ctx, { id })
}

/** Words, names and notes go; the count of prayers stays. */
export async function eraseRequest(ctx: Ctx, { id }: { id: string }): Promise<Record<string, never>> {
  await readRow(ctx, id)
  await eraseWords(ctx, id)
  return {}
}

export async function eraseWords(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.delete(prayerRequesters).where(eq(prayerRequesters.requestId, id))
  await ctx.db.update(prayerHistory).set({ noteBody: '' }).where(eq(prayerHistory.requestId, id))
  const [gone] = await ctx.db
    .update(prayerRequests)
    .set({
      body: '',
      search: '',
      testimonyBody: '',
      testimonyShared: false,
      erasedAt: clock.now(),
      status: 'archived',
    })
    .where(eq(prayerRequests.id, id))
    .returning({ id: prayerRequests.id })
  found(gone, 'Prayer request')
  await withEveryRight(ctx, 'prayer', all => all.db.execute(sql`delete from prayer_notes where request_id = ${id}`))
  announce(ctx, 'prayer', id)
}
