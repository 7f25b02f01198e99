import { z } from 'zod'

/** Steps of a workflow: a list from top to bottom, with lists inside of it where it branches. No loops can be drawn. */
export type Step = { id: string } & (
  | { kind: 'action'; action: string; input: Record<string, unknown> }
  | { kind: 'wait'; wait: Wait }
  | { kind: 'branch'; conditions: unknown; yes: Step[]; no: Step[] }
  | { kind: 'split'; percent: number; yes: Step[]; no: Step[] }
  /** A member says yes or no; nobody within the time is a no. */
  | {
      kind: 'approval'
      question: string
      assigneeId: string | null
      amount: number
      unit: WaitUnit
      yes: Step[]
      no: Step[]
    }
  | { kind: 'goal'; conditions: unknown }
  | { kind: 'exit' }
)

export const waitUnits = ['minutes', 'hours', 'days', 'weeks'] as const
type WaitUnit = (typeof waitUnits)[number]
export type Wait =
  | { for: 'duration'; amount: number; unit: WaitUnit }
  /** The next time that clocks at the church show it, on one of these weekdays (0 is Sunday); any day if empty. */
  | { for: 'time'; time: string; weekdays: number[] }
  /** The next office hour. */
  | { for: 'hours' }
  /** That trigger's event about the same person, for so long at most. */
  | { for: 'event'; trigger: string; amount: number; unit: WaitUnit }
  /** Someone has done the task of the step before. */
  | { for: 'task'; amount: number; unit: WaitUnit }
  /** A date of the person (`birthdate`: the next one), so many days before (negative) or after it, at that time at the church. */
  | { for: 'date'; field: string; offsetDays: number; time: string }

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00')
const id = z.string().regex(/^[a-z0-9]{1,20}$/, 'A step needs a short name')
const amount = z.number().int().min(1, 'Please enter at least 1').max(1_000)
const Wait = z.discriminatedUnion('for', [
  z.object({ for: z.literal('duration'), amount, unit: z.enum(waitUnits) }),
  z.object({
    for: z.literal('time'),
    time: clockTime,
    weekdays: z.array(z.number().int().min(0).max(6)).max(7),
  }),
  z.object({ for: z.literal('hours') }),
  z.object({ for: z.literal('event'), trigger: z.string().max(80), amount, unit: z.enum(waitUnits) }),
  z.object({ for: z.literal('task'), amount, unit: z.enum(waitUnits) }),
  z.object({
    for: z.literal('date'),
    field: z.string().max(80),
    offsetDays: z.number().int().min(-365).max(365),
    time: clockTime,
  }),
])

const steps: z.ZodType<Step[]> = z.lazy(() => z.array(AnyStep).max(200))
const AnyStep: z.ZodType<Step> = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('action'), action: z.string().max(80), input: z.record(z.string(), z.unknown()) }),
  z.object({ id, kind: z.literal('wait'), wait: Wait }),
  z.object({ id, kind: z.literal('branch'), conditions: z.unknown(), yes: steps, no: steps }),
  z.object({ id, kind: z.literal('split'), percent: z.number().int().min(1).max(99), yes: steps, no: steps }),
  z.object({
    id,
    kind: z.literal('approval'),
    question: z.string().trim().min(1, 'Please enter the question').max(300),
    assigneeId: z.uuid().nullable(),
    amount,
    unit: z.enum(waitUnits),
    yes: steps,
    no: steps,
  }),
  z.object({ id, kind: z.literal('goal'), conditions: z.unknown() }),
  z.object({ id, kind: z.literal('exit') }),
]) as unknown as z.ZodType<Step>

export const Trigger = z.object({ trigger: z.string().max(80), input: z.record(z.string(), z.unknown()) })
export type Trigger = z.infer<typeof Trigger>

export const reentries = ['once', 'after_finish', 'every_time'] as const
export const Graph = z.object({
  triggers: z.array(Trigger).max(10),
  steps,
  reentry: z.enum(reentries),
  /** Conditions of segments: a person who no longer meets them leaves. */
  exit: z.record(z.string(), z.unknown()).nullable(),
})
export type Graph = z.infer<typeof Graph>

export const emptyGraph: Graph = { triggers: [], steps: [], reentry: 'once', exit: null }

/** All steps by their id, each with what comes after it: the next in its list, or what follows the branch that it is in. */
export function stepsById(graph: Pick<Graph, 'steps'>): Map<string, { step: Step; next: string | null }> {
  const all = new Map<string, { step: Step; next: string | null }>()
  const walk = (list: readonly Step[], after: string | null): void => {
    for (const [i, step] of list.entries()) {
      const next = list[i + 1]?.id ?? after
      all.set(step.id, { step, next })
      if ('yes' in step) {
        walk(step.yes, next)
        walk(step.no, next)
      }
    }
  }
  walk(graph.steps, null)
  return all
}

export const actionsIn = (graph: Pick<Graph, 'steps'>): Extract<Step, { kind: 'action' }>[] =>
  [...stepsById(graph).values()].flatMap(({ step }) => (step.kind === 'action' ? [step] : []))

/** Keys of the triggers that start it, and of those that its steps wait for. */
export const triggersIn = (graph: Pick<Graph, 'triggers' | 'steps'>): string[] => [
  ...graph.triggers.map(({ trigger }) => trigger),
  ...[...stepsById(graph).values()].flatMap(({ step }) =>
    step.kind === 'wait' && step.wait.for === 'event' ? [step.wait.trigger] : [],
  ),
]

export interface Problem {
  /** Step or `triggers`. */
  at: string
  message: string
}
interface Known {
  triggers: ReadonlySet<string>
  /** A sentence for each wrong field of an action's input. */
  actionProblem: (action: string, input: unknown) => string | null
  triggerProblem: (trigger: string, input: unknown) => string | null
  conditionsProblem: (conditions: unknown) => string | null
}

function waitProblem(wait: Wait, triggers: ReadonlySet<string>): string | null {
  if (wait.for === 'event') return triggers.has(wait.trigger) ? null : 'Choose the event to wait for'
  if (wait.for === 'date') return wait.field ? null : 'Choose the date to wait for'
  return null
}

/** Why a workflow can't be published yet. A placeholder of a template (`[[Sender]]`) must be filled in first. */
export function problemsOf(graph: Graph, known: Known): Problem[] {
  const problems: Problem[] = []
  if (graph.triggers.length === 0) problems.push({ at: 'triggers', message: 'Choose what starts this workflow' })
  for (const { trigger, input } of graph.triggers) {
    const message = known.triggers.has(trigger) ? known.triggerProblem(trigger, input) : 'This trigger is not known'
    if (message) problems.push({ at: 'triggers', message })
  }
  const all = stepsById(graph)
  if (all.size === 0) problems.push({ at: 'steps', message: 'Add at least one step' })
  for (const [at, { step }] of all) {
    if (JSON.stringify({ ...step, yes: [], no: [] }).includes('[['))
      problems.push({ at, message: 'Fill in the placeholder' })
    if (step.kind === 'branch' || step.kind === 'goal') {
      const message = known.conditionsProblem(step.conditions)
      if (message) problems.push({ at, message })
    }
    if (step.kind === 'wait') {
      const message = waitProblem(step.wait, known.triggers)
      if (message) problems.push({ at, message })
    }
    if (step.kind === 'action') {
      const message = known.actionProblem(step.action, step.input)
      if (message) problems.push({ at, message })
    }
  }
  const leaving = graph.exit && known.conditionsProblem(graph.exit)
  if (leaving) problems.push({ at: 'exit', message: leaving })
  const count = (list: readonly Step[]): number =>
    list.reduce((sum, step) => sum + 1 + ('yes' in step ? count(step.yes) + count(step.no) : 0), 0)
  if (count(graph.steps) > all.size) problems.push({ at: 'steps', message: 'Two steps have the same name' })
  return problems
}
