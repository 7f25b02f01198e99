import { boolean, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { gifts } from '../tables.ts'

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
    /** They declared Gift Aid. */
    giftAid: boolean().notNull().default(false),
    /** Where the page is. */
    path: text().notNull(),
  },
  {
    audit: { none: 'Written by the giver alone, and read once' },
    ...{ export: { none: 'The gift holds what counts' }, merge: 'nobody', confidential: { always: 'giving' } },
  },
  t => [uniqueIndex('gift_requests_gift').on(t.clientId, t.giftId), inClient('gift_requests_of', t, t.giftId, gifts)],
)
