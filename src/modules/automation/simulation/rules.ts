import type { Step } from '../rules/graph.ts'

/** A step in a few words; `people.add_tag` reads as `Add tag`. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'action': {
      const words = (step.action.split('.').at(-1) ?? step.action).replaceAll('_', ' ')
      return words.charAt(0).toUpperCase() + words.slice(1)
    }
    case 'wait':
      return waitWords(step.wait)
    case 'branch':
      return 'Check the conditions'
    case 'split':
      return `Split ${step.percent}% to ${100 - step.percent}%`
    case 'approval':
      return `Ask: ${step.question}`
    case 'goal':
      return 'Check the goal'
    case 'exit':
      return 'Leave the workflow'
  }
}

type Wait = Extract<Step, { kind: 'wait' }>['wait']
const lengthOf = ({ amount, unit }: { amount: number; unit: string }) =>
  `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`

function waitWords(wait: Wait): string {
  switch (wait.for) {
    case 'duration':
      return `Wait ${lengthOf(wait)}`
    case 'time':
      return `Wait until ${wait.time}`
    case 'hours':
      return 'Wait for office hours'
    case 'event':
      return `Wait for an event, ${lengthOf(wait)} at most`
    case 'task':
      return `Wait until the task is done, ${lengthOf(wait)} at most`
    case 'date':
      return 'Wait for a date'
  }
}
