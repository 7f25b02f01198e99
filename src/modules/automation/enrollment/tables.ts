import { index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { workflows } from '../tables.ts'
import { enrollmentStates, PER_MINUTE } from './rules.ts'

/** Who is meant; one of these. */
export interface TargetSelection {
  personIds?: string[]
  conditions?: object
  /** Those who fit the triggers of the published version. */
  triggers?: true
}

export const workflowEnrollments = clientTable(
  'workflow_enrollments',
  {
    workflowId: uuid().notNull(),
    state: text({ enum: enrollmentStates }).notNull().default('running'),
    meant: jsonb().$type<TargetSelection>().notNull(),
    total: integer().notNull().default(0),
    enrolled: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    perMinute: integer().notNull().default(PER_MINUTE),
    /** The last person of the last batch; ids before it are through. */
    cursor: uuid(),
    /** When the next batch may come: of two jobs only one goes on. */
    nextAt: instant(),
    createdBy: uuid(),
    finishedAt: instant(),
  },
  {
    audit: { people: 'A job changes these rows at each batch', noun: ['a bulk enrollment', 'bulk enrollments'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('workflow_enrollments_of').on(t.clientId, t.workflowId, t.id),
    inClient('workflow_enrollments_fk', t, t.workflowId, workflows),
  ],
)
