import { html } from 'hono/html'
import { type Answers, isRight, type Question, type Quiz, shuffled } from '#courses/rules/quiz.ts'
import type { Html } from '#public-page/rules/document.ts'
import type { Where } from './course-page.ts'

type Part = Html | Promise<Html> | string

export interface ShownAttempt {
  id: string
  number: number
  quiz: Quiz
  payload: Answers
  endsAt: Date | null
  submittedAt: Date | null
  isLate: boolean
  percent: number | null
  isPassed: boolean
}
export interface QuizView {
  quiz: Quiz
  attempts: readonly ShownAttempt[]
  /** Null: as many as they like. */
  left: number | null
  open: ShownAttempt | undefined
}
interface Around {
  action: string
  isPreview: boolean
  where: Where
}

const rulesOf = ({ questions, passMark, attempts, minutes }: Quiz) =>
  [
    questions.length === 1 ? '1 question' : `${questions.length} questions`,
    `${passMark}% to pass`,
    attempts === null ? 'Try as often as you like' : attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    minutes === null ? '' : minutes === 1 ? '1 minute' : `Time limit: ${minutes} min`,
  ]
    .filter(Boolean)
    .join(' · ')

function field(question: Question, seed: string): Part {
  const { id, kind, choices } = question
  if (kind === 'text') return html`<input name="q-${id}" maxlength="500" autocomplete="off" aria-label="Your answer">`
  if (kind === 'order') {
    const mixed = shuffled(choices, seed)
    return html`<p class="help">Give each one its place.</p>${mixed.map(
      (choice, at) =>
        html`<label class="order"><select name="o-${id}-${choice.id}" aria-label="Place of ${choice.text}">${mixed.map(
          (_, place) => html`<option value="${place + 1}"${place === at ? html` selected` : ''}>${place + 1}</option>`,
        )}</select><span>${choice.text}</span></label>`,
    )}`
  }
  const type = kind === 'single' ? 'radio' : 'checkbox'
  return html`${kind === 'several' ? html`<p class="help">Choose all that are right.</p>` : ''}${shuffled(
    choices,
    seed,
  ).map(
    choice =>
      html`<label class="box"><input type="${type}" name="q-${id}" value="${choice.id}"><span>${choice.text}</span></label>`,
  )}`
}

const asked = (
  attempt: ShownAttempt,
  { action }: Around,
): Part => html`<form method="post" action="${action}" class="quiz"${
  attempt.endsAt ? html` data-ends="${attempt.endsAt.toISOString()}"` : ''
}>
<input type="hidden" name="act" value="quiz"><input type="hidden" name="attempt" value="${attempt.id}">
${attempt.endsAt ? html`<p class="note" role="timer" data-left aria-live="off">Send your answers before the time is over.</p>` : ''}
${attempt.quiz.questions.map(
  (question, at) =>
    html`<fieldset class="choices"><legend>${at + 1}. ${question.prompt}</legend>${field(question, `${attempt.id}${question.id}`)}</fieldset>`,
)}
<div class="buttons"><button class="primary" type="submit">Send answers</button></div></form>`

const resultOf = ({ isLate, isPassed, percent }: ShownAttempt) =>
  isLate
    ? 'Your answers came after the time was over, so this attempt doesn’t count as passed.'
    : isPassed
      ? `Passed with ${percent}%.`
      : `${percent}%. That isn’t enough to pass yet.`

/** What was right, and why. The right answers of a failed attempt are shown once none is left. */
const result = (
  attempt: ShownAttempt,
  showsAll: boolean,
): Part => html`<div class="card"><p><strong>${resultOf(attempt)}</strong></p>
<ol>${attempt.quiz.questions.map(question => {
  const right = isRight(question, attempt.payload[question.id])
  return html`<li><span>${question.prompt}</span> <strong>${right ? '✓ Right' : '✗ Not right'}</strong>${
    (right || showsAll) && question.explanation ? html`<p class="help kept">${question.explanation}</p>` : ''
  }</li>`
})}</ol></div>`

export function quizMarkup(view: QuizView, around: Around): Part {
  const { quiz, attempts, left, open } = view
  if (open) return asked(open, around)
  const last = attempts.findLast(one => one.submittedAt)
  const isPassed = attempts.some(one => one.isPassed)
  const over = attempts.some(one => one.submittedAt === null)
  return html`<section class="quiz-start"><p class="help">${rulesOf(quiz)}</p>
${over ? html`<p class="note">The time of an attempt was over before its answers were sent. It counts as an attempt.</p>` : ''}
${last ? result(last, isPassed || left === 0) : ''}
${
  isPassed
    ? ''
    : left === 0
      ? html`<p class="note">You have used all your attempts. Please ask your leader for another one.</p>`
      : html`<form method="post" action="${around.action}" class="buttons"><input type="hidden" name="act" value="start">
<button class="primary" type="submit"${around.isPreview ? html` disabled` : ''}>${last ? 'Try again' : 'Start the quiz'}${left !== null && left > 0 ? ` (${left} left)` : ''}</button></form>`
}</section>`
}

/** The answers of a form, by question. */
export function toAnswers(quiz: Quiz, form: Record<string, unknown>): Answers {
  const answers: Answers = {}
  for (const { id, kind, choices } of quiz.questions) {
    if (kind === 'order') {
      const placed = choices.map(choice => ({ id: choice.id, place: Number(form[`o-${id}-${choice.id}`]) }))
      // Two at one place are no order.
      const isWhole = new Set(placed.map(({ place }) => place)).size === placed.length
      answers[id] = isWhole ? placed.toSorted((a, b) => a.place - b.place).map(one => one.id) : []
    } else {
      const given = [form[`q-${id}`] ?? []].flat().filter(value => typeof value === 'string') as string[]
      answers[id] = kind === 'text' ? (given[0] ?? '').slice(0, 500) : given.slice(0, 20)
    }
  }
  return answers
}
