import { boolean, date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'

/** How an account calls; the strict defaults stand as long as there is no row. */
export const callCompliance = clientTable(
  'call_compliance',
  {
    respectDnc: boolean().notNull(),
    requireOptIn: boolean().notNull(),
    includeOptOut: boolean().notNull(),
    /** `09:00` by the clock of the person who is called. */
    from: text('from_time').notNull(),
    until: text('until_time').notNull(),
    days: integer().array().notNull(),
    holidays: boolean().notNull(),
    closedOn: date({ mode: 'string' }).array().notNull(),
    byState: boolean().notNull(),
    cap: integer().notNull(),
    capDays: integer().notNull(),
    /** Why something was switched off, in the owner's words. */
    reason: text().notNull().default(''),
  },
  {
    audit: { noun: ['the rules for calls', 'the rules for calls'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('call_compliance_one').on(t.clientId)],
)

/** A file of the national do-not-call registry that was loaded. The newest one counts. */
export const dncFiles = clientTable(
  'dnc_files',
  {
    name: text().notNull(),
    /** The account's subscription number at the registry. */
    san: text().notNull(),
    /** When the registry was downloaded. */
    asOf: date({ mode: 'string' }).notNull(),
    numbers: integer().notNull().default(0),
    loadedBy: uuid(),
  },
  {
    audit: { noun: ['a do-not-call file', 'do-not-call files'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('dnc_files_newest').on(t.clientId, t.asOf)],
)

export const dncNumbers = clientTable(
  'dnc_numbers',
  { number: text().notNull() },
  {
    audit: {
      quiet: 'The file is listed',
      noun: ['a number of the registry', 'numbers of the registry'],
      people: 'Files hold thousands',
    },
    export: { owner: 'The registry’s own data' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('dnc_numbers_once').on(t.clientId, t.number)],
)
