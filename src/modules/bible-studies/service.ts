import { and, asc, desc, eq, exists, gt, ilike, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { verifyText } from '#scripture/service.ts'
import { documentOf, titleOf } from '#sermons/service.ts'
import type { Study, StudyChanges, StudyFilter } from './contract.ts'
import { textOf } from './rules/document.ts'
import { digestOf, overlapping, replacePassages, type StudyRow } from './service/material.ts'
import { bibleStudies, studyPassages } from './tables.ts'

const KEPT_DAYS = 30
const kept = () => new Date(clock.ms() - days(KEPT_DAYS))

const columns = {
  id: bibleStudies.id,
  title: bibleStudies.title,
  scripture: bibleStudies.scripture,
  targetAudience: bibleStudies.targetAudience,
  difficulty: bibleStudies.difficulty,
  duration: bibleStudies.duration,
  studyFormat: bibleStudies.studyFormat,
  status: bibleStudies.status,
  tags: bibleStudies.tags,
  series: bibleStudies.series,
  week: bibleStudies.week,
  ledOn: bibleStudies.ledOn,
  stage: bibleStudies.stage,
  createdAt: bibleStudies.createdAt,
  updatedAt: bibleStudies.updatedAt,
}

/** Archived studies are listed only when they are asked for. */
export async function list(ctx: Ctx, { cursor, limit, sort, ...filter }: StudyFilter) {
  const offset = pageStart(cursor, 10_000)
  const isDown = sort.startsWith('-')
  const key = sort.endsWith('title') ? sql`lower(${bibleStudies.title})` : sql`${bibleStudies.createdAt}`
  const items = await ctx.db
    .select(columns)
    .from(bibleStudies)
    .where(where(ctx, filter))
    .orderBy(isDown ? desc(key) : asc(key), asc(bibleStudies.week), desc(bibleStudies.id))
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

function where(ctx: Ctx, filter: Omit<StudyFilter, 'cursor' | 'limit' | 'sort'>): SQL | undefined {
  const { search, passage, status, deleted, used } = filter
  const like = search && containing(search)
  const named = [bibleStudies.title, bibleStudies.scripture, bibleStudies.series]
  const equal = (['studyFormat', 'difficulty', 'targetAudience', 'duration', 'series'] as const).flatMap(key =>
    filter[key] === undefined ? [] : [eq(bibleStudies[key], filter[key])],
  )
  return and(
    deleted ? gt(bibleStudies.deletedAt, kept()) : isNull(bibleStudies.deletedAt),
    status ? eq(bibleStudies.status, status) : ne(bibleStudies.status, 'archived'),
    ...equal,
    ...(used ? [used === 'yes' ? isNotNull(bibleStudies.ledOn) : isNull(bibleStudies.ledOn)] : []),
    ...(like
      ? [
          or(
            ...named.map(column => ilike(column, like)),
            sql`array_to_string(${bibleStudies.tags}, ' ') ilike ${like}`,
            onVerses(ctx, search),
          ),
        ]
      : []),
    ...(passage ? [onVerses(ctx, passage)] : []),
  )
}

const onVerses = ({ db }: Ctx, text: string) =>
  exists(
    db
      .select({ id: studyPassages.id })
      .from(studyPassages)
      .where(and(eq(studyPassages.studyId, bibleStudies.id), overlapping(text))),
  )

export async function rowOf(ctx: Ctx, id: string): Promise<StudyRow> {
  const [row] = await ctx.db
    .select()
    .from(bibleStudies)
    .where(and(eq(bibleStudies.id, id), isNull(bibleStudies.deletedAt)))
  return found(row, 'Bible study')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Study> {
  const row = await rowOf(ctx, id)
  return { ...row, hasPrevious: row.previous !== null, sermon: await sermonOf(ctx, row) }
}

async function sermonOf(ctx: Ctx, { sermonId, sermonDigest, document }: StudyRow): Promise<Study['sermon']> {
  const title = sermonId && (await titleOf(ctx, sermonId))
  if (!title) return null
  const now = await documentOf(ctx, sermonId)
  return { id: sermonId, title, changed: document !== null && now !== null && digestOf(now) !== sermonDigest }
}

/** Of two who edit at once, the second is told. */
async function write(ctx: Ctx, id: string, version: number, changes: Partial<StudyRow>): Promise<Study> {
  const [row] = await ctx.db
    .update(bibleStudies)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(bibleStudies.id, id), eq(bibleStudies.version, version), isNull(bibleStudies.deletedAt)))
    .returning({ id: bibleStudies.id })
  if (!row) {
    await rowOf(ctx, id)
    throw new Failure('CONFLICT')
  }
  announce(ctx, 'bible-studies', id)
  return get(ctx, { id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: StudyChanges): Promise<Study> {
  const row = await rowOf(ctx, id)
  if (isNoChange(changes)) return get(ctx, { id })
  if (changes.status === 'ready') await requireReady(ctx, { ...row, document: changes.document ?? row.document })
  // A study whose words change is looked through again before it is ready.
  const reopened = changes.document && !changes.status && row.status === 'ready' ? { status: 'draft' as const } : {}
  return write(ctx, id, version, { ...changes, ...reopened })
}

async function requireReady(ctx: Ctx, { document, edition }: StudyRow): Promise<void> {
  if (!document) throw invalid('status', 'Generate the study first')
  const wrong = (await verifyText(ctx, textOf(document), edition)).filter(({ verdict }) => verdict === 'not_found')
  if (wrong.length === 0) return
  const named = wrong.slice(0, 3).map(({ reference, text }) => reference ?? text.slice(0, 60))
  throw invalid('status', `Not found in the Bible: ${named.join(', ')}. Correct this before the study is ready`)
}

export async function verify(ctx: Ctx, { id }: { id: string }) {
  const { document, edition } = await rowOf(ctx, id)
  return { items: document ? await verifyText(ctx, textOf(document), edition) : [] }
}

/** Trades places with the earlier version, so that one can go back and forth. */
export async function revert(ctx: Ctx, { id }: { id: string }): Promise<Study> {
  const row = await rowOf(ctx, id)
  if (!row.previous) throw new Failure('BAD_REQUEST', 'There is no earlier version')
  return write(ctx, id, row.version, { document: row.previous, previous: row.document, status: 'draft' })
}

/** `copyId` is chosen by the caller: pressed twice, there is one copy. */
export async function duplicate(ctx: Ctx, { id, copyId }: { id: string; copyId: string }): Promise<Study> {
  const { id: _, createdAt, updatedAt, version, ...row } = await rowOf(ctx, id)
  const [copy] = await ctx.db
    .insert(bibleStudies)
    .values({
      ...row,
      id: copyId,
      title: `${row.title.slice(0, 190)} (copy)`,
      createdBy: userOf(ctx),
      status: 'draft',
      stage: null,
      ledOn: null,
      previous: null,
    })
    .onConflictDoNothing()
    .returning({ id: bibleStudies.id })
  if (copy) await replacePassages(ctx, copyId, row.scripture)
  announce(ctx, 'bible-studies', copyId)
  return get(ctx, { id: copyId })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  await ctx.db.update(bibleStudies).set({ deletedAt: clock.now(), stage: null }).where(eq(bibleStudies.id, id))
  announce(ctx, 'bible-studies', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Study> {
  const [row] = await ctx.db
    .update(bibleStudies)
    .set({ deletedAt: null })
    .where(and(eq(bibleStudies.id, id), gt(bibleStudies.deletedAt, kept())))
    .returning({ id: bibleStudies.id })
  found(row, 'Bible study')
  announce(ctx, 'bible-studies', id)
  return get(ctx, { id })
}

export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${bibleStudies} where deleted_at < ${new Date(now.getTime() - days(KEPT_DAYS))}`
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(bibleStudies).where(lt(bibleStudies.deletedAt, kept()))
}
