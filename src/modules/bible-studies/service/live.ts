import { randomBytes } from 'node:crypto'
import { and, asc, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import type { Session } from '../contract.ts'
import { questionsIn } from '../rules/document.ts'
import { rowOf } from '../service.ts'
import { bibleStudies, studyAnswers, studyParticipants, studySessions } from '../tables.ts'

/** Days after which sessions with all their answers are deleted. */
const KEPT_DAYS = 30
type SessionRow = typeof studySessions.$inferSelect

/** Letters that nobody mistakes for others; 32⁸ codes can't be guessed. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const newCode = () => Array.from(randomBytes(8), byte => LETTERS[byte % LETTERS.length]).join('')

/** Opens a study to a group; a session that runs already goes on. */
export async function begin(ctx: Ctx, { id }: { id: string }): Promise<Session> {
  const row = await rowOf(ctx, id)
  if (!row.document) throw new Failure('BAD_REQUEST', 'Generate the study first')
  await advisoryLock(ctx.db, `study session ${id}`)
  const running = await runningOf(ctx, id)
  if (running) return shown(ctx, running)
  const [made] = await ctx.db
    .insert(studySessions)
    .values({ studyId: id, code: newCode(), document: row.document, title: row.title, createdBy: userOf(ctx) })
    .returning()
  await ctx.db
    .update(bibleStudies)
    .set({ ledOn: localDay(clock.now(), ctx.client.timeZone) })
    .where(eq(bibleStudies.id, id))
  announce(ctx, 'bible-studies', id)
  return shown(ctx, made!)
}

async function runningOf(ctx: Ctx, studyId: string): Promise<SessionRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(studySessions)
    .where(and(eq(studySessions.studyId, studyId), isNull(studySessions.endedAt)))
    .orderBy(desc(studySessions.id))
    .limit(1)
  return row
}

/** The running session of a study; null where none runs. */
export async function session(ctx: Ctx, { id }: { id: string }): Promise<Session | null> {
  await rowOf(ctx, id)
  const row = await runningOf(ctx, id)
  return row ? shown(ctx, row) : null
}

/** Who is there, how many answered what, and the words of those who share them. */
async function shown(ctx: Ctx, row: SessionRow): Promise<Session> {
  const people = await ctx.db
    .select({ name: studyParticipants.name })
    .from(studyParticipants)
    .where(eq(studyParticipants.sessionId, row.id))
    .orderBy(asc(studyParticipants.id))
    .limit(200)
  const counts = await ctx.db
    .select({ questionId: studyAnswers.questionId, n: count() })
    .from(studyAnswers)
    .where(eq(studyAnswers.sessionId, row.id))
    .groupBy(studyAnswers.questionId)
  const shared = await ctx.db
    .select({ questionId: studyAnswers.questionId, text: studyAnswers.text, name: studyParticipants.name })
    .from(studyAnswers)
    .innerJoin(studyParticipants, eq(studyParticipants.id, studyAnswers.participantId))
    .where(and(eq(studyAnswers.sessionId, row.id), studyAnswers.isShared))
    .orderBy(asc(studyAnswers.id))
    .limit(1_000)
  return {
    id: row.id,
    studyId: row.studyId,
    title: row.title,
    position: row.position,
    endedAt: row.endedAt,
    address: `${env.publicUrl}/study/${row.code}`,
    participants: people.map(({ name }) => name),
    questions: row.document.sections.flatMap(({ title, questions }) =>
      questions.map(({ id, text, answer }) => ({
        id,
        text,
        answer,
        section: title,
        answered: counts.find(({ questionId }) => questionId === id)?.n ?? 0,
        shared: shared
          .filter(({ questionId }) => questionId === id)
          .map(({ name, text: said }) => ({ name, text: said })),
      })),
    ),
  }
}

/** Shows everyone one question; `id` is that of the session. */
export async function show(ctx: Ctx, { id, position }: { id: string; position: number }): Promise<Session> {
  const [before] = await ctx.db
    .select({ document: studySessions.document })
    .from(studySessions)
    .where(eq(studySessions.id, id))
  const last = questionsIn(found(before, 'Session').document).length - 1
  const [row] = await ctx.db
    .update(studySessions)
    .set({ position: Math.min(position, last), version: sql`${studySessions.version} + 1` })
    .where(and(eq(studySessions.id, id), isNull(studySessions.endedAt)))
    .returning()
  if (!row) throw new Failure('BAD_REQUEST', 'This session has ended')
  announce(ctx, 'bible-studies', row.studyId)
  return shown(ctx, row)
}

/** `id` is that of the session; ended twice, it stays ended. Those who took part can still read their answers for a month. */
export async function end(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(studySessions)
    .set({ endedAt: sql`coalesce(${studySessions.endedAt}, ${clock.now()})` })
    .where(eq(studySessions.id, id))
    .returning({ studyId: studySessions.studyId })
  announce(ctx, 'bible-studies', found(row, 'Session').studyId)
  return {}
}

const before = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))
export const dueSessions = (now: Date): SQL =>
  sql`select client_id from ${studySessions} where created_at < ${before(now)}`
export async function purgeSessions(ctx: Ctx): Promise<void> {
  await ctx.db.delete(studySessions).where(lt(studySessions.createdAt, before(clock.now())))
}
