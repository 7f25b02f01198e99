import { createHash } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { bookById } from '#scripture/rules/books.ts'
import { isNoteOf, type Point, personFor, topicsFor } from '#scripture/rules/notes.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import type { Passage } from '#scripture/rules/passage.ts'
import { partsOf, type VerseRange } from '#scripture/rules/verses.ts'
import { crossReferencesOf } from '#scripture/service/cross-references.ts'
import { allBookNotes, allPeople, allTopics } from '#scripture/service/notes.ts'
import { readPassages } from '#scripture/service/reading.ts'
import { sermonsOn } from '#sermons/service.ts'
import type { Material, Part } from '../rules/composing.ts'
import type { Quoted, Resource } from '../rules/document.ts'
import type { EditionId } from '../rules/options.ts'
import { type bibleStudies, studyPassages } from '../tables.ts'

export type StudyRow = typeof bibleStudies.$inferSelect
/** More than a study quotes. */
const MOST = 40

/** Passages of a study, as they are stored; empty ones are left out. A book that is too long to print is its key verse. */
export async function passagesOf(
  ctx: Pick<Ctx, 'db'>,
  { scripture, studyFormat, edition }: StudyRow,
): Promise<Passage[]> {
  const ranges = parsePassages(scripture)
  const read = studyFormat === 'book' && isLong(ranges) ? await keyVerses(ranges) : ranges
  return (await readPassages(ctx, read, edition)).filter(({ verses }) => verses.length > 0)
}

/** Chapters that are read in one study. */
export const CHAPTERS = 3
export const isLong = (ranges: readonly VerseRange[]): boolean =>
  ranges.some(({ from, to }) => {
    const [first, last] = [partsOf(from), partsOf(to)]
    return first.book !== last.book || last.chapter - first.chapter >= CHAPTERS
  })

async function keyVerses(ranges: readonly VerseRange[]): Promise<VerseRange[]> {
  const notes = await allBookNotes()
  return ranges.map(range => notes.find(note => isNoteOf(note, range.from))?.keyVerse ?? range)
}

export async function materialOf(ctx: Ctx, row: StudyRow, passages: readonly Passage[]): Promise<Material> {
  const { edition, title } = row
  const own = passages.map(({ from, to }) => ({ from, to }))
  const references = await crossReferencesOf(ctx, own, edition, { limit: MOST, outside: own })
  const note = (await allBookNotes()).find(one => isNoteOf(one, own[0]!.from))
  const [topic] = row.studyFormat === 'topical' ? topicsFor(await allTopics(), title) : []
  const person = row.studyFormat === 'character' ? personFor(await allPeople(), title, own) : undefined
  const [keyVerse] = note ? await quotedIn(ctx, [note.keyVerse], edition) : []
  return {
    passages,
    edition,
    references: references.map(({ name, text }) => ({ reference: name, text, edition })),
    book: note ? { note, name: bookById(partsOf(own[0]!.from).book).name, keyVerse: keyVerse ?? null } : null,
    topic: topic ? { name: topic.name, parts: await partsWithWords(ctx, topic.parts, edition) } : null,
    person: person
      ? {
          note: person,
          points: await partsWithWords(
            ctx,
            [...person.strengths, ...person.failures, ...person.turningPoints].map(asPart),
            edition,
          ),
        }
      : null,
    resources: row.includeResources ? await resourcesFor(ctx, row.scripture) : [],
  }
}
const asPart = ({ title, ...passage }: Point) => ({ title, passages: [passage] })

async function partsWithWords(
  ctx: Pick<Ctx, 'db'>,
  parts: readonly { title: string; passages: VerseRange[] }[],
  edition: EditionId,
): Promise<Part[]> {
  const quoted = await quotedIn(
    ctx,
    parts.flatMap(({ passages }) => passages),
    edition,
  )
  let next = 0
  return parts.map(({ title, passages }) => {
    const verses = quoted.slice(next, next + passages.length).filter(({ text }) => text !== '')
    next += passages.length
    return { title, verses }
  })
}

const quotedIn = async (ctx: Pick<Ctx, 'db'>, ranges: readonly VerseRange[], edition: EditionId): Promise<Quoted[]> =>
  (await readPassages(ctx, ranges, edition)).map(({ name, verses }) => ({
    reference: name,
    edition,
    text: verses.map(({ text }) => text).join(' '),
  }))

/** The church's own sermons on the same verses; nothing outside is ever linked. */
async function resourcesFor(ctx: Ctx, scripture: string): Promise<Resource[]> {
  const found = await sermonsOn(ctx, scripture, 5)
  return found.map(({ id, title, bibleVerse, preachedOn }) => ({
    id,
    title,
    type: 'article' as const,
    url: `/sermon-generator?sermon=${id}`,
    description: preachedOn ? `Sermon on ${bibleVerse}, preached on ${preachedOn}` : `Sermon on ${bibleVerse}`,
  }))
}

/** Changes when a sermon says something else. */
export const digestOf = (document: unknown): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 32)

export async function replacePassages(ctx: Ctx, studyId: string, scripture: string): Promise<void> {
  await ctx.db.delete(studyPassages).where(eq(studyPassages.studyId, studyId))
  const ranges = parsePassages(scripture)
  if (ranges.length > 0)
    await ctx.db.insert(studyPassages).values(ranges.map(({ from, to }) => ({ studyId, fromVerse: from, toVerse: to })))
}

/** Studies that share a verse with what was entered. */
export const overlapping = (scripture: string) =>
  or(
    ...parsePassages(scripture).map(({ from, to }) =>
      and(sql`${studyPassages.fromVerse} <= ${to}`, sql`${studyPassages.toVerse} >= ${from}`),
    ),
  ) ?? sql`false`
