import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { emptyGraph, type Graph } from './rules/graph.ts'
import { runStates, stepStates, workflowStates } from './rules/states.ts'

export const workflows = clientTable(
  'workflows',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    category: text().notNull().default(''),
    state: text({ enum: workflowStates }).notNull().default('draft'),
    /** As it is being edited; what runs is a published version. */
    draft: jsonb().$type<Graph>().notNull().default(emptyGraph),
    /** The version that new people get; 0 while there is none. */
    published: integer().notNull().default(0),
    /** The draft says what is published. */
    isFresh: text({ enum: ['yes', 'no'] })
      .notNull()
      .default('no'),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a workflow', 'workflows'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('workflows_newest').on(t.clientId, t.id).where(sql`deleted_at is null`)],
)

/** What was published; never changed. People in it finish it as it was. */
export const workflowVersions = clientTable(
  'workflow_versions',
  {
    workflowId: uuid().notNull(),
    number: integer().notNull(),
    graph: jsonb().$type<Graph>().notNull(),
    publishedBy: uuid(),
  },
  {
    audit: { noun: ['a published workflow', 'published workflows'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('workflow_versions_number').on(t.clientId, t.workflowId, t.number),
    inClient('workflow_versions_of', t, t.workflowId, workflows),
  ],
)

/** Which events start which workflow: what an event has to look through. */
export const workflowTriggers = clientTable(
  'workflow_triggers',
  {
    workflowId: uuid().notNull(),
    trigger: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  { audit: { quiet: 'Follows the published version' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('workflow_triggers_by').on(t.clientId, t.trigger),
    index('workflow_triggers_of').on(t.clientId, t.workflowId),
    inClient('workflow_triggers_fk', t, t.workflowId, workflows),
  ],
)

/** One person on their way through one version. */
export const workflowRuns = clientTable(
  'workflow_runs',
  {
    workflowId: uuid().notNull(),
    /** The published version that it goes through. */
    versionNumber: integer().notNull(),
    personId: uuid().notNull(),
    state: text({ enum: runStates }).notNull().default('running'),
    /** The step that is next, or that it waits in. */
    at: text(),
    trigger: text().notNull(),
    /** The same event starts it once. */
    eventKey: text().notNull(),
    /** How many runs caused each other before this one. */
    depth: integer().notNull().default(0),
    runNo: integer().notNull().default(1),
    problem: text(),
    finishedAt: instant(),
  },
  {
    audit: { people: 'Jobs change these rows at each step', noun: ['a run', 'runs'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('workflow_runs_event').on(t.clientId, t.workflowId, t.eventKey),
    index('workflow_runs_person').on(t.clientId, t.personId, t.id),
    index('workflow_runs_latest').on(t.clientId, t.workflowId, t.personId, t.runNo),
    index('workflow_runs_state').on(t.clientId, t.workflowId, t.state, t.id),
    index('workflow_runs_started').on(t.clientId, t.createdAt),
    inClient('workflow_runs_of', t, t.workflowId, workflows),
    inClient('workflow_runs_person_fk', t, t.personId, people),
  ],
)

/** What each step got and what came of it. */
export const workflowSteps = clientTable(
  'workflow_steps',
  {
    runId: uuid().notNull(),
    step: text().notNull(),
    kind: text().notNull(),
    state: text({ enum: stepStates }).notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    output: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    problem: text(),
  },
  { audit: { none: 'The log of the run itself' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('workflow_steps_once').on(t.clientId, t.runId, t.step),
    inClient('workflow_steps_of', t, t.runId, workflowRuns),
  ],
)

/** What a run waits for. */
export const workflowTimers = clientTable(
  'workflow_timers',
  {
    runId: uuid().notNull(),
    step: text().notNull(),
    dueAt: instant().notNull(),
    /** An event of this trigger about the person ends the wait sooner. */
    trigger: text(),
    personId: uuid().notNull(),
    /** A task whose completion ends it. */
    taskId: uuid(),
  },
  {
    audit: { none: 'Follows the run' },
    export: { none: 'Follows from the runs' },
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('workflow_timers_run').on(t.clientId, t.runId),
    index('workflow_timers_due').on(t.dueAt, t.clientId),
    index('workflow_timers_event').on(t.clientId, t.trigger, t.personId).where(sql`trigger is not null`),
    index('workflow_timers_person').on(t.clientId, t.personId),
    inClient('workflow_timers_of', t, t.runId, workflowRuns),
  ],
)
