import { type Forked, isForked, type Side } from './edit.ts'
import type { Graph, Step, Trigger, Wait } from './graph.ts'

/** How pieces and conditions are said; ids and keys mean nothing to a reader. */
export interface Describer {
  /** After "when": `someone submits a form`. */
  trigger: (trigger: Trigger) => string
  /** A command: `Add the tag “Guest”`. */
  action: (action: string, input: Record<string, unknown>) => string
  /** `people who …` */
  people: (conditions: unknown) => string
  member: (userId: string | null) => string
  /** `10:00` as the church writes it. */
  time: (clock: string) => string
}

const count = (n: number, unit: string) => `${n} ${n === 1 ? unit.replace(/s$/, '') : unit}`
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const listed = (words: string[], joint = 'or') =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`

const dates: Record<string, string> = {
  birthdate: 'birthday',
  birthDate: 'birthday',
  anniversary: 'wedding anniversary',
}

function waitSentence(wait: Wait, says: Describer): string {
  switch (wait.for) {
    case 'duration':
      return `Wait ${count(wait.amount, wait.unit)}`
    case 'time':
      return wait.weekdays.length > 0 && wait.weekdays.length < 7
        ? `Wait until ${says.time(wait.time)} on the next ${listed(wait.weekdays.map(day => weekdays[day]!))}`
        : `Wait until the next ${says.time(wait.time)}`
    case 'hours':
      return 'Wait for office hours'
    case 'event':
      return `Wait until ${says.trigger({ trigger: wait.trigger, input: {} })}, ${count(wait.amount, wait.unit)} at most`
    case 'task':
      return `Wait until the task above is done, ${count(wait.amount, wait.unit)} at most`
    case 'date': {
      const days = Math.abs(wait.offsetDays)
      const near = days === 0 ? 'on' : `${count(days, 'days')} ${wait.offsetDays < 0 ? 'before' : 'after'}`
      return `Wait until ${says.time(wait.time)} ${near} the person’s ${dates[wait.field] ?? `“${wait.field}”`}`
    }
  }
}

const waitedFor = (conditions: unknown) => (conditions as { waited?: 'event' | 'timeout' } | null)?.waited

/** A step on its own, without what hangs on it. */
export function stepSentence(step: Step, says: Describer): string {
  switch (step.kind) {
    case 'action':
      return says.action(step.action, step.input)
    case 'wait':
      return waitSentence(step.wait, says)
    case 'branch': {
      const waited = waitedFor(step.conditions)
      if (waited) return `Check whether the wait above ${waited === 'event' ? 'ended in time' : 'ran out'}`
      return `Check for ${says.people(step.conditions)}`
    }
    case 'split':
      return `Split by chance: ${step.percent}% and ${100 - step.percent}%`
    case 'approval':
      return `Ask ${says.member(step.assigneeId)}: “${step.question || '…'}”, ${count(step.amount, step.unit)} at most`
    case 'goal':
      return `Goal: stop for ${says.people(step.conditions)}`
    case 'exit':
      return 'Leave the workflow'
  }
}

/** What a side of a branch is for. */
export function sideSentence(step: Forked, side: Side, says: Describer): string {
  if (step.kind === 'split') return side === 'yes' ? `${step.percent}% of people` : `The other ${100 - step.percent}%`
  if (step.kind === 'approval') return side === 'yes' ? 'If approved' : 'If declined, or nobody answers'
  const waited = waitedFor(step.conditions)
  if (waited) return (waited === 'event') === (side === 'yes') ? 'If it happened in time' : 'If it did not happen'
  return side === 'yes' ? `For ${says.people(step.conditions)}` : 'For everyone else'
}

export interface Line {
  id: string
  text: string
  sides: { label: string; lines: Line[] }[]
}
export interface Summary {
  /** What starts it, who may come again, who leaves early. */
  opening: string[]
  lines: Line[]
  closing: string
}

export const reentrySentence: Record<Graph['reentry'], string> = {
  once: 'Each person goes through it once.',
  after_finish: 'A person can go through it again once they have finished.',
  every_time: 'A person goes through it every time it starts for them.',
}

/** The workflow in plain English, for people who will never open the canvas. */
export function summaryOf(graph: Graph, says: Describer): Summary {
  const lines = (steps: readonly Step[]): Line[] =>
    steps.map(step => ({
      id: step.id,
      text: `${stepSentence(step, says)}.`,
      sides: isForked(step)
        ? (['yes', 'no'] as const).map(side => ({
            label: `${sideSentence(step, side, says)}:`,
            lines: lines(step[side]),
          }))
        : [],
    }))
  const starts = graph.triggers.map(says.trigger)
  return {
    opening: [
      starts.length > 0 ? `This workflow starts when ${listed(starts)}.` : 'Nothing starts this workflow yet.',
      reentrySentence[graph.reentry],
      ...(graph.exit ? [`It ends early for anyone who is no longer one of the ${says.people(graph.exit)}.`] : []),
    ],
    lines: lines(graph.steps),
    closing: 'After the last step the workflow is complete.',
  }
}
