import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { funds } from '../tables.ts'
import type { ChangedFund, Fund, NewFund } from './contract.ts'

type Row = typeof funds.$inferSelect

const toFund = ({ id, name, code, deductible, isDefault, archivedAt, version }: Row): Fund => ({
  id,
  name,
  code,
  deductible,
  isDefault,
  archivedAt,
  version,
})

/** The fund of gifts that name none; made the first time that someone looks. Of two at once the index keeps one. */
export async function defaultFund(ctx: Ctx): Promise<Row> {
  const find = () => ctx.db.select().from(funds).where(eq(funds.isDefault, true))
  const [known] = await find()
  if (known) return known
  await ctx.db.insert(funds).values({ name: 'General', code: 'general', isDefault: true }).onConflictDoNothing()
  const [made] = await find()
  return found(made, 'Fund')
}

export async function list(ctx: Ctx, { archived }: { archived?: boolean | undefined }) {
  await defaultFund(ctx)
  const rows = await ctx.db
    .select()
    .from(funds)
    .where(archived ? undefined : isNull(funds.archivedAt))
    .orderBy(desc(funds.isDefault), sql`${funds.archivedAt} is not null`, asc(sql`lower(${funds.name})`))
  return { items: rows.map(toFund) }
}

/** What givers may choose: what isn't tax-deductible is a sale, such as a bookshop's, unless the church has it as its default. */
export const listGivingFunds = async (ctx: Ctx): Promise<Fund[]> =>
  (await list(ctx, {})).items.filter(fund => fund.deductible || fund.isDefault)

export async function fundById(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(funds).where(eq(funds.id, id))
  return found(row, 'Fund')
}

const DUPLICATE = '23505'
const taken = (error: unknown): never => {
  if (sqlState(error) === DUPLICATE) throw invalid('code', 'Another fund has this keyword')
  throw error
}

export async function create(ctx: Ctx, input: NewFund): Promise<Fund> {
  await defaultFund(ctx)
  const [row] = await ctx.db.insert(funds).values(input).returning().catch(taken)
  announce(ctx, 'giving')
  return toFund(row!)
}

async function write(ctx: Ctx, id: string, version: number, changes: Partial<Row>): Promise<Fund> {
  const [row] = await ctx.db
    .update(funds)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(funds.id, id), eq(funds.version, version)))
    .returning()
    .catch(taken)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'giving')
  return toFund(row)
}

export async function update(ctx: Ctx, { id, version, ...changes }: ChangedFund): Promise<Fund> {
  const row = await fundById(ctx, id)
  if (Object.keys(changes).length === 0) return toFund(row)
  if (changes.isDefault === false && row.isDefault)
    throw invalid('isDefault', 'Please choose another fund as the default instead')
  if (changes.isDefault && row.archivedAt) throw invalid('isDefault', 'An archived fund can’t be the default')
  if (changes.isDefault && !row.isDefault)
    await ctx.db.update(funds).set({ isDefault: false }).where(eq(funds.isDefault, true))
  return write(ctx, id, version, changes)
}

export async function archive(ctx: Ctx, { id }: { id: string }): Promise<Fund> {
  const row = await fundById(ctx, id)
  if (row.isDefault)
    throw new Failure('BAD_REQUEST', 'The default fund can’t be archived. Choose another default first.')
  return write(ctx, id, row.version, { archivedAt: clock.now() })
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Fund> {
  return write(ctx, id, (await fundById(ctx, id)).version, { archivedAt: null })
}

const REFERENCED = '23001 23503'
/** A fund with gifts, campaigns or pledges stays: it is archived instead. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const row = await fundById(ctx, id)
  const used = new Failure('BAD_REQUEST', 'This fund was used. Archive it instead: its gifts stay with it.')
  if (row.isDefault) throw new Failure('BAD_REQUEST', 'The default fund can’t be deleted.')
  await ctx.db
    .delete(funds)
    .where(eq(funds.id, id))
    .catch(error => {
      throw REFERENCED.includes(sqlState(error) ?? 'none') ? used : error
    })
  announce(ctx, 'giving')
  return {}
}

/** Funds that can take a gift, by id. */
export async function usableFunds(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Row>> {
  const rows = await ctx.db
    .select()
    .from(funds)
    .where(sql`${funds.id} = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map(row => [row.id, row]))
}
