import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'

let triggers: ReadonlyMap<string, WorkflowTrigger> = new Map()
let actions: ReadonlyMap<string, WorkflowAction> = new Map()

/** Says what modules bring; called once, by app/jobs.ts. */
export function registerPieces(given: Record<string, WorkflowTrigger>, done: Record<string, WorkflowAction>): void {
  triggers = new Map(Object.entries(given))
  actions = new Map(Object.entries(done))
}

export const triggerOf = (key: string): WorkflowTrigger | undefined => triggers.get(key)
export const actionOf = (key: string): WorkflowAction | undefined => actions.get(key)
export const triggerKeys = (): ReadonlySet<string> => new Set(triggers.keys())

const wrong = (what: string, piece: { input: WorkflowAction['input'] } | undefined, input: unknown): string | null => {
  if (!piece) return `This ${what} is not known`
  const read = piece.input.safeParse(input)
  return read.success ? null : (read.error.issues[0]?.message ?? `This ${what} is not complete`)
}
export const actionProblem = (action: string, input: unknown) => wrong('action', actionOf(action), input)
export const triggerProblem = (trigger: string, input: unknown) => wrong('trigger', triggerOf(trigger), input)
