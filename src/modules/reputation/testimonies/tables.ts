import { date, index, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { consentWays, nameChoices, testimonyStates } from './rules/states.ts'

/** A story that someone told the church, with their consent in writing. It is no review, and counts in no rating. */
export const testimonies = clientTable(
  'testimonies',
  {
    personId: uuid().notNull(),
    content: text().notNull(),
    nameShown: text({ enum: nameChoices }).notNull(),
    state: text({ enum: testimonyStates }).notNull().default('draft'),
    /** What the person agreed to, when and how; null: not yet. */
    consentWords: text().notNull().default(''),
    consentOn: date(),
    consentHow: text({ enum: consentWays }),
    /** The last day on which it appears, by the church's calendar. */
    expiresOn: date().notNull(),
    approvedBy: uuid(),
    publishedAt: instant(),
    withdrawnAt: instant(),
  },
  { audit: { noun: ['a testimony', 'testimonies'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    index('testimonies_person').on(t.clientId, t.personId),
    index('testimonies_newest').on(t.clientId, t.id.desc()),
    inClient('testimonies_person_fk', t, t.personId, people),
  ],
)
