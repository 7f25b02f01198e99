import { attachmentType, fileName, isProgram } from '#files/rules.ts'
import { keep } from '#files/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { toAnswers } from '#learning/rules/quiz-page.ts'
import { READING_MS } from '#learning/rules/watched-spans.ts'
import { submitAssignment } from '#learning/service/assignments.ts'
import { completeLesson } from '#learning/service/completion.ts'
import { addComment, saveNote } from '#learning/service/notes-and-comments.ts'
import { listAttempts, startAttempt, submitAttempt } from '#learning/service/quizzes.ts'
import { readLesson } from '#learning/service/state.ts'

/** Of a file that is handed in. */
export const MOST_BYTES = 10 * 1_048_576
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A file of a form, stored before the transaction that names it; null where none was chosen. */
export async function saveLessonFile(
  inVisit: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
  file: unknown,
): Promise<string | null> {
  if (!(file instanceof File) || file.size === 0) return null
  if (file.size > MOST_BYTES) throw invalid('file', 'That file is too large. The limit is 10 MB')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const name = fileName(file.name)
  if (isProgram(name, bytes.slice(0, 12)))
    throw invalid('file', 'Programs can’t be uploaded. Please choose another file')
  const contentType = attachmentType(name, bytes.slice(0, 12))
  const { client } = await inVisit(async ctx => ctx)
  async function* content() {
    yield bytes
  }
  const kept = await keep({ client, tx: inVisit }, { name, contentType, purpose: 'lesson' }, content(), MOST_BYTES)
  return kept.id
}

interface Acting {
  personId: string
  lessonId: string
  form: Record<string, unknown>
  fileId: string | null
}
const said = (value: unknown, most: number) =>
  (typeof value === 'string' ? value : '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim().slice(0, most)

/** One thing that a learner does in a lesson. @returns which, for the sentence that follows */
export async function applyLearnerAction(ctx: Ctx, { personId, lessonId, form, fileId }: Acting): Promise<string> {
  switch (form.act) {
    case 'done':
    case 'read':
      await markDone(ctx, personId, lessonId, form.act)
      return ''
    case 'note':
      await saveNote(ctx, personId, lessonId, said(form.note, 25_000))
      return 'note'
    case 'comment':
      await addComment(ctx, personId, { lessonId, key: keyOf(form.key), body: said(form.comment, 3_000) })
      return 'comment'
    case 'start':
      await startAttempt(ctx, personId, lessonId)
      return ''
    case 'quiz':
      await submitQuiz(ctx, personId, lessonId, form)
      return ''
    case 'assignment':
      await submitAssignment(ctx, personId, { lessonId, body: said(form.body, 20_000), fileId })
      return 'assignment'
    default:
      throw new Failure('NOT_FOUND')
  }
}

function keyOf(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new Failure('BAD_REQUEST', 'Please reload the page.')
  return value
}

async function markDone(ctx: Ctx, personId: string, lessonId: string, how: 'done' | 'read'): Promise<void> {
  const { enrollment, lesson, progress } = await readLesson(ctx, personId, lessonId)
  if (lesson.kind !== 'text' && lesson.kind !== 'file')
    throw new Failure('CONFLICT', 'This lesson isn’t completed by a button.')
  if (how === 'done') return completeLesson(ctx, enrollment.id, lessonId, 'marked')
  const opened = progress?.openedAt?.getTime()
  const isRead = lesson.content.byReading && opened !== undefined && clock.ms() - opened >= READING_MS
  if (!isRead) throw new Failure('CONFLICT', 'Please read it to the end.')
  return completeLesson(ctx, enrollment.id, lessonId, 'read')
}

async function submitQuiz(ctx: Ctx, personId: string, lessonId: string, form: Record<string, unknown>): Promise<void> {
  const attemptId = keyOf(form.attempt)
  const { enrollment } = await readLesson(ctx, personId, lessonId)
  const attempt = (await listAttempts(ctx, enrollment.id, lessonId)).find(({ id }) => id === attemptId)
  if (!attempt) throw new Failure('NOT_FOUND', 'Attempt not found')
  await submitAttempt(ctx, personId, { lessonId, attemptId, answers: toAnswers(attempt.quiz, form) })
}
