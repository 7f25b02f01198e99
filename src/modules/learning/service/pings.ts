import { sql } from 'drizzle-orm'
import { validGrant } from '#courses/enrollments/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asActor } from '#kernel/run.ts'
import { isPlausible, isWatched, mergeSpans, multirange, type Span } from '../rules/watched-spans.ts'
import { completeLesson } from './completion.ts'

/** What a player says was played. */
export interface Ping {
  enrollmentId: string
  lessonId: string
  spans: Span[]
  positionMs: number
  /** Of the film or the recording, as the player knows it; used for audio, whose length the server doesn’t know. */
  durationMs: number | null
}

/** `refused`: access has ended; `unbelievable`: more than time has passed. */
export type PingAnswer = 'kept' | 'refused' | 'unbelievable'

interface Waiting {
  ping: Ping
  answer: (answer: PingAnswer) => void
  fail: (error: unknown) => void
}

/** Pings of one church that arrive within this time are written together: one transaction for all of them. */
const GATHER_MS = 10
const MOST_AT_ONCE = 500
const waiting = new Map<string, Waiting[]>()
const writing = new Set<string>()

/** Keeps what was played. It is answered once it is stored; said again, it changes nothing. */
export const recordPing = (clientId: string, ping: Ping): Promise<PingAnswer> =>
  new Promise((answer, fail) => {
    const queue = waiting.get(clientId) ?? []
    waiting.set(clientId, queue)
    queue.push({ ping, answer, fail })
    if (queue.length === 1 && !writing.has(clientId)) setTimeout(() => void flush(clientId), GATHER_MS)
  })

async function flush(clientId: string): Promise<void> {
  const all = waiting.get(clientId) ?? []
  const batch = all.splice(0, MOST_AT_ONCE)
  if (all.length === 0) waiting.delete(clientId)
  if (batch.length === 0) return
  writing.add(clientId)
  try {
    const within = <T>(work: (ctx: Ctx) => Promise<T>) => asActor(clientId, { type: 'visitor' }, 'progress', work)
    const pings = batch.map(({ ping }) => ping)
    const { answers, watched } = await within(ctx => writePings(ctx, pings))
    // On its own, since it locks the enrollment before the lesson. Killed in between, nothing was answered: it is sent again.
    for (const { enrollmentId, lessonId } of watched)
      await within(ctx => completeLesson(ctx, enrollmentId, lessonId, 'watched'))
    for (const [at, { answer }] of batch.entries()) answer(answers[at]!)
  } catch (error) {
    for (const { fail } of batch) fail(error)
  } finally {
    writing.delete(clientId)
    if (waiting.has(clientId)) void flush(clientId)
  }
}

interface Known extends Record<string, unknown> {
  enrollment_id: string
  lesson_id: string
  since_ms: number
  duration_ms: number | null
  kind: string
  is_completed: boolean
}

/** Who may go on, and how long ago each of them said something. Rows are locked in one order, so that batches can’t wait for one another. */
async function knownOf(ctx: Ctx, pings: readonly Ping[]): Promise<Map<string, Known>> {
  const pairs = [...new Map(pings.map(one => [keyOf(one), one])).values()].map(one => [one.enrollmentId, one.lessonId])
  const now = clock.now()
  const { rows } = await ctx.db.execute<Known>(sql`
    select p.enrollment_id, p.lesson_id, lessons.kind, p.completed_at is not null as is_completed,
      extract(epoch from (${now}::timestamptz - coalesce(p.pinged_at, p.opened_at))) * 1000 as since_ms, v.duration_ms
    from unnest(${sql.param(pairs.map(([a]) => a))}::uuid[], ${sql.param(pairs.map(([, b]) => b))}::uuid[]) w(enrollment_id, lesson_id)
    join lesson_progress p on p.client_id = ${ctx.client.id} and p.enrollment_id = w.enrollment_id and p.lesson_id = w.lesson_id
    join course_enrollments on course_enrollments.client_id = p.client_id and course_enrollments.id = p.enrollment_id
    join lessons on lessons.client_id = p.client_id and lessons.id = p.lesson_id and lessons.removed_at is null
    join courses c on c.client_id = p.client_id and c.id = lessons.course_id and c.state = 'published' and c.deleted_at is null
    left join videos v on v.client_id = p.client_id and v.id = lessons.video_id
    where p.opened_at is not null and course_enrollments.ended_at is null and course_enrollments.suspended_at is null
      and exists (select from course_grants where course_grants.client_id = p.client_id
        and course_grants.course_id = course_enrollments.course_id
        and course_grants.person_id = course_enrollments.person_id and ${validGrant(now)})
    order by p.enrollment_id, p.lesson_id for update of p`)
  return new Map(rows.map(row => [`${row.enrollment_id} ${row.lesson_id}`, row]))
}

const keyOf = ({ enrollmentId, lessonId }: Pick<Ping, 'enrollmentId' | 'lessonId'>) => `${enrollmentId} ${lessonId}`

interface Stored extends Record<string, unknown> {
  enrollment_id: string
  lesson_id: string
  watched_ms: number
}

interface Played {
  ping: Ping
  durationMs: number | null
  spans: Span[]
  isCompleted: boolean
}

async function writePings(ctx: Ctx, pings: readonly Ping[]): Promise<{ answers: PingAnswer[]; watched: Ping[] }> {
  const known = await knownOf(ctx, pings)
  const played = new Map<string, Played>()
  const answers = pings.map((ping): PingAnswer => {
    const row = known.get(keyOf(ping))
    if (!row || (row.kind !== 'video' && row.kind !== 'audio')) return 'refused'
    const durationMs = row.kind === 'video' ? row.duration_ms : ping.durationMs
    const before = played.get(keyOf(ping))
    const spans = mergeSpans([...(before?.spans ?? []), ...ping.spans], durationMs)
    if (!isPlausible(spans, Number(row.since_ms))) return 'unbelievable'
    played.set(keyOf(ping), { ping, durationMs, spans, isCompleted: row.is_completed })
    return 'kept'
  })
  return { answers, watched: played.size > 0 ? await store(ctx, [...played.values()]) : [] }
}

/** @returns those whose film is watched now */
async function store(ctx: Ctx, played: readonly Played[]): Promise<Ping[]> {
  const column = (of: (one: Played) => unknown) => sql.param(played.map(of))
  const { rows } = await ctx.db.execute<Stored>(sql`
    update lesson_progress p set watched = p.watched + w.watched, position_ms = w.position_ms, pinged_at = ${clock.now()},
      updated_at = ${clock.now()}
    from unnest(${column(one => one.ping.enrollmentId)}::uuid[], ${column(one => one.ping.lessonId)}::uuid[],
      ${column(one => multirange(one.spans))}::int4multirange[], ${column(one => one.ping.positionMs)}::int[])
      w(enrollment_id, lesson_id, watched, position_ms)
    where p.client_id = ${ctx.client.id} and p.enrollment_id = w.enrollment_id and p.lesson_id = w.lesson_id
    returning p.enrollment_id, p.lesson_id,
      (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(p.watched) r) as watched_ms`)
  const lengths = new Map(rows.map(row => [`${row.enrollment_id} ${row.lesson_id}`, row.watched_ms]))
  return played
    .filter(({ ping, durationMs, isCompleted }) => !isCompleted && isWatched(lengths.get(keyOf(ping)) ?? 0, durationMs))
    .map(({ ping }) => ping)
}
