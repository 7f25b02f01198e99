import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import {
  ById,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { Graph } from './rules/graph.ts'
import { runStates, stepStates, workflowStates } from './rules/states.ts'

export const Problem = z.object({ at: z.string(), message: z.string() })

export const Workflow = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: z.string(),
  state: z.enum(workflowStates),
  /** Of its triggers and its actions, in the draft. */
  triggers: z.number().int(),
  actions: z.number().int(),
  lastRun: Instant.nullable(),
  /** The version that new people get; 0 while there is none. */
  published: z.number().int(),
  draft: Graph,
  /** Why the draft can't be published yet. */
  problems: z.array(Problem),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Workflow = z.infer<typeof Workflow>

export const WorkflowFilter = Page.extend({
  search: z.string().trim().max(200).optional(),
  state: several(z.enum(workflowStates)),
  category: z.string().trim().max(80).optional(),
  sort: z.enum(['name', '-name', 'lastRun', '-lastRun', 'updatedAt', '-updatedAt']).default('-updatedAt'),
})
export type WorkflowFilter = z.infer<typeof WorkflowFilter>

const fields = {
  name: line(120).refine(text => text.length > 0, 'Please enter a name'),
  description: prose(2_000),
  category: line(80),
  draft: Graph,
}
export const NewWorkflow = z.object(fields).partial().required({ name: true })
export type NewWorkflow = z.infer<typeof NewWorkflow>
export const WorkflowChange = z.object(fields).partial().extend({ id: Id, version: Version })
export type WorkflowChange = z.infer<typeof WorkflowChange>

export const Pause = ById.extend({
  /** Nobody new; those in it stay where they are as well; those in it are taken out. */
  how: z.enum(['stop_new', 'freeze', 'cancel']),
})
export type Pause = z.infer<typeof Pause>

export const Run = z.object({
  id: Id,
  workflowId: Id,
  workflowName: z.string(),
  personId: Id,
  personName: z.string(),
  state: z.enum(runStates),
  /** The version that it goes through. */
  versionNumber: z.number().int(),
  trigger: z.string(),
  /** The step that is next, or that it waits in. */
  at: z.string().nullable(),
  problem: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Run = z.infer<typeof Run>
export const RunStep = z.object({
  step: z.string(),
  kind: z.string(),
  state: z.enum(stepStates),
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
  problem: z.string().nullable(),
  createdAt: Instant,
})
export const RunFilter = Page.extend({
  workflowId: Id.optional(),
  personId: Id.optional(),
  /** Of the person. */
  search: z.string().trim().max(200).optional(),
  state: several(z.enum(runStates)),
  /** Those that began then or later. */
  since: moment().optional(),
})
export type RunFilter = z.infer<typeof RunFilter>

export const AutomationStats = z.object({
  active: z.number().int(),
  /** Runs that began today by the church's clocks. */
  today: z.number().int(),
  /** Completed of all that completed or failed in 30 days, 0 to 1; null: none did. */
  successRate: z.number().nullable(),
  /** Actions of all time by the minutes that each would have taken. */
  minutesSaved: z.number().int(),
})

export const workflows = resource(
  '/workflows',
  {
    list: member('automation.read')
      .input(WorkflowFilter)
      .output(pageOf(Workflow).extend({ total: z.number().int() })),
    get: member('automation.read').input(ById).output(Workflow),
    stats: member('automation.read').input(Nothing).output(AutomationStats),
    create: member('automation.write').input(NewWorkflow).output(Workflow),
    update: member('automation.write').input(WorkflowChange).output(Workflow),
    duplicate: member('automation.write').input(ById).output(Workflow),
    publish: member('automation.write')
      .input(ById.extend({ version: Version }))
      .output(Workflow),
    pause: member('automation.write').input(Pause).output(Workflow),
    activate: member('automation.write').input(ById).output(Workflow),
    archive: member('automation.write').input(ById).output(Workflow),
    enroll: member('automation.write')
      .input(ById.extend({ personIds: z.array(Id).min(1).max(200) }))
      .output(z.object({ enrolled: z.number().int() })),
  },
  {
    list: 'List workflows',
    get: 'Get a workflow',
    stats: 'Count workflows and runs',
    create: 'Create a workflow',
    update: 'Update the draft of a workflow',
    duplicate: 'Duplicate a workflow',
    publish: 'Publish the draft of a workflow',
    pause: 'Pause a workflow',
    activate: 'Activate a paused workflow',
    archive: 'Archive a workflow',
    enroll: 'Enroll people in a workflow',
  },
  ['stats'],
)

export const workflowRuns = resource(
  '/workflow-runs',
  {
    list: member('automation.read').input(RunFilter).output(pageOf(Run)),
    get: member('automation.read')
      .input(ById)
      .output(Run.extend({ steps: z.array(RunStep) })),
    retry: member('automation.write').input(ById).output(Run),
    cancel: member('automation.write').input(ById).output(Run),
  },
  {
    list: 'List workflow runs',
    get: 'Get a workflow run with its steps',
    retry: 'Retry a failed run',
    cancel: 'Cancel a run',
  },
)
