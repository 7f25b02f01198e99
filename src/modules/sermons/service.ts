import { and, asc, desc, eq, exists, gt, ilike, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DocumentText } from '#documents/rules/text.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { chosenModel, hasModel } from '#language-models/service.ts'
import { passage, verifyText } from '#scripture/service.ts'
import type { GenerateInput, Sermon, SermonChanges, SermonFilter } from './contract.ts'
import { textOf } from './rules/document.ts'
import { printed } from './rules/printing.ts'
import { keepVersion, type SermonRow } from './service/generating.ts'
import { overlapping, replacePassages } from './service/material.ts'
import { sermonPassages, sermons, sermonVersions } from './tables.ts'
import { generateSermon } from './tasks.ts'

export const KEPT_DAYS = 30

const columns = {
  id: sermons.id,
  title: sermons.title,
  bibleVerse: sermons.bibleVerse,
  theme: sermons.theme,
  status: sermons.status,
  series: sermons.series,
  speaker: sermons.speaker,
  preachedOn: sermons.preachedOn,
  stage: sermons.stage,
  updatedAt: sermons.updatedAt,
}

export async function list(ctx: Ctx, { cursor, limit, sort, ...filter }: SermonFilter) {
  const offset = pageStart(cursor, 10_000)
  const isDown = sort.startsWith('-')
  const keys: Record<string, SQL> = {
    updatedAt: sql`${sermons.updatedAt}`,
    title: sql`lower(${sermons.title})`,
    preachedOn: sql`coalesce(${sermons.preachedOn}, '0001-01-01')`,
  }
  const key = keys[isDown ? sort.slice(1) : sort]!
  const items = await ctx.db
    .select(columns)
    .from(sermons)
    .where(where(ctx, filter))
    .orderBy(isDown ? desc(key) : asc(key), desc(sermons.id))
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

function where(ctx: Ctx, { search, passage, status, deleted }: Omit<SermonFilter, 'cursor' | 'limit' | 'sort'>) {
  const like = search && containing(search)
  return and(
    deleted ? gt(sermons.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(sermons.deletedAt),
    ...(status ? [eq(sermons.status, status)] : []),
    ...(like
      ? [or(...[sermons.title, sermons.theme, sermons.series, sermons.bibleVerse].map(column => ilike(column, like)))]
      : []),
    ...(passage ? [onVerses(ctx, passage)] : []),
  )
}

const onVerses = ({ db }: Ctx, text: string) =>
  exists(
    db
      .select({ id: sermonPassages.id })
      .from(sermonPassages)
      .where(and(eq(sermonPassages.sermonId, sermons.id), overlapping(text))),
  )

export async function rowOf(ctx: Ctx, id: string): Promise<SermonRow> {
  const [row] = await ctx.db
    .select()
    .from(sermons)
    .where(and(eq(sermons.id, id), isNull(sermons.deletedAt)))
  return found(row, 'Sermon')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Sermon> {
  const row = await rowOf(ctx, id)
  const before = await ctx.db
    .select({ id: sermons.id, title: sermons.title, preachedOn: sermons.preachedOn })
    .from(sermons)
    .where(
      and(ne(sermons.id, id), isNull(sermons.deletedAt), isNotNull(sermons.preachedOn), onVerses(ctx, row.bibleVerse)),
    )
    .orderBy(desc(sermons.preachedOn))
    .limit(5)
  return { ...row, before }
}

/** Sermons on the same verses for other modules, those that were preached last first. */
export const sermonsOn = (ctx: Ctx, bibleVerse: string, limit: number) =>
  ctx.db
    .select({ id: sermons.id, title: sermons.title, bibleVerse: sermons.bibleVerse, preachedOn: sermons.preachedOn })
    .from(sermons)
    .where(and(isNull(sermons.deletedAt), onVerses(ctx, bibleVerse)))
    .orderBy(sql`${sermons.preachedOn} desc nulls last`, desc(sermons.id))
    .limit(limit)

/** The model of the church; null: the built-in engine alone. */
export const engine = async (ctx: Ctx) => ({
  model: (await hasModel(ctx)) ? (await chosenModel(ctx)).label : null,
})

/** null for a sermon that is gone. */
export async function titleOf(ctx: Ctx, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ title: sermons.title })
    .from(sermons)
    .where(and(eq(sermons.id, id), isNull(sermons.deletedAt)))
  return row?.title ?? null
}

/** What people may read beside a sermon that is preached: its outline, without slots of stories; nothing of a draft. */
export async function publicNotes(ctx: Ctx, id: string): Promise<DocumentText[]> {
  const [row] = await ctx.db
    .select()
    .from(sermons)
    .where(and(eq(sermons.id, id), ne(sermons.status, 'draft'), isNull(sermons.deletedAt)))
  if (!row?.document) return []
  const lines = printed(row, row.document, 'outline')
  // The page has title and passage already; of a part that is for the preacher alone, nothing is left but its heading.
  return lines.filter(
    ({ kind }, at) =>
      kind !== 'title' &&
      kind !== 'subtitle' &&
      (kind !== 'heading' || !['heading', 'note', undefined].includes(lines[at + 1]?.kind)),
  )
}

/** Ids of sermons by their titles, for those that exist. */
export async function idsByTitle(ctx: Ctx, titles: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ id: sermons.id, title: sermons.title })
    .from(sermons)
    .where(and(inArray(sermons.title, [...titles]), isNull(sermons.deletedAt)))
  return new Map(rows.map(({ id, title }) => [title, id]))
}

/** What a sermon says now; null before it is written. */
export async function documentOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select({ document: sermons.document }).from(sermons).where(eq(sermons.id, id))
  return row?.document ?? null
}

/** Stores what was entered and has the sermon written; while one is being written, a second press changes nothing. */
export async function generate(ctx: Ctx, { id, ...form }: GenerateInput): Promise<Sermon> {
  await requirePassage(ctx, form)
  const [made] = await ctx.db
    .insert(sermons)
    .values({ id, ...form, stage: 'queued', generation: 1, createdBy: userOf(ctx) })
    .onConflictDoNothing()
    .returning()
  const row = made ?? (await again(ctx, id, form))
  if (!row) return get(ctx, { id })
  await replacePassages(ctx, id, form.bibleVerse)
  await enqueue(ctx, generateSermon, { sermonId: id, generation: row.generation })
  announce(ctx, 'sermons', id)
  return get(ctx, { id })
}

async function again(ctx: Ctx, id: string, form: Omit<GenerateInput, 'id'>): Promise<SermonRow | undefined> {
  const [row] = await ctx.db
    .update(sermons)
    .set({
      ...form,
      stage: 'queued',
      problem: '',
      generation: sql`${sermons.generation} + 1`,
      version: sql`${sermons.version} + 1`,
    })
    .where(and(eq(sermons.id, id), isNull(sermons.stage), isNull(sermons.deletedAt)))
    .returning()
  return row
}

/** Refuses at its field what no Bible has, what is too long, and what this edition has no words for. */
async function requirePassage(ctx: Ctx, { bibleVerse, edition }: Pick<GenerateInput, 'bibleVerse' | 'edition'>) {
  const { items } = await passage(ctx, { reference: bibleVerse, edition }).catch(error => {
    throw error instanceof Failure && error.code === 'BAD_REQUEST' ? invalid('bibleVerse', error.message) : error
  })
  const empty = items.find(({ verses }) => verses.length === 0)
  if (empty) throw invalid('bibleVerse', `${empty.name} has no words in this translation. Choose another one`)
}

/** What is written until now is let go; an earlier version stays as it was. */
export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<Sermon> {
  await ctx.db
    .update(sermons)
    .set({ stage: null, generation: sql`${sermons.generation} + 1` })
    .where(and(eq(sermons.id, id), isNotNull(sermons.stage)))
  announce(ctx, 'sermons', id)
  return get(ctx, { id })
}

/** Of two who edit at once, the second is told. */
export async function write(ctx: Ctx, id: string, version: number, changes: Partial<SermonRow>): Promise<Sermon> {
  const [row] = await ctx.db
    .update(sermons)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(sermons.id, id), eq(sermons.version, version), isNull(sermons.deletedAt)))
    .returning({ id: sermons.id })
  if (!row) {
    await rowOf(ctx, id)
    throw new Failure('CONFLICT')
  }
  announce(ctx, 'sermons', id)
  return get(ctx, { id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: SermonChanges): Promise<Sermon> {
  const row = await rowOf(ctx, id)
  if (isNoChange(changes)) return get(ctx, { id })
  const document = changes.document ?? row.document
  if (changes.status === 'preached' || changes.status === 'ready') await requireReady(ctx, { ...row, document })
  // A sermon whose words change is looked through again before it is ready.
  const reopened = changes.document && !changes.status && row.status === 'ready' ? { status: 'draft' as const } : {}
  return write(ctx, id, version, { ...changes, ...reopened })
}

async function requireReady(ctx: Ctx, { document, edition }: SermonRow): Promise<void> {
  if (!document) throw invalid('status', 'Generate the sermon first')
  const wrong = (await verifyText(ctx, textOf(document), edition)).filter(({ verdict }) => verdict === 'not_found')
  if (wrong.length === 0) return
  const named = wrong.slice(0, 3).map(({ reference, text }) => reference ?? text.slice(0, 60))
  throw invalid('status', `Not found in the Bible: ${named.join(', ')}. Correct this before the sermon is ready`)
}

export async function verify(ctx: Ctx, { id }: { id: string }) {
  const { document, edition } = await rowOf(ctx, id)
  return { items: document ? await verifyText(ctx, textOf(document), edition) : [] }
}

export async function versions(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  const items = await ctx.db
    .select({ number: sermonVersions.number, createdAt: sermonVersions.createdAt })
    .from(sermonVersions)
    .where(eq(sermonVersions.sermonId, id))
    .orderBy(desc(sermonVersions.number))
    .limit(50)
  return { items }
}

/** What is there now is kept as a version too. */
export async function revert(ctx: Ctx, { id, number }: { id: string; number: number }): Promise<Sermon> {
  const row = await rowOf(ctx, id)
  const [old] = await ctx.db
    .select({ document: sermonVersions.document })
    .from(sermonVersions)
    .where(and(eq(sermonVersions.sermonId, id), eq(sermonVersions.number, number)))
  const { document } = found(old, 'Version')
  await keepVersion(ctx, row)
  return write(ctx, id, row.version, { document, status: 'draft' })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  await ctx.db.update(sermons).set({ deletedAt: clock.now(), stage: null }).where(eq(sermons.id, id))
  announce(ctx, 'sermons', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Sermon> {
  const [row] = await ctx.db
    .update(sermons)
    .set({ deletedAt: null })
    .where(and(eq(sermons.id, id), gt(sermons.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
    .returning({ id: sermons.id })
  found(row, 'Sermon')
  announce(ctx, 'sermons', id)
  return get(ctx, { id })
}
