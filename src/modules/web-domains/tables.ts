import { sql } from 'drizzle-orm'
import { boolean, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** A domain at which a church's site is reached; it is the church's once its DNS says so. */
export const webDomains = clientTable(
  'web_domains',
  {
    /** As the DNS writes it: lowercase, in ASCII. */
    host: text().notNull(),
    /** What the TXT record has to say. No secret: it stands in the DNS. */
    token: text().notNull(),
    /** The others lead to it, and search engines are told it. */
    isPrimary: boolean().notNull().default(false),
    verifiedAt: instant(),
    checkedAt: instant(),
    /** Since when the record of a verified domain is missing. */
    missingSince: instant(),
    problem: text().notNull().default(''),
  },
  { audit: { noun: ['a web domain', 'web domains'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('web_domains_host').on(t.clientId, t.host),
    uniqueIndex('web_domains_verified').on(t.host).where(sql`verified_at is not null`),
    uniqueIndex('web_domains_primary').on(t.clientId).where(sql`is_primary`),
  ],
)
