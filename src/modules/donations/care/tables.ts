import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { careReasons } from './rules.ts'

/** The gift by which someone was first known as a giver: one for each person, however often and in which order gifts are told of. */
export const firstGifts = clientTable(
  'giving_first_gifts',
  { personId: uuid().notNull(), giftId: uuid().notNull() },
  {
    audit: { none: 'Follows from the gifts' },
    export: { none: 'Follows from the gifts' },
    merge: 'moves',
    confidential: { always: 'giving' },
  },
  t => [
    uniqueIndex('giving_first_gifts_person').on(t.clientId, t.personId),
    inClient('giving_first_gifts_person_fk', t, t.personId, people),
  ],
)

/** Someone to thank or to get in touch with; says neither amounts nor gifts, and is for those who care for people. */
export const givingCare = clientTable(
  'giving_care',
  {
    personId: uuid().notNull(),
    reason: text({ enum: careReasons }).notNull(),
    /** What it is about, so that it is asked for once. */
    sourceKey: text().notNull(),
    doneAt: instant(),
    /** Null: done by itself, as they gave again. */
    doneBy: uuid(),
  },
  {
    audit: { noun: ['a care reminder of giving', 'care reminders of giving'] },
    export: 'rows',
    merge: 'moves',
    confidential: { always: 'pastoral' },
  },
  t => [
    uniqueIndex('giving_care_once').on(t.clientId, t.personId, t.reason, t.sourceKey),
    index('giving_care_open').on(t.clientId, t.id).where(sql`done_at is null`),
    inClient('giving_care_person_fk', t, t.personId, people),
  ],
)
