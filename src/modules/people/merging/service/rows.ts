import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { stayingTables, tablePolicies } from '#kernel/table-policies.ts'
import type { mergeSteps } from '../tables.ts'

/**
 * Moves whatever hangs on one row over to another, and records what it did. What hangs on it is read from the
 * database’s own catalog, so that a table that is new tomorrow comes along; row security limits it all to the account.
 */

/** When the kept person's row is the one to go, as its table declares. */
function givesWay(table: string): string {
  const merge = tablePolicies().get(table)?.merge
  return typeof merge === 'object' && 'givesWay' in merge ? merge.givesWay : 'false'
}

export interface Reference {
  table: string
  column: string
}
/** From whom to whom. */
export interface Move {
  mergeId: string
  from: string
  to: string
}

const identifiers = (names: string[], of = '') =>
  sql.join(
    names.map(name => (of ? sql`${sql.raw(of)}.${sql.identifier(name)}` : sql.identifier(name))),
    sql`, `,
  )

/** Every column that names a row of `target`: by a foreign key, or by its name alone (`person_id`). */
export async function referencesTo(ctx: Ctx, target: 'people' | 'conversations'): Promise<Reference[]> {
  const name = target === 'people' ? '%person_id' : '%conversation_id'
  const { rows } = await ctx.db.execute<Reference & Record<string, unknown>>(sql`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype
    where c.relkind in ('r', 'p') and a.attname <> 'client_id'
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'client_id' and not o.attisdropped)
      and (a.attname like ${name} or exists (select from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = ${`public.${target}`}::regclass and a.attnum = any(f.conkey)))
    order by 1, 2`)
  const staying = stayingTables()
  return rows.filter(({ table }) => !staying.includes(table)).map(({ table, column }) => ({ table, column }))
}

/** The columns that make up a table’s key, and their types. */
async function keyOf(ctx: Ctx, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await ctx.db.execute<{ name: string; type: string }>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${`public.${table}`}::regclass and i.indisprimary and a.attname <> 'client_id' order by a.attnum`)
  return rows
}

/** The unique indexes over that column: what else they compare, and of which rows. */
async function uniquesOver(
  ctx: Ctx,
  { table, column }: Reference,
): Promise<{ others: string[]; only: string | null }[]> {
  const { rows } = await ctx.db.execute<{ others: string[]; only: string | null }>(sql`
    select coalesce((select array_agg(pg_get_indexdef(i.indexrelid, k, true)) from generate_series(1, i.indnkeyatts) k
        where pg_get_indexdef(i.indexrelid, k, true) not in ('client_id', ${column})), '{}')::text[] as others,
      pg_get_expr(i.indpred, i.indrelid) as only
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname = ${column}
    where i.indrelid = ${`public.${table}`}::regclass and i.indisunique`)
  return rows
}

/** Writes one step down, if it did anything. `rows` gives one jsonb each, called `line`. */
async function noted(ctx: Ctx, step: Omit<typeof mergeSteps.$inferInsert, 'payload'>, rows: SQL): Promise<void> {
  const { mergeId, tableName, kind, columnName = '', fromId = null, toId = null } = step
  await ctx.db.execute(sql`
    with done as (${rows})
    insert into merge_steps (merge_id, table_name, kind, column_name, from_id, to_id, payload)
    select ${mergeId}::uuid, ${tableName}, ${kind}, ${columnName}, ${fromId}::uuid, ${toId}::uuid, jsonb_agg(line)
    from done having count(*) > 0`)
}

/** Deletes rows and keeps their content. */
export const dropRow = (ctx: Ctx, mergeId: string, table: string, where: SQL) =>
  noted(
    ctx,
    { mergeId, tableName: table, kind: 'dropped' },
    sql`delete from ${sql.identifier(table)} t where ${where} returning to_jsonb(t) as line`,
  )

/** Sets fields of a table’s rows and keeps what was there before. */
export async function changeRow(ctx: Ctx, mergeId: string, table: string, where: SQL, set: Record<string, SQL>) {
  const columns = Object.keys(set)
  const values = sql.join(
    columns.map(column => sql`${sql.identifier(column)} = ${set[column]!}`),
    sql`, `,
  )
  const named = (of: string) =>
    sql`jsonb_build_object(${sql.join(
      columns.map(column => sql`${sql.raw(`'${column}'`)}, ${sql.raw(of)}.${sql.identifier(column)}`),
      sql`, `,
    )})`
  await noted(
    ctx,
    { mergeId, tableName: table, kind: 'changed' },
    sql`update ${sql.identifier(table)} t set ${values} from (select * from ${sql.identifier(table)} t where ${where}) was
      where t.client_id = was.client_id and t.id = was.id
      returning jsonb_build_object('id', t.id, 'before', ${named('was')}, 'after', ${named('t')}) as line`,
  )
}

/** Points one column’s rows at the other; of two that a unique index would not allow, one goes. */
async function moveColumn(ctx: Ctx, { mergeId, from, to }: Move, reference: Reference): Promise<void> {
  const { table, column } = reference
  const [name, own] = [sql.identifier(table), sql.identifier(column)]
  for (const { others, only } of await uniquesOver(ctx, reference)) {
    const same = others.map((_, i) => sql.raw(`mine.compared_${i} = theirs.compared_${i}`))
    const sides = (side: SQL, whose: string) => sql`${side}.${own} = ${whose}::uuid`
    const [mine, theirs] = [sql`mine`, sql`theirs`]
    const both = sql.join([sides(mine, to), sides(theirs, from), ...same], sql` and `)
    const compared = sql.raw(others.map((other, i) => `, (${other}) as compared_${i}`).join(''))
    const pairs = sql`(select *${compared} from ${name} ${only ? sql`where ${sql.raw(only)}` : sql``})`
    const yields = sql.raw(`coalesce(${givesWay(table)}, false)`)
    const is = await sameRow(ctx, table)
    await dropRow(
      ctx,
      mergeId,
      table,
      sql`exists (select from ${pairs} mine, ${pairs} theirs where ${both} and ${yields} and ${is('mine')})`,
    )
    await dropRow(
      ctx,
      mergeId,
      table,
      sql`exists (select from ${pairs} mine, ${pairs} theirs where ${both} and ${is('theirs')})`,
    )
  }
  const key = await keyOf(ctx, table)
  const names = key.map(({ name }) => name)
  const row = sql`jsonb_build_object(${sql.join(
    names.map(part => sql`${sql.raw(`'${part}'`)}, t.${sql.identifier(part)}`),
    sql`, `,
  )})`
  const step = { mergeId, tableName: table, kind: 'moved', columnName: column, fromId: from, toId: to } as const
  await noted(
    ctx,
    step,
    sql`update ${name} t set ${own} = ${to}::uuid where ${own} = ${from}::uuid returning ${row} as line`,
  )
}

async function sameRow(ctx: Ctx, table: string): Promise<(side: string) => SQL> {
  const names = (await keyOf(ctx, table)).map(({ name }) => name)
  return side => sql`(${identifiers(names, 't')}) = (${identifiers(names, side)})`
}

/** Moves all that hangs on one row to another, whatever table it stands in. */
export async function moveRows(ctx: Ctx, target: 'people' | 'conversations', move: Move): Promise<void> {
  const references = await referencesTo(ctx, target)
  const asked = references.map(
    ({ table, column }, i) =>
      sql`select ${sql.raw(String(i))} as i where exists (select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${move.from})`,
  )
  const { rows } = await ctx.db.execute<{ i: number }>(sql.join(asked, sql` union all `))
  for (const { i } of rows) await moveColumn(ctx, move, references[i]!)
}

type Step = typeof mergeSteps.$inferSelect

/** Takes one step back; what was changed or taken away since stays as it is now. */
export async function restoreRows(ctx: Ctx, step: Step): Promise<void> {
  if (step.kind === 'moved') return moveBack(ctx, step)
  if (step.kind === 'dropped') return bringBack(ctx, step)
  return changeBack(ctx, step)
}

async function moveBack(ctx: Ctx, { tableName, columnName, fromId, toId, payload }: Step): Promise<void> {
  const key = await keyOf(ctx, tableName)
  const names = key.map(({ name }) => name)
  // As arrays, not as JSON: PostgreSQL knows their length, and doesn't compare ten thousand rows with each other.
  const columns = key.map(({ name, type }) => {
    const values = payload.map(row => (row as Record<string, unknown>)[name])
    return sql`${sql.param(values)}::${sql.raw(type)}[]`
  })
  await ctx.db.execute(sql`
    update ${sql.identifier(tableName)} t set ${sql.identifier(columnName)} = ${fromId}::uuid
    from unnest(${sql.join(columns, sql`, `)}) as r(${identifiers(names)})
    where t.${sql.identifier(columnName)} = ${toId}::uuid and (${identifiers(names, 't')}) = (${identifiers(names, 'r')})`)
}

/** All but what the database works out by itself. */
async function writable(ctx: Ctx, table: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map(({ name }) => name)
}

/** Dropped rows come back as far as what they point at is still there. */
async function bringBack(ctx: Ctx, { id, tableName }: Step): Promise<void> {
  const { rows: parents } = await ctx.db.execute<{ target: string; own: string[]; theirs: string[] }>(sql`
    select f.confrelid::regclass::text as target,
      array(select attname::text from unnest(f.conkey) with ordinality k(n, i) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n order by i) as own,
      array(select attname::text from unnest(f.confkey) with ordinality k(n, i) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.n order by i) as theirs
    from pg_constraint f where f.contype = 'f' and f.conrelid = ${`public.${tableName}`}::regclass`)
  const standing = parents.map(({ target, own, theirs }) => {
    const equal = own.map((column, i) => `p."${theirs[i]}" = r."${column}"`).join(' and ')
    const empty = own.map(column => `r."${column}" is null`).join(' or ')
    return sql.raw(`(${empty} or exists (select from ${target} p where ${equal}))`)
  })
  const columns = await writable(ctx, tableName)
  await ctx.db.execute(sql`
    insert into ${sql.identifier(tableName)} (${identifiers(columns)})
    select ${identifiers(columns, 'r')} from merge_steps s, jsonb_populate_recordset(null::${sql.identifier(tableName)}, s.payload) r
    where s.id = ${id} and ${sql.join([sql`true`, ...standing], sql` and `)} on conflict do nothing`)
}

async function changeBack(ctx: Ctx, { id, tableName, payload }: Step): Promise<void> {
  const columns = Object.keys((payload[0]?.before ?? {}) as object)
  const name = sql.identifier(tableName)
  const sets = columns.map(column => {
    const [own, key] = [sql.identifier(column), sql.raw(`'${column}'`)]
    return sql`${own} = case when to_jsonb(t) -> ${key} is not distinct from r.after -> ${key} then was.${own} else t.${own} end`
  })
  await ctx.db.execute(sql`
    update ${name} t set ${sql.join(sets, sql`, `)}
    from merge_steps s, jsonb_to_recordset(s.payload) as r(id uuid, before jsonb, after jsonb),
      jsonb_populate_record(null::${name}, r.before) was
    where s.id = ${id} and t.id = r.id`)
}
