import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { fileById } from '#files/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { addImportedLeadsLater } from '#leads/service/import-sync.ts'
import { notify } from '#notifications/service.ts'
import { everyField } from '#people/fields/service.ts'
import { foldName } from '#people/rules/names.ts'
import { groups, tags } from '#people/tables.ts'
import { peopleImported } from '../events.ts'
import { mappedAgain } from '../rules/again.ts'
import { type Book, book, slim } from '../rules/book.ts'
import { rowOptionsOf } from '../rules/detail.ts'
import type { Column } from '../rules/fields.ts'
import {
  addCounts,
  type ImportCounts,
  type ImportOptions,
  type ImportState,
  type MappedColumn,
  noCounts,
  ruleFinder,
} from '../rules/options.ts'
import type { AnalyseInput, AnalyseResult, ParsedRow, ParseInput } from '../rules/parsing.ts'
import { planRows } from '../rules/plan.ts'
import type { RowProblems } from '../rules/row-problems.ts'
import { summary } from '../rules/summary.ts'
import { today } from '../rules/today.ts'
import { imports } from '../tables.ts'
import { writePlan } from './batch.ts'
import { countNewSuppressions, type DetailOwners, findOwners, lookUpRows, toSurroundings } from './lookup.ts'

/** What the first look needs, but for the path; null when nobody waits for it any more. */
export async function nextToAnalyze(ctx: Ctx, id: string): Promise<{ storageKey: string; input: AnalyseInput } | null> {
  const row = await importIn(ctx, id, 'analysing')
  if (!row) return null
  const { storageKey } = await fileById(ctx, row.fileId)
  const { country, timeZone } = ctx.client
  const church = { country, timeZone, today: today(clock.now(), timeZone) }
  return { storageKey, input: { work: 'analyse', path: '', ...church, given: row.options.format } }
}

async function importIn(ctx: Ctx, id: string, state: ImportState) {
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.state, state)))
  return row
}

export async function saveAnalysis(ctx: Ctx, id: string, result: AnalyseResult): Promise<void> {
  if (result.kind === 'refused') return failImport(ctx, id, result.sentence)
  const { analysis } = result
  const own = (await everyField(ctx)).filter(field => !field.isPrivate)
  const proposed = analysis.columns.map(column => ({ ...ownField(column, own), rule: 'fill' as const }))
  const earlier = analysis.hasHeader ? await earlierLike(ctx, proposed) : undefined
  const open = analysis.dates.filter(({ certain }) => !certain).map(({ column }) => column)
  const again = earlier && mappedAgain(proposed, earlier, own, open)
  await ctx.db
    .update(imports)
    .set({
      state: 'ready',
      // What was cut off in the middle of a character can't be stored.
      analysis: JSON.parse(JSON.stringify(analysis, (_, value) => wellFormed(value))),
      product: analysis.product,
      rows: analysis.rows,
      mapping: [...(again?.mapping ?? proposed)],
      mappedAs: earlier?.createdAt ?? null,
      ...(again && {
        options: sql`jsonb_set(${imports.options}, '{dateOrder}', ${JSON.stringify(again.options.dateOrder)}::jsonb)`,
      }),
    })
    .where(and(eq(imports.id, id), eq(imports.state, 'analysing')))
  announce(ctx, 'imports', id)
}

/** The newest file with these headers that was brought in; one that was undone may have been mapped wrongly. */
async function earlierLike(ctx: Ctx, columns: readonly Column[]) {
  const wanted = JSON.stringify(columns.map(({ header }) => header))
  const headers = sql`(select jsonb_agg(h order by h collate "C") from jsonb_array_elements_text(${wanted}::jsonb) h)`
  const said = sql`(select jsonb_agg(m ->> 'header' order by m ->> 'header' collate "C") from jsonb_array_elements(${imports.mapping}) m)`
  const [row] = await ctx.db
    .select({ mapping: imports.mapping, options: imports.options, createdAt: imports.createdAt })
    .from(imports)
    .where(and(isNotNull(imports.startedAt), ne(imports.state, 'undone'), sql`${said} = ${headers}`))
    .orderBy(desc(imports.id))
    .limit(1)
  return row
}

/** A column nobody knows, called as a field of the church's own. */
function ownField(column: Column, own: { id: string; key: string; label: string }[]): Column {
  const said = foldName(column.header).trim()
  const field = column.by === 'nothing' && own.find(({ key, label }) => foldName(label) === said || key === said)
  return field ? { ...column, field: 'custom', custom: field.id, by: 'header' } : column
}

const wellFormed = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** Stops with a sentence; the member who started it is told, and what is done stays. */
export async function failImport(ctx: Ctx, id: string, problem: string): Promise<void> {
  const [row] = await ctx.db
    .update(imports)
    .set({ state: 'failed', problem, runner: null, finishedAt: clock.now() })
    .where(and(eq(imports.id, id), inArray(imports.state, ['analysing', 'checking', 'running'])))
    .returning({ name: imports.name, createdBy: imports.createdBy, startedAt: imports.startedAt })
  if (!row) return
  announce(ctx, 'imports', id)
  if (row.startedAt) announce(ctx, 'people')
  if (row.createdBy) await tell(ctx, id, row.createdBy, `“${row.name}” could not be imported`, problem, true)
}

const tell = (ctx: Ctx, id: string, userId: string, title: string, body: string, mail: boolean) =>
  notify(ctx, [userId], {
    type: 'import',
    title,
    body,
    href: `/people/import?import=${id}`,
    dedupeKey: `import:${id}:${clock.ms()}`,
    mail,
  })

export interface Work {
  id: string
  runner: string
  storageKey: string
  input: ParseInput
  rows: number
  /** For the file of rows that could not be read. */
  headers: string[]
  name: string
  userId: string | null
  /** Of the job that does it, for the audit trail. */
  queue: string
  rules: MappedColumn[]
  known: ImportOptions['known']
  consent: ImportOptions['consent']
  labels: { tags: string[]; groups: string[] }
  owners: DetailOwners
}

/** Takes an import on: from now on only this runner may write. Null when it is no longer wanted. */
export async function claimImport(
  ctx: Ctx,
  id: string,
  state: 'checking' | 'running',
  runner: string,
): Promise<Work | null> {
  const row = await importIn(ctx, id, state)
  if (!row?.analysis) return null
  const [mine] = await ctx.db
    .update(imports)
    .set({ runner })
    .where(and(eq(imports.id, id), eq(imports.state, state)))
    .returning({ nextRow: imports.nextRow })
  if (!mine) return null
  const { storageKey } = await fileById(ctx, row.fileId)
  const { country, timeZone } = ctx.client
  const day = today(row.startedAt ?? clock.now(), timeZone)
  const { groupId, newGroupName, tagIds, known } = row.options
  const church = { country, timeZone, today: day, custom: await everyField(ctx) }
  return {
    id,
    runner,
    storageKey,
    rows: row.rows,
    name: row.name,
    userId: row.createdBy,
    headers: row.mapping.map(({ header }) => header),
    input: {
      path: '',
      format: row.analysis.format,
      mapping: row.mapping,
      options: rowOptionsOf(row, church),
      from: state === 'running' ? mine.nextRow : 0,
    },
    queue: `imports.${state === 'running' ? 'run' : 'check'}`,
    rules: row.mapping,
    known,
    consent: row.options.consent,
    labels: await labelNames(ctx, tagIds, groupId, newGroupName),
    owners: await findOwners(ctx),
  }
}

const planningOf = ({ rules, known, labels, owners }: Work) => ({
  ruleOf: ruleFinder(rules),
  known,
  labels,
  ...toSurroundings(owners),
})

async function labelNames(ctx: Ctx, tagIds: string[], groupId: string | null, newGroupName: string | null) {
  const tagged =
    tagIds.length === 0 ? [] : await ctx.db.select({ name: tags.name }).from(tags).where(inArray(tags.id, tagIds))
  const grouped = groupId ? await ctx.db.select({ name: groups.name }).from(groups).where(eq(groups.id, groupId)) : []
  return {
    tags: tagged.map(({ name }) => name),
    groups: [...grouped.map(({ name }) => name), ...(newGroupName ? [newGroupName] : [])],
  }
}

/** What a check remembers of earlier batches: the people that would be new, in as few words as matching needs. */
export interface DryRun {
  counts: ImportCounts
  book: Book
  /** People known before whom an earlier row would change. */
  touched: Set<string>
  refusals: Set<string>
}
export const emptyDryRun = (): DryRun => ({
  counts: noCounts(),
  book: slim(book()),
  touched: new Set(),
  refusals: new Set(),
})

/** Plays a batch through without writing anything but how far it got; false once nobody wants to know. */
export async function checkBatch(ctx: Ctx, work: Work, rows: readonly ParsedRow[], memory: DryRun): Promise<boolean> {
  const done = rows.at(-1)!.row + 1
  const [wanted] = await ctx.db
    .update(imports)
    .set({ rowsDone: done })
    .where(and(eq(imports.id, work.id), eq(imports.runner, work.runner), eq(imports.state, 'checking')))
    .returning({ id: imports.id })
  if (!wanted) return false
  const stored = await lookUpRows(ctx, work.id, rows, memory.touched)
  let n = memory.counts.created
  const plan = planRows(
    rows,
    { ...planningOf(work), books: [stored, memory.book], newId: () => `new ${n++}` },
    memory.book,
  )
  for (const { id, version } of plan.people) if (version > 0) memory.touched.add(id)
  plan.counts.suppressed = await countNewSuppressions(ctx, plan.suppressions, memory.refusals)
  memory.counts = addCounts(memory.counts, plan.counts)
  return true
}

/** Writes a batch and, in the same transaction, that it is written: whenever we are cut off, no row is lost or done twice. */
export async function importBatch(ctx: Ctx, work: Work, rows: readonly ParsedRow[]): Promise<boolean> {
  // Two files of one church at once would each miss the people of the other: batch by batch, one after the other.
  await advisoryLock(ctx.db, `import ${ctx.client.id}`)
  const [row] = await ctx.db
    .select({ nextRow: imports.nextRow, counts: imports.counts })
    .from(imports)
    .where(and(eq(imports.id, work.id), eq(imports.runner, work.runner), eq(imports.state, 'running')))
    .for('update')
  if (!row || row.nextRow !== rows[0]!.row) return false
  const stored = await lookUpRows(ctx, work.id, rows)
  const ids = await newIds(ctx, rows.length)
  const plan = planRows(rows, { ...planningOf(work), books: [stored], newId: () => ids.pop()! }, stored)
  Object.assign(
    plan.counts,
    await writePlan(ctx, plan, { importId: work.id, userId: work.userId, consent: work.consent }),
  )
  const nextRow = row.nextRow + rows.length
  await ctx.db
    .update(imports)
    .set({ nextRow, rowsDone: nextRow, counts: addCounts(row.counts ?? noCounts(), plan.counts) })
    .where(eq(imports.id, work.id))
  return true
}

/** Ascending from the end, as a page of people lists them. */
async function newIds(ctx: Ctx, count: number): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select uuidv7()::text as id from generate_series(1, ${count}) order by 1 desc`,
  )
  return rows.map(({ id }) => id)
}

interface Checked {
  counts: ImportCounts
  problems: RowProblems
  errorFileId: string | null
}

export async function saveCheck(ctx: Ctx, work: Work, { counts, problems, errorFileId }: Checked): Promise<void> {
  await ctx.db
    .update(imports)
    .set({ state: 'checked', checked: counts, rowProblems: problems, errorFileId, runner: null })
    .where(and(eq(imports.id, work.id), eq(imports.runner, work.runner), eq(imports.state, 'checking')))
  announce(ctx, 'imports', work.id)
}

/** The last row is done: the board is told of the new people, and the member who started it of the result. */
export async function finishImport(ctx: Ctx, work: Work): Promise<void> {
  const [row] = await ctx.db
    .update(imports)
    .set({ state: 'completed', runner: null, finishedAt: sql`clock_timestamp()` })
    .where(and(eq(imports.id, work.id), eq(imports.runner, work.runner), eq(imports.state, 'running')))
    .returning({ counts: imports.counts, options: imports.options, name: imports.name })
  if (!row) return
  const { putOnBoard, stage } = row.options
  const origin = { importId: work.id, userId: work.userId }
  await emit(ctx, peopleImported, { ...origin, stage: putOnBoard ? stage : null })
  if (putOnBoard) await addImportedLeadsLater(ctx, { ...origin, stage })
  announce(ctx, 'imports', work.id)
  announce(ctx, 'people')
  if (work.userId)
    await tell(ctx, work.id, work.userId, `“${row.name}” was imported`, summary(row.counts ?? noCounts()), false)
}
