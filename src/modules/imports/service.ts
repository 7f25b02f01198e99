import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { requireTopic } from '#consent/topics/service.ts'
import { makeRoom } from '#entitlements/service.ts'
import { expire, fileById } from '#files/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { fieldsOf } from '#people/fields/service.ts'
import { groups } from '#people/tables.ts'
import type { Import, ImportChange, ImportDetail } from './contract.ts'
import { importWaiting } from './events.ts'
import { detailOf } from './rules/detail.ts'
import type { Product } from './rules/fields.ts'
import { mappingProblem } from './rules/mapping.ts'
import { defaultOptions, type ImportState, type MappedColumn } from './rules/options.ts'
import { today } from './rules/today.ts'
import { imports } from './tables.ts'

/** How long an import can be undone. */
const UNDO_DAYS = 30

const columns = {
  id: imports.id,
  fileId: imports.fileId,
  name: imports.name,
  state: imports.state,
  product: imports.product,
  rows: imports.rows,
  rowsDone: imports.rowsDone,
  checked: imports.checked,
  counts: imports.counts,
  problem: imports.problem,
  errorFileId: imports.errorFileId,
  createdBy: imports.createdBy,
  createdAt: imports.createdAt,
  startedAt: imports.startedAt,
  finishedAt: imports.finishedAt,
  version: imports.version,
}
type Row = Omit<Import, 'product' | 'undoableUntil'> & { product: string | null }

function shown(row: Row): Import {
  const { finishedAt, counts, state } = row
  const until = finishedAt && new Date(finishedAt.getTime() + days(UNDO_DAYS))
  const undoable = until && until > clock.now() && state !== 'running' && state !== 'undone' && counts?.created
  return { ...row, product: row.product as Product | null, undoableUntil: undoable ? until : null }
}

/** The newest first; `failed`: those that wait for someone to look. */
export async function list(ctx: Ctx, { cursor, limit, failed }: { cursor?: string; limit: number; failed?: boolean }) {
  const rows = await ctx.db
    .select(columns)
    .from(imports)
    .where(
      and(
        cursor ? lt(imports.id, /^[0-9a-f-]{36}$/i.test(cursor) ? cursor : NIL) : undefined,
        failed ? eq(imports.state, 'failed') : undefined,
      ),
    )
    .orderBy(desc(imports.id))
    .limit(limit)
  return { items: rows.map(shown), nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}
const NIL = '00000000-0000-0000-0000-000000000000'

export async function importById(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(imports).where(eq(imports.id, id))
  return found(row, 'Import')
}

/** Waits for a batch that is being written, so that what follows sees where it got to. */
async function locked(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(imports).where(eq(imports.id, id)).for('update')
  return found(row, 'Import')
}

async function one(ctx: Ctx, id: string): Promise<Import> {
  const [row] = await ctx.db.select(columns).from(imports).where(eq(imports.id, id))
  return shown(found(row, 'Import'))
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<ImportDetail> {
  const row = await importById(ctx, id)
  const custom = await fieldsOf(ctx)
  const { country, timeZone } = ctx.client
  const church = { country, timeZone, today: today(clock.now(), timeZone), custom }
  return { ...(await one(ctx, id)), ...detailOf(row, church) }
}

export async function create(ctx: Ctx, { fileId }: { fileId: string }): Promise<Import> {
  const file = await fileById(ctx, fileId, 'import')
  const [row] = await ctx.db
    .insert(imports)
    .values({ fileId, name: file.name, state: 'analysing', options: defaultOptions, createdBy: userOf(ctx) })
    .returning({ id: imports.id })
  return waiting(ctx, row!.id, 'analysing')
}

/** Hands it to a job. */
async function waiting(ctx: Ctx, importId: string, state: ImportState): Promise<Import> {
  await emit(ctx, importWaiting, { importId, state })
  announce(ctx, 'imports', importId)
  return one(ctx, importId)
}

const must = (allowed: boolean, sentence: string): void => {
  if (!allowed) throw new Failure('NOT_NOW', sentence)
}
const BUSY = 'Someone has already started this.'
/** Nothing has been written yet. */
const untouched = ({ startedAt }: { startedAt: Date | null }) => startedAt === null

/** Two who edit at once: the second is told. Every change asks for a new check. */
export async function update(ctx: Ctx, { id, version, mapping, options, format }: ImportChange): Promise<ImportDetail> {
  const row = await locked(ctx, id)
  must(['ready', 'checked', 'failed'].includes(row.state) && untouched(row), BUSY)
  if (row.version !== version) throw new Failure('CONFLICT')
  if (options?.groupId) {
    const [group] = await ctx.db.select({ id: groups.id }).from(groups).where(eq(groups.id, options.groupId))
    found(group, 'Group')
  }
  await mustBeFields(ctx, mapping ?? [])
  if (options?.consent) {
    if (ctx.actor.type !== 'member' || !may(ctx.actor.role, 'messaging.write')) throw new Failure('FORBIDDEN')
    await requireTopic(ctx, options.consent.topic)
  }
  const changed = {
    options: { ...row.options, ...options, ...(format && { format: { ...row.options.format, ...format } }) },
    mapping: mapping ? merged(row.mapping, mapping) : row.mapping,
    state: format ? ('analysing' as const) : ('ready' as const),
    checked: null,
    rowProblems: null,
    errorFileId: null,
    problem: null,
    rowsDone: 0,
  }
  must(Boolean(format) || row.analysis !== null, 'This file could not be read. Please choose another one.')
  const [done] = await ctx.db
    .update(imports)
    .set(changed)
    .where(and(eq(imports.id, id), eq(imports.version, version)))
    .returning({ id: imports.id })
  if (!done) throw new Failure('CONFLICT')
  if (format) await waiting(ctx, id, 'analysing')
  announce(ctx, 'imports', id)
  return get(ctx, { id })
}

/** A fact that nobody named, or that is not theirs to write. */
async function mustBeFields(ctx: Ctx, mapping: NonNullable<ImportChange['mapping']>): Promise<void> {
  const wanted = mapping.filter(({ field, custom }) => field === 'custom' || custom)
  if (wanted.length === 0) return
  const known = new Set((await fieldsOf(ctx)).map(({ id }) => id))
  for (const { custom } of wanted)
    if (!custom || !known.has(custom)) throw invalid('mapping', 'Please choose one of your fields')
}

/** Someone's choice of a field unties the column from those beside it, unless it stays what it was. */
function merged(columns: MappedColumn[], changes: NonNullable<ImportChange['mapping']>): MappedColumn[] {
  const byPosition = new Map(changes.map(change => [change.column, change]))
  return columns.map(column => {
    const change = byPosition.get(column.column)
    if (!change) return column
    const { field = column.field, kind, rule = column.rule, custom = column.custom ?? null } = change
    const same = field === column.field
    return {
      ...column,
      field,
      rule,
      kind: kind === undefined ? (same ? column.kind : null) : kind,
      group: same ? column.group : null,
      custom: field === 'custom' ? custom : null,
      by: same && column.by !== 'nothing' ? column.by : 'header',
    }
  })
}

export async function check(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  const row = await locked(ctx, id)
  must(['ready', 'checked', 'failed'].includes(row.state) && untouched(row) && row.analysis !== null, BUSY)
  const problem = mappingProblem(row.mapping)
  if (problem) throw invalid('mapping', problem)
  await ctx.db
    .update(imports)
    .set({ state: 'checking', rowsDone: 0, checked: null, problem: null })
    .where(eq(imports.id, id))
  return waiting(ctx, id, 'checking')
}

async function roomFor(ctx: Ctx, created: number, { putOnBoard }: { putOnBoard: boolean }): Promise<void> {
  await makeRoom(ctx, 'contacts', created)
  if (putOnBoard) await makeRoom(ctx, 'leads', created)
}

/** Starts what was checked, or goes on with what was stopped. */
export async function run(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  const row = await locked(ctx, id)
  must(row.state !== 'running', BUSY)
  const stopped = ['failed', 'cancelled'].includes(row.state) && !untouched(row)
  must(row.state === 'checked' || stopped, 'Please check the import first.')
  // What was begun is finished: only a new start is measured against the plan.
  if (!stopped && row.checked) await roomFor(ctx, row.checked.created, row.options)
  await ctx.db
    .update(imports)
    .set({
      state: 'running',
      rowsDone: row.nextRow,
      problem: null,
      finishedAt: null,
      startedAt: row.startedAt ?? clock.now(),
    })
    .where(eq(imports.id, id))
  return waiting(ctx, id, 'running')
}

/** What is done stays, and can be gone on with or undone. */
export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  const row = await locked(ctx, id)
  const running = ['running', 'failed'].includes(row.state) && !untouched(row)
  must(running || row.state === 'checking', 'No import is running.')
  const changed = running
    ? { state: 'cancelled' as const, runner: null, finishedAt: clock.now() }
    : { state: 'ready' as const, runner: null, rowsDone: 0 }
  await ctx.db.update(imports).set(changed).where(eq(imports.id, id))
  announce(ctx, 'imports', id)
  if (running) announce(ctx, 'people')
  return one(ctx, id)
}

export async function undo(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  await locked(ctx, id)
  const { undoableUntil } = await one(ctx, id)
  must(undoableUntil !== null, 'This import can no longer be undone.')
  await ctx.db.update(imports).set({ state: 'undone', rowsDone: 0, problem: null }).where(eq(imports.id, id))
  return waiting(ctx, id, 'undone')
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const row = await locked(ctx, id)
  must(
    untouched(row) && !['analysing', 'checking'].includes(row.state),
    'This import can’t be deleted because it has a history.',
  )
  await ctx.db.delete(imports).where(and(eq(imports.id, id), isNull(imports.startedAt)))
  for (const fileId of [row.fileId, row.errorFileId]) if (fileId) await expire(ctx, fileId)
  announce(ctx, 'imports', id)
  return {}
}
