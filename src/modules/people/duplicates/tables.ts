import { index, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { people } from '../tables.ts'

/** Two people who may be one: someone has to look. */
export const possibleDuplicates = clientTable(
  'possible_duplicates',
  {
    /** Who came later. */
    personId: uuid().notNull(),
    otherId: uuid().notNull(),
    /** 0 to 1. */
    score: real().notNull(),
    /** Of rules/match: several_share_contact, last_name_differs … */
    reason: text().notNull(),
    state: text({ enum: ['open', 'dismissed'] })
      .notNull()
      .default('open'),
    importId: uuid(),
  },
  {
    audit: { noun: ['a possible duplicate', 'possible duplicates'] },
    export: 'rows',
    merge: { givesWay: `mine.state = 'open' and theirs.state <> 'open'` },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('possible_duplicates_once').on(t.clientId, t.personId, t.otherId),
    index('possible_duplicates_other').on(t.clientId, t.otherId),
    index('possible_duplicates_open').on(t.clientId, t.state, t.id),
    inClient('possible_duplicates_person', t, t.personId, people),
    inClient('possible_duplicates_other_fk', t, t.otherId, people),
  ],
)
