import { text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { people } from '../tables.ts'

/** Two people who seem to live together, and are in no household together yet: someone has to say so. */
export const householdSuggestions = clientTable(
  'household_suggestions',
  {
    /** Who came later. */
    personId: uuid().notNull(),
    otherId: uuid().notNull(),
    /** What they share. */
    shares: text({ enum: ['email', 'phone', 'both'] }).notNull(),
    state: text({ enum: ['open', 'accepted', 'dismissed'] })
      .notNull()
      .default('open'),
  },
  {
    audit: { noun: ['a household suggestion', 'household suggestions'] },
    export: 'rows',
    merge: { givesWay: `mine.state = 'open' and theirs.state <> 'open'` },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('household_suggestions_once').on(t.clientId, t.personId, t.otherId),
    uniqueIndex('household_suggestions_other').on(t.clientId, t.otherId, t.personId),
    inClient('household_suggestions_person', t, t.personId, people),
    inClient('household_suggestions_other_fk', t, t.otherId, people),
  ],
)
