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
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { type Confidentiality, declarePolicy, type TablePolicy } from './table-policies.ts'

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

/** The transaction's rights, as `enter` or the opening of a job set them; none where nobody did. */
const granted = sql`(select string_to_array(current_setting('app.rights', true), ' '))::text[]`

/**
 * A row that asks for a right exists only for transactions that have it, beside what `clientPolicies` say. Inserting
 * asks for nothing, reading back what was inserted does: a visitor's confidential row goes in and is gone.
 */
export const confidentialPolicies = (name: string) => {
  const mine = sql`needs is null or needs = any(${granted})`
  const asked = { as: 'restrictive' as const, to: [appRole, platformRole], using: mine }
  return [
    pgPolicy(`${name}_readable`, { ...asked, for: 'select' }),
    pgPolicy(`${name}_changeable`, { ...asked, for: 'update', withCheck: sql`true` }),
    pgPolicy(`${name}_deletable`, { ...asked, for: 'delete' }),
  ]
}

/** The column `needs`, where rows may ask for a right; the services never write it. */
function needsColumn(confidential: 'nothing' | Confidentiality): Record<string, AnyPgColumnBuilder> {
  if (confidential === 'nothing') return {}
  if ('from' in confidential || 'triggers' in confidential) return { needs: text() }
  const value = 'always' in confidential ? `'${confidential.always}'` : confidential.when
  return { needs: text().generatedAlwaysAs(sql.raw(value)) }
}

const asksForRights = (confidential: 'nothing' | Confidentiality): boolean =>
  confidential !== 'nothing' && !('own' in confidential)

/** Policies of a table that belongs to the operator: everyone may read it, nobody else writes. */
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

/**
 * A table whose rows belong to one client; PostgreSQL itself hides everyone else's, and those of its rows that ask for
 * a right the transaction lacks. `policy` says what the rest of the product does with it.
 */
export const clientTable = <Name extends string, Columns extends Record<string, AnyPgColumnBuilder>>(
  name: Name,
  columns: Columns,
  policy: TablePolicy,
  extra: Extra<Columns> = () => [],
) => {
  declarePolicy(name, policy)
  const needs = needsColumn(policy.confidential)
  return snakeCase.table(name, { ...standard(), ...columns, ...needs } as Standard & Columns, table => {
    const t = table as unknown as Parameters<Extra<Columns>>[0]
    const confidential = asksForRights(policy.confidential) ? confidentialPolicies(name) : []
    return [primaryKey({ columns: [t.clientId, t.id] }), ...clientPolicies(name), ...confidential, ...extra(t)]
  })
}

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
