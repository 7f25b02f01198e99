import { index, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** A church's permission to read and answer its reviews on Google. */
export const reviewConnections = clientTable(
  'review_connections',
  {
    /** The refresh token. Nobody reads it again. */
    sealedToken: text().notNull(),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a review connection', 'review connections'] },
    export: { none: 'Holds credentials of other services' },
    merge: 'nobody',
    confidential: 'nothing',
  },
)

/** A member on the way to Google and back; used once, by that member, for that account. */
export const reviewAuthorizations = clientTable(
  'review_authorizations',
  {
    stateHash: text().notNull(),
    /** The PKCE verifier. */
    sealedSecret: text().notNull(),
    userId: uuid().notNull(),
    expiresAt: instant().notNull(),
  },
  {
    audit: { quiet: 'Lives for ten minutes; what comes of it is a connection' },
    export: { none: 'Lives for ten minutes' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('review_authorizations_state').on(t.clientId, t.stateHash)],
)
