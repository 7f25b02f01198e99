import { and, desc, eq, gte, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { requireFeature } from '#entitlements/service.ts'
import { users } from '#identity/tables.ts'
import { auditLog } from '#kernel/audit.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { nounOf, quietTables, tablePolicies } from '#kernel/table-policies.ts'
import { clients, supportEntries } from '../tables.ts'
import type { AuditFilter } from './contract.ts'
import { type Change, changesOf, wordsOf } from './rules.ts'
import { nameIn, subjectOf } from './service/subjects.ts'

const MOST_EXPORTED = 10_000

interface Actor {
  type: string
  userId?: string
  name?: string
  support?: boolean
  personId?: string
}
type Paged<T> = T & { cursor?: string; limit: number }
type Everywhere = AuditFilter & { clientId?: string }

const matching = ({ table, userId, from, until, clientId }: Everywhere): SQL | undefined =>
  and(
    clientId ? eq(auditLog.clientId, clientId) : undefined,
    table ? eq(auditLog.tableName, table) : notInArray(auditLog.tableName, quietTables()),
    // Of an export only that it was asked for: how far it is changes every other second.
    sql`(${auditLog.tableName} <> 'account_exports' or ${auditLog.operation} = 'insert')`,
    userId ? sql`${auditLog.actor} ->> 'userId' = ${userId}` : undefined,
    from && gte(auditLog.at, from),
    until && lt(auditLog.at, until),
  )

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: auditLog.actor,
      operation: auditLog.operation,
      table: auditLog.tableName,
      changes: auditLog.changes,
      subject: subjectOf(sql`${auditLog.tableName}`, {
        clientId: sql`${auditLog.clientId}`,
        id: sql`${auditLog.rowId}`,
      }),
      reason: supportEntries.reason,
      userName: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      personName: nameIn('people', {
        clientId: sql`${auditLog.clientId}`,
        id: sql`(${auditLog.actor} ->> 'personId')::uuid`,
      }),
      clientId: auditLog.clientId,
      clientName: clients.name,
      house: clients.house,
    })
    .from(auditLog)
    .leftJoin(users, sql`${users.id}::text = ${auditLog.actor} ->> 'userId'`)
    .leftJoin(
      supportEntries,
      and(
        eq(auditLog.tableName, 'support_entries'),
        eq(supportEntries.clientId, auditLog.clientId),
        eq(supportEntries.id, auditLog.rowId),
      ),
    )
    .innerJoin(clients, eq(clients.id, auditLog.clientId))
type Row = Awaited<ReturnType<typeof select>>[number]

/** A church sees its colleagues by name; the operator is Lampstand to it. */
function whoOf({ actor, userName, personName }: Row, secret: boolean): string {
  const { type, userId, name, support } = actor as Actor
  if (type === 'api_key') return `${name} (API key)`
  if (userId) return `${userName ?? 'Lampstand'}${support ? ' (support)' : ''}`
  if (type === 'person') return secret || !personName ? 'A person (portal)' : `${personName} (portal)`
  if (type === 'visitor') return 'A visitor'
  if (type === 'job') return name === 'seed' ? 'The demo' : 'Lampstand (automatic)'
  return type === 'webhook' ? 'Another program' : 'Lampstand'
}

/** What belongs to the operator may be read by them; of a church's rows they see that they changed. */
const ofOperator = new Set(['clients', 'members', 'support_entries', 'invitations'])

function lineOf(row: Row, everywhere: boolean): { id: string; at: Date; who: string; what: string; changes: Change[] } {
  const secret = everywhere && !row.house && !ofOperator.has(row.table)
  const changes = row.changes as Record<string, unknown>
  const noun = nounOf(row.table) ??
    ownNouns[row.table] ?? [row.table.replaceAll('_', ' '), row.table.replaceAll('_', ' ')]
  const words = { ...row, noun, changes, subject: everywhere && !row.house ? null : row.subject }
  return {
    id: row.id,
    at: row.at,
    who: whoOf(row, everywhere && !row.house),
    what: wordsOf(words),
    changes: changesOf(changes, secret),
  }
}

/** Tables without rows of an account: the account itself. */
const ownNouns: Record<string, readonly [string, string]> = { clients: ['the account’s settings', 'accounts'] }

/** What the log can be narrowed to: everything that is listed in it, by name. */
export async function kinds() {
  const quiet = new Set(quietTables())
  const all = [...tablePolicies().keys(), ...Object.keys(ownNouns)].filter(table => !quiet.has(table))
  const items = all.flatMap(table => {
    const many = (nounOf(table) ?? ownNouns[table])?.[1]
    return many ? [{ value: table, label: many.charAt(0).toUpperCase() + many.slice(1) }] : []
  })
  return { items: items.sort((a, b) => a.label.localeCompare(b.label)) }
}

async function page(ctx: Ctx, { cursor, limit, ...filter }: Paged<Everywhere>) {
  const rows = await select(ctx)
    .where(and(matching(filter), cursor ? lt(auditLog.id, cursor) : undefined))
    .orderBy(desc(auditLog.id))
    .limit(limit)
  return { rows, nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}

export async function list(ctx: Ctx, input: Paged<AuditFilter>) {
  // Who came in as support, and why, is told on every plan.
  if (input.table !== 'support_entries') await requireFeature(ctx, 'audit_log')
  const { rows, nextCursor } = await page(ctx, { ...input, clientId: ctx.client.id })
  return { items: rows.map(row => lineOf(row, false)), nextCursor }
}

export async function listEverywhere(ctx: Ctx, input: Paged<Everywhere>) {
  const { rows, nextCursor } = await page(ctx, input)
  const items = rows.map(row => ({ ...lineOf(row, true), clientId: row.clientId, clientName: row.clientName }))
  return { items, nextCursor }
}

const inWords = (changes: Change[]) =>
  changes.map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`).join('; ')

/** The newest 10,000 lines. */
export async function exportCsv(ctx: Ctx, filter: AuditFilter) {
  const { items } = await list(ctx, { ...filter, limit: MOST_EXPORTED })
  const lines = items.map(({ at, who, what, changes }) => [at, who, what, inWords(changes)])
  return { csv: csvFile(['When', 'Person', 'What', 'Changes'], lines) }
}

export async function exportEverywhere(ctx: Ctx, filter: Everywhere) {
  const { items } = await listEverywhere(ctx, { ...filter, limit: MOST_EXPORTED })
  const lines = items.map(line => [line.at, line.clientName, line.who, line.what, inWords(line.changes)])
  return { csv: csvFile(['When', 'Account', 'Person', 'What', 'Changes'], lines) }
}
