import type { Graph, Step } from '#automation/rules/graph.ts'
import { enqueueDueRuns, resumeDueRuns } from '#automation/service/due-runs.ts'
import { clock } from '#kernel/clock.ts'
import { outerJob } from '#kernel/run.ts'
import type { aChurch } from './church.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

/** A draft with one trigger; people may come in every time. */
export const graph = (
  trigger: string,
  steps: Step[],
  more: Partial<Graph> = {},
  input: Record<string, unknown> = {},
): Graph => ({ triggers: [{ trigger, input }], steps, reentry: 'every_time', exit: null, ...more })
export const act = (id: string, action: string, input: Record<string, unknown>): Step => ({
  id,
  kind: 'action',
  action,
  input,
})
export const wait = (id: string, amount: number, unit: 'minutes' | 'hours' | 'days' = 'days'): Step => ({
  id,
  kind: 'wait',
  wait: { for: 'duration', amount, unit },
})

export async function published(church: Church, draft: Graph, name = 'Welcome') {
  const made = await church.admin.workflows.create({ name, draft })
  return church.admin.workflows.publish({ id: made.id, version: made.version })
}
export const runsOf = async (church: Church, workflowId: string) =>
  (await church.admin.workflowRuns.list({ workflowId, limit: 200 })).items
export const logOf = async (church: Church, id: string) => (await church.admin.workflowRuns.get({ id })).steps
export const tagsOf = async (church: Church, id: string) =>
  (await church.staff.people.get({ id })).tags.map(tag => tag.id)

/** Moves the clock and runs what is due then. */
export async function pass(church: Church, ms: number): Promise<void> {
  clock.advance(ms)
  await church.settle()
}

/** So many people, of a campus. */
export async function aFlock(church: Church, count: number, campus?: string): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await church.staff.people.create({ firstName: `Person ${i}`, ...(campus && { campus }) })).id)
  return ids.sort()
}

/** A job's context in that church, outside of any transaction. */
export const outside = (church: Church) => outerJob(church.id, 'test', 'test', [])

/** What the schedule does each minute, and the jobs it asks for. */
export async function sweep(church: Church): Promise<void> {
  await church.inside(enqueueDueRuns)
  await resumeDueRuns(outside(church))
}
