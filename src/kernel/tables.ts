import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  type AnyPgColumnBuilder,
  type ExtraConfigColumn,
  foreignKey,
  integer,
  type PgTableExtraConfigValue,
  pgPolicy,
  pgRole,
  primaryKey,
  snakeCase,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** What requests and jobs log in as: owns nothing, sees one client. */
export const appRole = pgRole('lampstand_app').existing()
/** Platform procedures and resolvers alone: sees every client. */
export const platformRole = pgRole('lampstand_platform').existing()
/** The identity module alone: schema auth, users, memberships. */
export const identityRole = pgRole('lampstand_identity').existing()

/** Strict: a query without a client fails. The sub-select is evaluated once a query, so indexes are used. */
const currentClient = sql`(select current_setting('app.client_id')::uuid)`

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const now = sql`now()`

const standard = () => ({
  clientId: uuid().notNull().default(sql`cast(current_setting('app.client_id') as uuid)`),
  id: uuid().notNull().default(sql`uuidv7()`),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
  /** Raised by every update; a write against an older one is refused with CONFLICT. */
  version: integer().notNull().default(1),
})

/** Policies of a table whose rows belong to one client, by whatever column says so. */
export const clientPolicies = (name: string, mine: SQL = sql`client_id = ${currentClient}`) => [
  pgPolicy(`${name}_client`, { for: 'all', to: appRole, using: mine, withCheck: mine }),
  pgPolicy(`${name}_platform`, { for: 'all', to: platformRole, using: sql`true`, withCheck: sql`true` }),
]

/** Policies of a table that belongs to whoever runs Lampstand: everybody may read it, nobody else writes. */
export const sharedPolicies = (name: string) => [
  pgPolicy(`${name}_client`, { for: 'select', to: appRole, using: sql`true` }),
  pgPolicy(`${name}_platform`, { for: 'all', to: platformRole, using: sql`true`, withCheck: sql`true` }),
]
/** The same where nobody else even reads. */
export const operatorPolicies = (name: string) => [
  pgPolicy(`${name}_client`, { for: 'select', to: appRole, using: sql`false` }),
  pgPolicy(`${name}_platform`, { for: 'all', to: platformRole, using: sql`true`, withCheck: sql`true` }),
]

/** Lets the identity module reach the few tables that a sign-up or an invitation must write. */
export const identityPolicy = (name: string) =>
  pgPolicy(`${name}_identity`, { for: 'all', to: identityRole, using: sql`true`, withCheck: sql`true` })

type Standard = ReturnType<typeof standard>
type Extra<Columns extends Record<string, AnyPgColumnBuilder>> = (
  table: Record<keyof (Columns & Standard), AnyPgColumn & ExtraConfigColumn>,
) => PgTableExtraConfigValue[]

/** A table whose rows belong to one client; PostgreSQL itself hides everyone else's. */
export const clientTable = <Name extends string, Columns extends Record<string, AnyPgColumnBuilder>>(
  name: Name,
  columns: Columns,
  extra: Extra<Columns> = () => [],
) =>
  snakeCase.table(name, { ...standard(), ...columns } as Standard & Columns, table => {
    const t = table as unknown as Parameters<Extra<Columns>>[0]
    return [primaryKey({ columns: [t.clientId, t.id] }), ...clientPolicies(name), ...extra(t)]
  })

/** A reference inside one client: foreign keys ignore policies, so the client is part of the key. */
export const inClient = (
  name: string,
  table: { clientId: AnyPgColumn },
  column: AnyPgColumn,
  target: { clientId: AnyPgColumn; id: AnyPgColumn },
  onDelete: 'cascade' | 'restrict' = 'cascade',
) =>
  foreignKey({ name, columns: [table.clientId, column], foreignColumns: [target.clientId, target.id] }).onDelete(
    onDelete,
  )
