import { date, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'

/** Which members got the letter of which week: two workers at the same moment send one. */
export const weeklyLetters = clientTable(
  'weekly_letters',
  { userId: uuid().notNull(), /** Its Monday, by the church's calendar. */ weekOf: date({ mode: 'string' }).notNull() },
  {
    audit: { quiet: 'The message itself is in the outbox' },
    export: { none: 'Follows from the outbox' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('weekly_letters_once').on(t.clientId, t.userId, t.weekOf)],
)
