import { uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** That an account has put its checklist away: one row at most. */
export const gettingStarted = clientTable(
  'getting_started',
  { dismissedAt: instant().notNull(), dismissedBy: uuid().notNull() },
  { audit: { noun: ['the checklist', 'checklists'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('getting_started_one').on(t.clientId)],
)
