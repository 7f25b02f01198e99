import { sql } from 'drizzle-orm'
import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import type { CustomTarget } from '../requests/contract.ts'

/** Words to ask with, and for which platforms. */
export const reviewRequestTemplates = clientTable(
  'review_request_templates',
  {
    name: text().notNull(),
    /** Of emails; empty: it is for texts. */
    subject: text().notNull().default(''),
    content: text().notNull(),
    /** Entries on platforms. */
    sources: uuid().array().notNull().default([]),
    custom: jsonb().$type<CustomTarget>(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a template for review requests', 'templates for review requests'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('review_request_templates_list').on(t.clientId, t.name).where(sql`deleted_at is null`)],
)
