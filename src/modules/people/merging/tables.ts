import { sql } from 'drizzle-orm'
import { index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '../tables.ts'

/** Someone who was merged into someone else, or their thread or card: `id` is the old one, and still leads to what stays. */
export const personAliases = clientTable(
  'person_aliases',
  {
    /** Whose it is now, and whom the id means where it was someone's. */
    personId: uuid().notNull(),
    /** The thread or card that it was made one with. */
    conversationId: uuid(),
    leadId: uuid(),
    mergeId: uuid(),
  },
  {
    audit: { quiet: 'The merge itself is listed', noun: ['a redirect after a merge', 'redirects after merges'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    index('person_aliases_person').on(t.clientId, t.personId),
    inClient('person_aliases_person_fk', t, t.personId, people),
  ],
)

/** Two who became one, by whom, and whether it was undone. */
export const personMerges = clientTable(
  'person_merges',
  {
    keptId: uuid().notNull(),
    goneId: uuid().notNull(),
    keptName: text().notNull(),
    goneName: text().notNull(),
    userId: uuid(),
    undoneAt: instant(),
    undoneBy: uuid(),
  },
  {
    audit: { noun: ['a merge of two people', 'merges of two people'] },
    export: 'rows',
    merge: { stays: 'A merge remembers who was who' },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('person_merges_gone').on(t.clientId, t.goneId).where(sql`undone_at is null`),
    index('person_merges_kept').on(t.clientId, t.keptId),
    inClient('person_merges_kept_fk', t, t.keptId, people),
    inClient('person_merges_gone_fk', t, t.goneId, people),
    index('person_merges_of_gone').on(t.clientId, t.goneId),
  ],
)

/** What a merge did to the rows of one table, step by step, so that it can be undone in the other direction. */
export const mergeSteps = clientTable(
  'merge_steps',
  {
    mergeId: uuid().notNull(),
    tableName: text().notNull(),
    /** moved: `columnName` names the other now; dropped: rows of which one was enough; changed: fields, before and after. */
    kind: text({ enum: ['moved', 'dropped', 'changed'] }).notNull(),
    columnName: text().notNull().default(''),
    /** Who or what the rows hung on, and hang on now. */
    fromId: uuid(),
    toId: uuid(),
    /** Keys of moved rows, whole dropped rows, `{ id, before, after }` of changed ones. Called so that no log repeats it. */
    payload: jsonb().$type<Record<string, unknown>[]>().notNull(),
  },
  {
    audit: { quiet: 'The merge itself is listed', noun: ['a step of a merge', 'steps of merges'] },
    export: { owner: 'Holds whole rows of merged people, confidential ones too' },
    merge: { stays: 'A merge remembers who was who' },
    confidential: { always: 'pastoral' },
  },
  t => [
    index('merge_steps_merge').on(t.clientId, t.mergeId, t.id),
    inClient('merge_steps_merge_fk', t, t.mergeId, personMerges),
  ],
)
