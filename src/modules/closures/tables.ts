import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import type { NewClosure } from './contract.ts'
import { closureCauses } from './rules/closures.ts'

/** The church is closed today: told by text, by call to those without texts, by email, and on its site. */
export const closures = clientTable(
  'closures',
  {
    cause: text({ enum: closureCauses }).notNull(),
    message: text().notNull(),
    audience: jsonb().$type<NewClosure['audience']>().notNull(),
    /** When it stands no longer on the site. */
    until: instant().notNull(),
    madeBy: uuid(),
    endedAt: instant(),
  },
  { audit: { noun: ['a closure', 'closures'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('closures_newest').on(t.clientId, t.createdAt)],
)
