import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { workflowRuns } from '../tables.ts'
import { approvalStates } from './rules.ts'

/** What a run asks a member before it goes on. */
export const workflowApprovals = clientTable(
  'workflow_approvals',
  {
    runId: uuid().notNull(),
    step: text().notNull(),
    personId: uuid().notNull(),
    question: text().notNull(),
    /** Whom it asks; null: everyone who may change workflows. */
    assigneeId: uuid(),
    state: text({ enum: approvalStates }).notNull().default('open'),
    answeredBy: uuid(),
    answeredAt: instant(),
    dueAt: instant().notNull(),
  },
  { audit: { noun: ['an approval', 'approvals'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    uniqueIndex('workflow_approvals_once').on(t.clientId, t.runId, t.step),
    index('workflow_approvals_state').on(t.clientId, t.state, t.dueAt),
    index('workflow_approvals_person').on(t.clientId, t.personId),
    inClient('workflow_approvals_of', t, t.runId, workflowRuns),
  ],
)
