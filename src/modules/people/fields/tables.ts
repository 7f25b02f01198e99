import { sql } from 'drizzle-orm'
import { boolean, date, doublePrecision, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '../tables.ts'
import { type CustomOption, customTypes } from './rules/types.ts'

/** Facts about people that this church keeps for itself. */
export const personFields = clientTable(
  'person_fields',
  {
    /** For good, also while it lies in the trash: what was written with it never means something else. */
    key: text().notNull(),
    label: text().notNull(),
    type: text({ enum: customTypes }).notNull(),
    options: jsonb().$type<CustomOption[]>().notNull().default([]),
    help: text().notNull().default(''),
    groupName: text().notNull().default(''),
    isPrivate: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a field of people', 'fields of people'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { when: `case when is_private then 'pastoral' end`, own: false },
  },
  t => [
    uniqueIndex('person_fields_key').on(t.clientId, t.key),
    index('person_fields_order').on(t.clientId, t.position),
  ],
)

/**
 * What is known: one row for a person and a field, in the column of its type. A column whose name begins with body leaves
 * only "changed" in the audit log, since facts may be as private as pastoral notes.
 */
export const personFieldValues = clientTable(
  'person_field_values',
  {
    personId: uuid().notNull(),
    fieldId: uuid().notNull(),
    /** Words, or the id of the chosen answer. */
    bodyText: text(),
    /** Its beginning, which an index can hold: as a column, since row security lets no function be looked up in an index. */
    bodyStart: text().generatedAlwaysAs(sql`lower(left(body_text, 200))`),
    bodyNumber: doublePrecision(),
    bodyDay: date({ mode: 'string' }),
    bodyFlag: boolean(),
    /** Ids of the chosen answers, where there may be several. */
    bodyOptions: text().array(),
  },
  {
    audit: { noun: ['a custom field value', 'custom field values'] },
    export: 'rows',
    merge: {
      givesWay: `num_nonnulls(nullif(mine.body_text, ''), mine.body_number, mine.body_day, mine.body_flag,
      nullif(mine.body_options, '{}')) = 0`,
    },
    confidential: { from: 'person_fields', by: 'field_id', lock: 'share' },
  },
  t => [
    uniqueIndex('person_field_values_once').on(t.clientId, t.personId, t.fieldId),
    index('person_field_values_field').on(t.clientId, t.fieldId, t.personId),
    index('person_field_values_text').on(t.clientId, t.fieldId, t.bodyStart).where(sql`body_start is not null`),
    index('person_field_values_number').on(t.clientId, t.fieldId, t.bodyNumber).where(sql`body_number is not null`),
    index('person_field_values_day').on(t.clientId, t.fieldId, t.bodyDay).where(sql`body_day is not null`),
    index('person_field_values_flag').on(t.clientId, t.fieldId, t.bodyFlag).where(sql`body_flag is not null`),
    inClient('person_field_values_person', t, t.personId, people),
    inClient('person_field_values_field_fk', t, t.fieldId, personFields),
  ],
)
