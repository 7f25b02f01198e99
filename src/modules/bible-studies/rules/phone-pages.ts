import { html } from 'hono/html'
import { type Html, markup } from '#public-page/rules/document.ts'
import { honeypotField } from '#public-page/rules/fields.ts'
import type { Question, Quoted, StudyDocument } from './document.ts'

export type Part = Html | Promise<Html>
interface Given {
  questionId: string
  text: string
  isShared: boolean
}
export interface PhonePage {
  /** `/study/abcd2345` */
  path: string
  title: string
  document: StudyDocument
  questions: readonly Question[]
  position: number
  ended: boolean
  answers: readonly Given[]
}

/** The name by which the group knows someone; any will do. */
export const joinPage = (path: string, title: string, problem = ''): Part =>
  html`<h1>${title}</h1><p>Join the group. Your answers stay on your phone’s page unless you share one with the leader.</p>
<form method="post" action="${path}/join" novalidate>
<div class="field"><label for="name">Your first name</label>
<input id="name" name="name" maxlength="40" autocomplete="given-name" required aria-describedby="name-problem"${problem ? markup(' aria-invalid="true"') : ''}>
<p class="problem" id="name-problem" role="alert">${problem}</p></div>
${honeypotField()}<button type="submit" class="primary">Join</button></form>`

/** What the group is at: the passage, a question, or the end with one's own answers. */
export function roomPage(page: PhonePage, problem = ''): Part {
  const { path, position, ended, title } = page
  const question = page.questions[position]
  return html`<div data-study="${path}/state" data-seen="${stateOf(page)}"></div>
<p class="quiet">${title}</p>
<p class="note" role="status" id="moved" hidden>The group has moved on. Save your answer, and the next question appears.</p>
${ended ? endOf(page) : question ? questionForm(page, question, problem) : passageOf(page)}
${ended ? html`` : html`<p><a href="${path}">Show what the group is at</a></p>`}
${ended ? html`` : mine(page, question?.id)}`
}
/** Changes when the page has something else to show; browser/study.ts asks for it. */
export const stateOf = ({ position, ended }: Pick<PhonePage, 'position' | 'ended'>): string =>
  ended ? 'ended' : String(position)

const quotation = ({ text, reference }: Quoted): Part =>
  html`<blockquote><p>${text}</p><footer>${reference}</footer></blockquote>`

const passageOf = ({ document }: PhonePage): Part =>
  html`<h1>${document.scripture.map(({ reference }) => reference).join('; ')}</h1>${document.scripture.map(quotation)}`

function questionForm(
  { path, document, questions, answers, position }: PhonePage,
  question: Question,
  problem: string,
): Part {
  const section = document.sections.find(one => one.questions.some(({ id }) => id === question.id))
  const given = answers.find(({ questionId }) => questionId === question.id)
  return html`<h1>${section?.title ?? ''}</h1>${section?.verses.map(quotation) ?? ''}
<form method="post" action="${path}/answer" novalidate><input type="hidden" name="question" value="${question.id}">
<div class="field"><label for="answer">${question.text}</label>
<p class="help" id="answer-help">Question ${String(position + 1)} of ${String(questions.length)}</p>
<textarea id="answer" name="answer" rows="5" maxlength="2000" aria-describedby="answer-help answer-problem">${given?.text ?? ''}</textarea>
<p class="problem" id="answer-problem" role="alert">${problem}</p></div>
<div class="choices"><label class="box"><input type="checkbox" name="share" value="1"${given?.isShared ? markup(' checked') : ''}><span>Share this answer with the leader</span></label></div>
<button type="submit" class="primary">Save answer</button>${given ? html`<p role="status">Saved. ${given.isShared ? 'The leader can read it.' : 'Only you can read it.'}</p>` : ''}</form>
<details><summary>The passage</summary>${document.scripture.map(quotation)}</details>`
}

const endOf = (page: PhonePage): Part =>
  html`<h1>Thank you for taking part</h1><p>The session has ended. Your answers stay here for 30 days.</p>${mine(page)}`

function mine({ questions, answers }: PhonePage, except?: string): Part {
  const given = questions.flatMap(({ id, text }) => {
    const answer = answers.find(({ questionId }) => questionId === id)
    return answer && id !== except ? [{ text, answer }] : []
  })
  if (given.length === 0) return html``
  return html`<h2>Your answers</h2>${given.map(({ text, answer }) => html`<p><strong>${text}</strong><br>${answer.text}</p>`)}`
}
