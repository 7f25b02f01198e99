import { boolean, index, integer, text } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'

/** What came of trying a provider out; rows of the operator's own account. */
export const providerChecks = clientTable(
  'provider_checks',
  {
    /** mail, texts, files … */
    provider: text().notNull(),
    adapter: text().notNull(),
    ok: boolean().notNull(),
    problem: text(),
    milliseconds: integer().notNull(),
  },
  {
    audit: { noun: ['a test of a provider', 'tests of providers'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('provider_checks_newest').on(t.clientId, t.provider, t.id)],
)
