import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange, isTaken } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { explainUnknown, parsePassages } from '#scripture/rules/parsing.ts'
import type { Entry, EntryChanges, NewEntry } from './contract.ts'
import { contentEntries } from './tables.ts'

const KEPT_DAYS = 30
type EntryRow = typeof contentEntries.$inferSelect

export const entryOf = ({ id, title, description, date, endDate, type, ...row }: EntryRow): Entry => ({
  id,
  title,
  description,
  date,
  endDate,
  type,
  rule: row.rule,
  version: row.version,
  contentSuggestions: row.contentSuggestions,
  bibleVerses: row.bibleVerses,
})

async function rowOf(ctx: Ctx, id: string): Promise<EntryRow> {
  const [row] = await ctx.db
    .select()
    .from(contentEntries)
    .where(and(eq(contentEntries.id, id), isNull(contentEntries.deletedAt)))
  return found(row, 'Calendar entry')
}

export const get = async (ctx: Ctx, { id }: { id: string }) => entryOf(await rowOf(ctx, id))

/** Refuses what no Bible has, at its field. */
function requireVerses(verses: readonly string[] = []): void {
  const wrong = verses.find(verse => parsePassages(verse).length === 0)
  if (wrong !== undefined) throw invalid('bibleVerses', explainUnknown(wrong) ?? `No Bible has “${wrong}”`)
}

export async function create(ctx: Ctx, { id, ...words }: NewEntry): Promise<Entry> {
  requireVerses(words.bibleVerses)
  await ctx.db
    .insert(contentEntries)
    .values({ id, ...words, createdBy: userOf(ctx) })
    .onConflictDoNothing()
  announce(ctx, 'content-calendar', id)
  return get(ctx, { id })
}

/** Of two who edit at once, the second is told. What comes back by a rule keeps its day. */
export async function update(ctx: Ctx, { id, version, ...changes }: EntryChanges): Promise<Entry> {
  const row = await rowOf(ctx, id)
  requireVerses(changes.bibleVerses)
  if (isNoChange(changes)) return entryOf(row)
  if (row.rule && changes.date && changes.date !== row.date)
    throw invalid('date', 'This comes back by a rule. Its day follows from the rule')
  const date = changes.date ?? row.date
  const endDate = changes.endDate === undefined ? row.endDate : changes.endDate
  if (endDate !== null && endDate < date) throw invalid('endDate', 'Please choose an end after the start')
  const [made] = await ctx.db
    .update(contentEntries)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(contentEntries.id, id), eq(contentEntries.version, version), isNull(contentEntries.deletedAt)))
    .returning()
  if (!made) throw new Failure('CONFLICT')
  announce(ctx, 'content-calendar', id)
  return entryOf(made)
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  await ctx.db.update(contentEntries).set({ deletedAt: clock.now() }).where(eq(contentEntries.id, id))
  announce(ctx, 'content-calendar', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Entry> {
  const [row] = await ctx.db
    .update(contentEntries)
    .set({ deletedAt: null })
    .where(and(eq(contentEntries.id, id), gt(contentEntries.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
    .returning()
    .catch(error => {
      throw isTaken(error)
        ? new Failure('CONFLICT', 'Its place in the calendar was filled meanwhile. Remove that entry first.')
        : error
    })
  announce(ctx, 'content-calendar', id)
  return entryOf(found(row, 'Calendar entry'))
}

const kept = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))
export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${contentEntries} where deleted_at < ${kept(now)}`
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(contentEntries).where(lt(contentEntries.deletedAt, kept(clock.now())))
}
