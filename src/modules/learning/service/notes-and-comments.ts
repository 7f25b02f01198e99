import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { lessonComments, lessonNotes } from '../tables.ts'
import { readLesson } from './state.ts'

export const MOST_NOTE = 20_000
export const MOST_COMMENT = 2_000
const MOST_SHOWN = 200

export async function readNote(ctx: Ctx, personId: string, lessonId: string): Promise<string> {
  const [row] = await ctx.db
    .select({ body: lessonNotes.body })
    .from(lessonNotes)
    .where(and(eq(lessonNotes.personId, personId), eq(lessonNotes.lessonId, lessonId)))
  return row?.body ?? ''
}

/** A learner’s own words, as they are: nothing in them is read as markup. */
export async function saveNote(ctx: Ctx, personId: string, lessonId: string, text: string): Promise<void> {
  await readLesson(ctx, personId, lessonId)
  if (text.length > MOST_NOTE) throw invalid('note', 'Please keep this under 20,000 characters')
  await ctx.db
    .insert(lessonNotes)
    .values({ personId, lessonId, body: text })
    .onConflictDoUpdate({
      target: [lessonNotes.clientId, lessonNotes.personId, lessonNotes.lessonId],
      set: { body: text },
    })
}

export interface ShownComment {
  id: string
  name: string
  body: string
  createdAt: Date
  parentId: string | null
  /** Of the team. */
  isTeam: boolean
  /** Their own, which waits for a review. */
  isWaiting: boolean
}

/** What is shown under a lesson, and what this learner wrote and nobody reviewed yet. */
export async function listLessonComments(ctx: Ctx, personId: string, lessonId: string): Promise<ShownComment[]> {
  const rows = await ctx.db
    .select()
    .from(lessonComments)
    .where(
      and(
        eq(lessonComments.lessonId, lessonId),
        or(
          eq(lessonComments.state, 'shown'),
          and(eq(lessonComments.state, 'pending'), eq(lessonComments.personId, personId)),
        ),
      ),
    )
    .orderBy(asc(lessonComments.id))
    .limit(MOST_SHOWN)
  return rows.map(({ id, name, body, createdAt, parentId, userId, state }) => ({
    id,
    name,
    body,
    createdAt,
    parentId,
    isTeam: userId !== null,
    isWaiting: state === 'pending',
  }))
}

interface NewComment {
  lessonId: string
  /** Of the page. */
  key: string
  body: string
}
/** The name under it is a first name and an initial: lessons are read by people who don’t know each other. */
export async function addComment(ctx: Ctx, personId: string, { lessonId, key, body }: NewComment): Promise<void> {
  const { course } = await readLesson(ctx, personId, lessonId)
  if (course.settings.comments === 'off') throw new Failure('CONFLICT', 'Comments are closed.')
  if (!body) throw invalid('comment', 'Please write a comment')
  if (body.length > MOST_COMMENT) throw invalid('comment', 'Please keep this under 2,000 characters')
  const [person] = await ctx.db
    .select({ firstName: people.firstName, lastName: people.lastName, nickName: people.nickName })
    .from(people)
    .where(eq(people.id, personId))
  const { firstName, lastName, nickName } = found(person, 'Person')
  const name = [nickName || firstName, lastName?.trim() ? `${lastName.trim()[0]}.` : ''].filter(Boolean).join(' ')
  await ctx.db
    .insert(lessonComments)
    .values({
      lessonId,
      personId,
      key,
      body,
      name,
      createdAt: clock.now(),
      state: course.settings.comments === 'open' ? 'shown' : 'pending',
    })
    .onConflictDoNothing()
  announce(ctx, 'courses', course.id)
}

export const listCommentRows = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .select()
    .from(lessonComments)
    .where(inArray(lessonComments.id, [...ids]))
