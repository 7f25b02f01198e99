import { boolean, jsonb, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'
import type { Outcome, Stage } from '../rules/stages.ts'

/** What a church calls the columns of its board; absent where it uses the usual labels. */
export const leadSettings = clientTable(
  'lead_settings',
  {
    stageTitles: jsonb().$type<Partial<Record<Stage, string>>>().notNull().default({}),
    outcomeTitles: jsonb().$type<Partial<Record<Outcome, string>>>().notNull().default({}),
    showValue: boolean().notNull().default(false),
  },
  {
    audit: { noun: ['the lead settings', 'lead settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('lead_settings_one').on(t.clientId)],
)
