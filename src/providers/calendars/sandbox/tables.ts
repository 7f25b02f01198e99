import { bigserial, boolean, index, integer, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, operatorPolicies } from '#kernel/tables.ts'

/** Events of the sandbox calendar, which stands in for Google and Microsoft where there are no credentials. */
export const sandboxEvents = snakeCase.table(
  'calendar_sandbox_events',
  {
    id: text().primaryKey(),
    /** Whose calendar: a name that the connection chose. */
    calendar: text().notNull(),
    uid: text().notNull(),
    title: text().notNull().default(''),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    isFree: boolean().notNull().default(false),
    etag: integer().notNull().default(1),
    deletedAt: instant(),
    /** Grows with every change of any event: a sync token is the largest that was seen. */
    change: bigserial({ mode: 'number' }).notNull(),
  },
  t => [
    uniqueIndex('calendar_sandbox_uid').on(t.calendar, t.uid),
    index('calendar_sandbox_change').on(t.calendar, t.change),
    ...operatorPolicies('calendar_sandbox_events'),
  ],
)
