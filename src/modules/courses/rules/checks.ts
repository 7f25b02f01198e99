import { isBlank, versesOf } from './document.ts'
import { type Lesson, lessonsOf, type Outline } from './outline.ts'
import { questionProblem } from './quiz.ts'

export interface CourseProblem {
  /** Null: of the whole course. */
  lessonId: string | null
  message: string
  /** It can't be published like this. */
  isBlocking: boolean
}

/** What only the database knows. */
export interface Known {
  /** Videos that can be watched. */
  videoIds: ReadonlySet<string>
  formIds: ReadonlySet<string>
  appointmentIds: ReadonlySet<string>
  fileIds: ReadonlySet<string>
  isVerse: (reference: string) => boolean
}

function contentProblem(lesson: Lesson, known: Known): string | undefined {
  switch (lesson.kind) {
    case 'video':
      if (!lesson.videoId) return 'Choose a video'
      return known.videoIds.has(lesson.videoId) ? undefined : 'The video was deleted or isn’t ready. Choose another one'
    case 'audio':
    case 'file':
      if (lesson.files.length === 0) return lesson.kind === 'audio' ? 'Upload the audio' : 'Upload a file'
      return lesson.files.every(({ id }) => known.fileIds.has(id)) ? undefined : 'A file is missing. Upload it again'
    case 'quiz':
      return lesson.quiz.questions.length === 0 ? 'Add a question' : undefined
    case 'form':
      if (!lesson.formId) return 'Choose a form'
      return known.formIds.has(lesson.formId) ? undefined : 'The form isn’t published. Publish it or choose another one'
    case 'live':
      if (!lesson.appointmentId) return 'Choose an event of the calendar'
      return known.appointmentIds.has(lesson.appointmentId) ? undefined : 'The event was canceled. Choose another one'
    default:
      return isBlank(lesson.body) ? 'Write the text' : undefined
  }
}

function problemsOfLesson(lesson: Lesson, known: Known): string[] {
  const content = contentProblem(lesson, known)
  const unknown = versesOf(lesson.body).filter(reference => !known.isVerse(reference))
  const questions = lesson.kind === 'quiz' ? lesson.quiz.questions : []
  return [
    ...(lesson.title ? [] : ['Give the lesson a title']),
    ...(content ? [content] : []),
    ...(lesson.drip.rule === 'date' && !lesson.drip.date ? ['Choose the date on which it opens'] : []),
    ...unknown.map(reference => `“${reference}” isn’t a Bible passage we know`),
    ...questions.flatMap((question, at) => {
      const problem = questionProblem(question)
      return problem ? [`Question ${at + 1}: ${problem}`] : []
    }),
  ]
}

/** What stands in the way of publishing, in the order of the course. */
export function problemsOf(outline: Outline, known: Known): CourseProblem[] {
  const lessons = lessonsOf(outline)
  const whole = (message: string, isBlocking = true): CourseProblem => ({ lessonId: null, message, isBlocking })
  return [
    ...(lessons.length === 0 ? [whole('Add a lesson')] : []),
    ...(lessons.length > 0 && !lessons.some(({ isRequired }) => isRequired)
      ? [whole('Make at least one lesson required. Otherwise nobody can finish the course')]
      : []),
    ...lessons.flatMap(lesson =>
      problemsOfLesson(lesson, known).map(message => ({ lessonId: lesson.id, message, isBlocking: true })),
    ),
  ]
}
