import { and, between, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { type EditionId, editionById, editionIds } from '../rules/editions.ts'
import { versesIn } from '../rules/parsing.ts'
import type { Passage, VerseText } from '../rules/passage.ts'
import type { Source } from '../rules/verifying.ts'
import { nameOf, partsOf, toOsis, type VerseRange } from '../rules/verses.ts'
import { linesOf, opens, plain } from '../rules/words.ts'
import { scriptureVerses } from '../tables.ts'
import { ensureEveryEdition, ensureLoaded } from './loading.ts'

const inRange = ({ from, to }: VerseRange) => between(scriptureVerses.verse, from, to)

/** Passages in an edition, in the order asked. */
export async function readPassages(
  ctx: Pick<Ctx, 'db'>,
  ranges: readonly VerseRange[],
  edition: EditionId,
): Promise<Passage[]> {
  if (ranges.length === 0) return []
  await ensureLoaded([edition])
  const rows = await ctx.db
    .select()
    .from(scriptureVerses)
    .where(and(sql`${scriptureVerses.edition} = ${edition}`, or(...ranges.map(inRange))))
    .orderBy(scriptureVerses.verse)
  return ranges.map(range => {
    const own = rows.filter(({ verse }) => verse >= range.from && verse <= range.to)
    return {
      ...range,
      name: nameOf(range, 'en', versesIn),
      osis: `${toOsis(range.from)}-${toOsis(range.to)}`,
      edition,
      abbreviation: editionById(edition).abbreviation,
      verses: own.map(verseText),
      missing: missingIn(range, own),
    }
  })
}

function verseText({ verse, through, label, body }: typeof scriptureVerses.$inferSelect): VerseText {
  const { chapter, verse: number } = partsOf(verse)
  return {
    id: verse,
    number: through ? `${number}-${partsOf(through).verse}` : String(number),
    chapter,
    label,
    opens: opens(body),
    lines: linesOf(body),
    text: plain(body),
  }
}

function missingIn({ from, to }: VerseRange, rows: { verse: number; through: number | null }[]): string[] {
  const there = new Set(rows.flatMap(({ verse, through }) => [verse, ...(through ? [through] : [])]))
  return idsIn({ from, to })
    .filter(id => !there.has(id))
    .map(id => nameOf({ from: id, to: id }))
}

/** Every verse from one to another within a book. */
export function idsIn({ from, to }: VerseRange): number[] {
  const [first, last] = [partsOf(from), partsOf(to)]
  const ids: number[] = []
  for (let chapter = first.chapter; chapter <= last.chapter; chapter++) {
    const end = chapter === last.chapter ? last.verse : (versesIn(first.book, chapter) ?? 0)
    for (let verse = chapter === first.chapter ? first.verse : 1; verse <= end; verse++)
      ids.push(first.book * 1_000_000 + chapter * 1_000 + verse)
  }
  return ids
}

/** Words of passages in every edition, the given one first; answers what each range has. */
export async function sourcesOf(
  ctx: Pick<Ctx, 'db'>,
  ranges: readonly VerseRange[],
  first: EditionId,
): Promise<(range: VerseRange) => Source[]> {
  if (ranges.length === 0) return () => []
  await ensureEveryEdition()
  const merged = mergeRanges(ranges)
  const rows = await ctx.db
    .select({ edition: scriptureVerses.edition, verse: scriptureVerses.verse, body: scriptureVerses.body })
    .from(scriptureVerses)
    .where(and(inArray(scriptureVerses.edition, [...editionIds]), or(...merged.map(inRange))))
    .orderBy(scriptureVerses.verse)
  const order = [first, ...editionIds.filter(id => id !== first)]
  const byEdition = new Map(order.map(id => [id, rows.filter(row => row.edition === id)]))
  return ({ from, to }) =>
    order.flatMap(edition => {
      const own = byEdition.get(edition)!.filter(({ verse }) => verse >= from && verse <= to)
      const verses = own.map(({ body }) => plain(body))
      return verses.length > 0 ? [{ edition, text: verses.join(' '), verses }] : []
    })
}

/** The same verses in the fewest ranges. */
function mergeRanges(ranges: readonly VerseRange[]): VerseRange[] {
  const merged: VerseRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else merged.push({ ...range })
  }
  return merged
}
