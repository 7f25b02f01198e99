import { bigint, date, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** Sums of giving for those who may not see gifts: public pages, and roles without `giving.read`. See decision 077. */
export const publishedSums = clientTable(
  'giving_published_sums',
  {
    /** `campaign:{id}`, a named range, or `day` for the last time that a church's sums were looked at. */
    key: text().notNull(),
    currency: text().notNull(),
    /** First day of a range. */
    fromDay: date(),
    total: bigint({ mode: 'number' }).notNull().default(0),
    gifts: integer().notNull().default(0),
    donors: integer().notNull().default(0),
    /** Gifts that were recorded before it are in it: the beginning of a day of the church. */
    before: instant().notNull(),
  },
  {
    audit: { none: 'Computed from gifts once a day' },
    export: { none: 'Computed from gifts' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('giving_published_sums_one').on(t.clientId, t.key, t.currency)],
)
