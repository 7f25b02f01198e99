import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { maskCardNumbers } from '#card-numbers/rules.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { questionsIn } from '../rules/document.ts'
import { studyAnswers, studyParticipants, studySessions } from '../tables.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
/** A room has an end. */
const MOST = 200
const ANSWER = 2_000

/** Whose session a code leads to. */
export async function sessionAt(db: Db, code: string): Promise<{ clientId: string; id: string } | undefined> {
  const [row] = await db
    .select({ clientId: studySessions.clientId, id: studySessions.id })
    .from(studySessions)
    .where(eq(studySessions.code, code))
  return row
}

export type Room = Awaited<ReturnType<typeof roomOf>>
/** What one phone sees: the session, who is asking, and their own answers alone. */
export async function roomOf(ctx: Ctx, id: string, key: string | undefined) {
  const [row] = await ctx.db.select().from(studySessions).where(eq(studySessions.id, id))
  const session = found(row, 'Session')
  const [me] = key
    ? await ctx.db
        .select()
        .from(studyParticipants)
        .where(and(eq(studyParticipants.sessionId, id), eq(studyParticipants.keyHash, hashOf(key))))
    : []
  const answers = me
    ? await ctx.db
        .select({ questionId: studyAnswers.questionId, text: studyAnswers.text, isShared: studyAnswers.isShared })
        .from(studyAnswers)
        .where(eq(studyAnswers.participantId, me.id))
    : []
  return { session, me, answers, questions: questionsIn(session.document) }
}

/** @returns what the phone keeps to be known again */
export async function join(ctx: Ctx, id: string, name: string): Promise<string> {
  const { session } = await roomOf(ctx, id, undefined)
  if (session.endedAt) throw new Failure('BAD_REQUEST', 'This session has ended')
  const [there] = await ctx.db.select({ n: count() }).from(studyParticipants).where(eq(studyParticipants.sessionId, id))
  if (there!.n >= MOST) throw new Failure('BAD_REQUEST', 'This session is full')
  const key = randomBytes(24).toString('base64url')
  await ctx.db.insert(studyParticipants).values({ sessionId: id, keyHash: hashOf(key), name: name.trim().slice(0, 40) })
  announce(ctx, 'bible-studies', session.studyId)
  return key
}

interface Answer {
  questionId: string
  text: string
  isShared: boolean
}
/** Stores an answer over the one before; an empty one takes it away. */
export async function answer(ctx: Ctx, id: string, key: string | undefined, given: Answer): Promise<void> {
  const { session, me, questions } = await roomOf(ctx, id, key)
  if (!me) throw new Failure('FORBIDDEN', 'Please join first')
  if (session.endedAt) throw new Failure('BAD_REQUEST', 'This session has ended')
  if (!questions.some(one => one.id === given.questionId)) throw new Failure('NOT_FOUND')
  const text = maskCardNumbers(given.text).trim().slice(0, ANSWER)
  const mine = and(eq(studyAnswers.participantId, me.id), eq(studyAnswers.questionId, given.questionId))
  if (text === '') await ctx.db.delete(studyAnswers).where(mine)
  else
    await ctx.db
      .insert(studyAnswers)
      .values({ ...given, text, sessionId: id, participantId: me.id })
      .onConflictDoUpdate({
        target: [studyAnswers.clientId, studyAnswers.participantId, studyAnswers.questionId],
        set: { text, isShared: given.isShared },
      })
  announce(ctx, 'bible-studies', session.studyId)
}
