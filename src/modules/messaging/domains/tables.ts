import { sql } from 'drizzle-orm'
import { date, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** What was found in the DNS of each record that others ask for. */
export interface DomainChecks {
  spf: boolean
  dkim: boolean
  dmarc: boolean
  /** What was wrong, by record, in words. */
  problems: Partial<Record<'spf' | 'dkim' | 'dmarc', string>>
}

/** A domain in whose name a church sends; mail leaves in it once all of its records are found. */
export const sendingDomains = clientTable(
  'sending_domains',
  {
    domain: text().notNull(),
    selector: text().notNull(),
    /** PEM, sealed. */
    dkimSecret: text().notNull(),
    /** As it stands in the DNS. */
    publicKey: text().notNull(),
    checks: jsonb().$type<DomainChecks>(),
    checkedAt: instant(),
    verifiedAt: instant(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a sending domain', 'sending domains'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('sending_domains_once').on(t.clientId, t.domain).where(sql`deleted_at is null`)],
)

/** Campaign mails of a day in the church's zone, by the domain they leave in; empty: the server's. What the caps count. */
export const sendingDays = clientTable(
  'sending_days',
  { domain: text().notNull(), day: date({ mode: 'string' }).notNull(), written: integer().notNull().default(0) },
  {
    audit: { quiet: 'A counter', noun: ['the count of a day’s campaign mail', 'counts of campaign mail'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('sending_days_once').on(t.clientId, t.domain, t.day)],
)
