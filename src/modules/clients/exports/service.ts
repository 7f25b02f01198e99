import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { notify } from '#notifications/service.ts'
import type { AccountExport } from './contract.ts'
import { accountExports } from './tables.ts'
import { makeExport } from './tasks.ts'

const SHOWN = 5
/** One that has not moved for so long was left behind by a worker that died for good. */
const ABANDONED = hours(2)

const columns = {
  id: accountExports.id,
  state: accountExports.state,
  done: accountExports.done,
  total: accountExports.total,
  size: files.size,
  problem: accountExports.problem,
  createdAt: accountExports.createdAt,
  expiresAt: files.expiresAt,
}

/** The newest of an account, of its owner's or of the operator's; what has expired is not shown. */
export async function exportsFor(ctx: Ctx, clientId: string, forOperator: boolean): Promise<AccountExport[]> {
  return ctx.db
    .select(columns)
    .from(accountExports)
    .leftJoin(files, and(eq(files.clientId, accountExports.clientId), eq(files.id, accountExports.fileId)))
    .where(
      and(
        eq(accountExports.clientId, clientId),
        eq(accountExports.forOperator, forOperator),
        sql`(${accountExports.state} <> 'ready' or ${files.expiresAt} > ${clock.now()})`,
      ),
    )
    .orderBy(desc(accountExports.id))
    .limit(SHOWN)
}

/** Two clicks are one export: while one is being made, it is the answer. */
export async function startExport(ctx: Ctx, forOperator: boolean): Promise<AccountExport> {
  const clientId = ctx.client.id
  await ctx.db
    .update(accountExports)
    .set({ state: 'failed', problem: 'The export was interrupted. Please try again.' })
    .where(
      and(
        eq(accountExports.clientId, clientId),
        inArray(accountExports.state, ['waiting', 'running']),
        lt(accountExports.updatedAt, new Date(clock.ms() - ABANDONED)),
      ),
    )
  const [row] = await ctx.db
    .insert(accountExports)
    .values({ clientId, requestedBy: userOf(ctx)!, forOperator })
    .onConflictDoNothing()
    .returning({ id: accountExports.id })
  if (row) await enqueue(ctx, makeExport, { exportId: row.id })
  const [newest] = await exportsFor(ctx, clientId, forOperator)
  return found(newest, 'Export')
}

/** In person: an API key doesn't take the whole account along. */
const isOwner = ({ actor }: Ctx) => actor.type === 'member' && actor.role === 'owner' && !actor.key

function ownersOnly(ctx: Ctx): void {
  if (!isOwner(ctx)) throw new Failure('OWNER_ONLY')
}

export async function list(ctx: Ctx) {
  ownersOnly(ctx)
  return { items: await exportsFor(ctx, ctx.client.id, false) }
}

export async function create(ctx: Ctx) {
  ownersOnly(ctx)
  return startExport(ctx, false)
}

/** The file of an export, for whom it was made. */
export async function fileOf(ctx: Ctx, id: string, forOperator: boolean) {
  if (!forOperator && !isOwner(ctx)) throw new Failure('FORBIDDEN', 'Only the owner can download the whole account.')
  const [row] = await ctx.db
    .select({ name: files.name, size: files.size, storageKey: files.storageKey })
    .from(accountExports)
    .innerJoin(files, and(eq(files.clientId, accountExports.clientId), eq(files.id, accountExports.fileId)))
    .where(
      and(
        eq(accountExports.id, id),
        eq(accountExports.forOperator, forOperator),
        sql`${files.removedAt} is null and ${files.expiresAt} > ${clock.now()}`,
      ),
    )
  return found(row, 'Export')
}

/** Takes it up, again if a worker was killed over it. */
export async function claim(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .update(accountExports)
    .set({ state: 'running', done: 0 })
    .where(and(eq(accountExports.id, id), inArray(accountExports.state, ['waiting', 'running'])))
    .returning()
  return row
}

export async function progress(ctx: Ctx, id: string, done: number, total: number): Promise<void> {
  await ctx.db.update(accountExports).set({ done, total }).where(eq(accountExports.id, id))
}

export async function finish(ctx: Ctx, id: string, fileId: string): Promise<void> {
  const [row] = await ctx.db
    .update(accountExports)
    .set({ state: 'ready', fileId, done: sql`${accountExports.total}` })
    .where(eq(accountExports.id, id))
    .returning()
  if (!row || row.forOperator) return
  await notify(ctx, [row.requestedBy], {
    type: 'export',
    title: 'Your account’s export is ready',
    body: 'You can download it for seven days.',
    href: '/settings?section=data',
    dedupeKey: `export:${id}`,
    mail: true,
  })
}

export async function fail(ctx: Ctx, id: string, problem: string): Promise<void> {
  await ctx.db.update(accountExports).set({ state: 'failed', problem }).where(eq(accountExports.id, id))
}
