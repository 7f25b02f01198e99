import { isNull, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgPolicy, snakeCase, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#identity/tables.ts'
import { roles } from '#kernel/permissions.ts'
import { appRole, clientTable, identityPolicy, identityRole, instant, platformRole } from '#kernel/tables.ts'
import type { PostalAddress } from './contract.ts'
import { accesses, billingStates, leadAssignments } from './rules.ts'

const current = sql`id = (select current_setting('app.client_id')::uuid)`

/** One church, ministry or business account. */
export const clients = snakeCase.table(
  'clients',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    name: text().notNull(),
    /** In its public addresses; the ones before it are in `client_addresses` too. */
    slug: text().notNull(),
    /** An owner has chosen it, or kept it. */
    slugChosen: boolean().notNull().default(false),
    timeZone: text().notNull().default('America/New_York'),
    locale: text().notNull().default('en-US'),
    country: text().notNull().default('US'),
    currency: text().notNull().default('USD'),
    address: jsonb().$type<PostalAddress>(),
    /** Hours until a new lead's follow-up is due. */
    followUpHours: integer().notNull().default(36),
    /** Whether new leads go to members in turn, or wait for someone to assign them. */
    leadAssignment: text({ enum: leadAssignments }).notNull().default('manual'),
    /** The members who take turns; empty: everyone who works with leads. */
    leadOwnerIds: uuid().array().notNull().default([]),
    /** Promotions and workflow messages wait on Sunday mornings and Good Friday. */
    quietChurchTimes: boolean().notNull().default(true),
    /** First-run steps done. */
    setUpAt: instant(),
    /** The operator's own account: owns the public site's forms, chat and newsletter. */
    house: boolean().notNull().default(false),
    /** What its members may do: everything, read and export, or nothing while the operator has suspended it. */
    access: text({ enum: accesses }).notNull().default('full'),
    /** What billing says on every page, and the day it speaks of: the trial's end, the first read-only day. */
    billingState: text({ enum: billingStates }),
    billingUntil: instant(),
    /** Why the operator suspended it. */
    suspendedReason: text(),
    /** A file of the account's own. */
    logoId: uuid(),
    /** #rrggbb */
    brandColor: text(),
    /** Stands above everything on its public pages until then: that it is closed. */
    publicNotice: text(),
    publicNoticeUntil: instant(),
    closedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  t => [
    uniqueIndex('clients_slug').on(t.slug),
    uniqueIndex('clients_house').on(t.house).where(sql`house`),
    pgPolicy('clients_client', { for: 'all', to: appRole, using: current, withCheck: current }),
    pgPolicy('clients_platform', { for: 'all', to: platformRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('clients_identity', { for: 'all', to: identityRole, using: sql`true`, withCheck: sql`true` }),
  ],
)

export const members = clientTable(
  'members',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull(),
    removedAt: instant(),
  },
  { audit: { noun: ['a member', 'members'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('members_user').on(t.clientId, t.userId),
    index('members_of_user').on(t.userId),
    identityPolicy('members'),
  ],
)

/** Whom a request may see: oneself, and the members of the current client. */
const colleagues = sql`id = (select nullif(current_setting('app.user_id', true), '')::uuid) or exists (
  select from members m where m.user_id = users.id and m.client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))`
export const colleaguesPolicy = pgPolicy('users_client', {
  for: 'all',
  to: appRole,
  using: colleagues,
  withCheck: sql`false`,
}).link(users)

/** Every word by which a church's public pages are or were reached; one that was given up leads to the account for good. */
export const clientAddresses = clientTable(
  'client_addresses',
  { slug: text().notNull() },
  {
    audit: { noun: ['a public address', 'public addresses'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('client_addresses_slug').on(t.slug), identityPolicy('client_addresses')],
)

/** Members who have not been removed: they are sent to, and can be assigned to. */
export const activeMember = isNull(members.removedAt)

export const invitations = clientTable(
  'invitations',
  {
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    tokenHash: text().notNull(),
    invitedBy: uuid().notNull(),
    expiresAt: instant().notNull(),
    sentAt: instant().notNull().defaultNow(),
    acceptedAt: instant(),
    acceptedBy: uuid(),
    revokedAt: instant(),
  },
  { audit: { noun: ['an invitation', 'invitations'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('invitations_token').on(t.tokenHash),
    // One open invitation an address: a second click resends it instead.
    uniqueIndex('invitations_open').on(t.clientId, t.email).where(sql`accepted_at is null and revoked_at is null`),
    identityPolicy('invitations'),
  ],
)

/** Someone who runs Lampstand, inside an account that asked for help: with a reason, for an hour. */
export const supportEntries = clientTable(
  'support_entries',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  {
    audit: { noun: ['an entry as support', 'support visits'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('support_entries_user').on(t.userId),
    index('support_entries_live').on(t.userId, t.expiresAt).where(sql`ended_at is null`),
  ],
)
