import { integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import type { KeyedGift } from './rules/keys.ts'
import type { GiftProduct } from './rules/products.ts'

/** A file of gifts on its way in. */
export const giftImportFiles = clientTable(
  'gift_imports',
  {
    name: text().notNull(),
    product: text().$type<GiftProduct>().notNull(),
    state: text({ enum: ['running', 'completed'] }).notNull(),
    /** What is to be brought in; emptied once it is. */
    waiting: jsonb().$type<KeyedGift[]>().notNull(),
    rows: integer().notNull(),
    done: integer().notNull().default(0),
    created: integer().notNull().default(0),
    /** Gifts that were there from an earlier import. */
    known: integer().notNull().default(0),
    problems: jsonb().$type<{ row: number; message: string }[]>().notNull().default([]),
    createdBy: uuid(),
    finishedAt: instant(),
  },
  {
    audit: { noun: ['an import of gifts', 'imports of gifts'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { always: 'giving' },
  },
)
