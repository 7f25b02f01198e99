import { boolean, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'
import { asking, PRIVACY, WELCOME } from './rules.ts'

/** The chat that a church has on its own pages; one for each church. */
export const chatSettings = clientTable(
  'chat_settings',
  {
    enabled: boolean().notNull().default(false),
    welcome: text().notNull().default(WELCOME),
    /** "We answer Tue–Fri 9:00–17:00"; empty: nothing is said. */
    hours: text().notNull().default(''),
    ask: text({ enum: asking }).notNull().default('nothing'),
    /** What is said about their words before the first of them. */
    privacy: text().notNull().default(PRIVACY),
    /** Hosts whose pages may show it. */
    domains: text().array().notNull().default([]),
  },
  { audit: { noun: ['the chat settings', 'chat settings'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('chat_settings_one').on(t.clientId)],
)
