import { sql } from 'drizzle-orm'
import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import type { Conditions } from './rules/condition.ts'

/** Saved conditions: anyone who meets them now is in the segment, nobody is put into it. */
export const segments = clientTable(
  'segments',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    conditions: jsonb().$type<Conditions>().notNull(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a segment', 'segments'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('segments_name').on(t.clientId, sql`lower(name)`, t.id)],
)
