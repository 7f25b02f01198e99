import { html } from 'hono/html'
import type { Html } from '#public-page/rules/document.ts'
import { type StepState, stepStateNames } from './progress.ts'

type Part = Html | Promise<Html> | string

export interface OwnStep {
  id: string
  title: string
  description: string
  kind: 'course' | 'real_life'
  state: StepState
  /** Of the course, where it is next and a site shows it. */
  href: string | undefined
  /** "Signed off by Pat Miller on Mar 1, 2027", "Asked on Mar 1, 2027". */
  note: string
}
export interface OwnPathway {
  id: string
  name: string
  isCompleted: boolean
  steps: readonly OwnStep[]
}

function nextMarkup(pathway: OwnPathway, step: OwnStep, action: string): Part {
  if (step.state !== 'next') return ''
  if (step.kind === 'course')
    return step.href
      ? html`<p><a href="${step.href}">Go to the course</a></p>`
      : html`<p class="help">The church will tell you where to take this course.</p>`
  return html`<form method="post" action="${action}"><input type="hidden" name="pathway" value="${pathway.id}"><input type="hidden" name="step" value="${step.id}">
<div class="buttons"><button class="primary" type="submit" aria-label="Ask for sign-off: ${step.title}">Ask for sign-off</button></div></form>`
}

const stepMarkup = (
  pathway: OwnPathway,
  step: OwnStep,
  action: string,
): Part => html`<li${step.state === 'next' ? html` aria-current="step"` : ''}><h3 dir="auto">${step.title}</h3>
<p><strong>${step.state === 'done' ? '✓ ' : ''}${stepStateNames[step.state]}</strong></p>
${step.description ? html`<p class="words" dir="auto">${step.description}</p>` : ''}
${step.note ? html`<p class="help">${step.note}</p>` : ''}${nextMarkup(pathway, step, action)}</li>`

/** The portal’s own page: each pathway of a person with its steps. */
export const ownPathways = (list: readonly OwnPathway[], action: string): Part => html`<section><h1>Pathways</h1>
${list.length === 0 ? html`<p>You are not on a pathway yet. Please ask the church about the next step.</p>` : ''}
${list.map(
  pathway => html`<section><h2 dir="auto">${pathway.name}</h2>
<p class="help">${pathway.isCompleted ? 'Completed. Well done!' : `${pathway.steps.filter(({ state }) => state === 'done').length} of ${pathway.steps.length} done`}</p>
<ol>${pathway.steps.map(step => stepMarkup(pathway, step, action))}</ol></section>`,
)}</section>`
