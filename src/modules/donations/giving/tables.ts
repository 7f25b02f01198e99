import { boolean, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import type { Frequency } from '../rules/states.ts'
import { gifts } from '../tables.ts'

/** A schedule that begins once the first gift is paid. */
export interface WantedSchedule {
  frequency: Frequency
  /** The day that later dates are counted from. */
  anchor: string
  nextOn: string
  cover: boolean
  /** Without the covered fee. */
  lines: { fundId: string; campaignId: string | null; amount: number }[]
}

/** What someone wrote on the giving page, until the gift is paid and it is known whose it is. */
export const giftRequests = clientTable(
  'gift_requests',
  {
    giftId: uuid().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    address: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Where the page is. */
    path: text().notNull(),
    /** They declared Gift Aid. */
    giftAid: boolean().notNull().default(false),
    /** Who gave on the page, as links tell visitors apart. */
    visitor: jsonb().$type<{ id: string; before: string }>(),
    recurring: jsonb().$type<WantedSchedule>(),
  },
  {
    audit: { none: 'Written by the giver alone, and read once' },
    export: { none: 'The gift holds what counts' },
    merge: 'nobody',
    confidential: { always: 'giving' },
  },
  t => [uniqueIndex('gift_requests_gift').on(t.clientId, t.giftId), inClient('gift_requests_of', t, t.giftId, gifts)],
)
