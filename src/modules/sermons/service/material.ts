import { and, between, eq, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { EditionId } from '#scripture/rules/editions.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import type { Passage } from '#scripture/rules/passage.ts'
import { crossReferencesOf } from '#scripture/service/cross-references.ts'
import { readPassages } from '#scripture/service/reading.ts'
import type { Material } from '../rules/composing.ts'
import { benedictions } from '../rules/phrases.ts'
import { sermonPassages } from '../tables.ts'

/** More than a long sermon can quote. */
const MOST = 400

/** Passages of what was entered, as they are stored; empty ones are left out. */
export async function passagesOf(ctx: Pick<Ctx, 'db'>, bibleVerse: string, edition: EditionId): Promise<Passage[]> {
  const found = await readPassages(ctx, parsePassages(bibleVerse), edition)
  return found.filter(({ verses }) => verses.length > 0)
}

export async function referencesOf(
  ctx: Pick<Ctx, 'db'>,
  passages: readonly Passage[],
  edition: EditionId,
): Promise<Pick<Material, 'references' | 'further'>> {
  const own = passages.map(({ from, to }) => ({ from, to }))
  const references = await crossReferencesOf(ctx, own, edition, { limit: MOST, outside: own })
  const chapters = own.map(({ from, to }) => ({
    from: Math.floor(from / 1_000) * 1_000,
    to: Math.floor(to / 1_000) * 1_000 + 999,
  }))
  const near = await crossReferencesOf(ctx, chapters, edition, { limit: MOST, outside: own })
  // A lonely verse among names: its book has enough to say.
  const books = own.map(({ from }) => ({
    from: Math.floor(from / 1_000_000) * 1_000_000,
    to: Math.floor(from / 1_000_000) * 1_000_000 + 999_999,
  }))
  const far =
    references.length + near.length < 120
      ? await crossReferencesOf(ctx, books, edition, { limit: MOST, outside: own })
      : []
  return { references, further: [...near, ...far] }
}

/** A blessing for the end, another one for another seed. */
export async function blessingOf(ctx: Pick<Ctx, 'db'>, edition: EditionId, at: number): Promise<Material['blessing']> {
  const [range] = parsePassages(benedictions[at % benedictions.length]!)
  const [passage] = await readPassages(ctx, [range!], edition)
  if (!passage || passage.verses.length === 0) return null
  return { id: passage.from, name: passage.name, text: passage.verses.map(({ text }) => text).join(' ') }
}

export async function replacePassages(ctx: Ctx, sermonId: string, bibleVerse: string): Promise<void> {
  await ctx.db.delete(sermonPassages).where(eq(sermonPassages.sermonId, sermonId))
  const ranges = parsePassages(bibleVerse)
  if (ranges.length > 0)
    await ctx.db
      .insert(sermonPassages)
      .values(ranges.map(({ from, to }) => ({ sermonId, fromVerse: from, toVerse: to })))
}

/** Sermons that share a verse with what was entered. */
export const overlapping = (bibleVerse: string) =>
  or(
    ...parsePassages(bibleVerse).map(({ from, to }) =>
      and(sql`${sermonPassages.fromVerse} <= ${to}`, sql`${sermonPassages.toVerse} >= ${from}`),
    ),
  ) ?? between(sermonPassages.fromVerse, 0, 0)
