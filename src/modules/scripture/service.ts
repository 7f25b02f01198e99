import { and, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import type { CrossInput, PassageInput, VerifyInput } from './contract.ts'
import { books, CANON } from './rules/books.ts'
import { claimsIn } from './rules/claims.ts'
import { editions as all, type EditionId, editionById } from './rules/editions.ts'
import {
  explainUnknown,
  isDeuterocanonical,
  nearestBook,
  parsePassages,
  parseText,
  type Reference,
} from './rules/parsing.ts'
import { verify as compare, type Finding, findingOf, passagesOf, settleClaims, verdicts } from './rules/verifying.ts'
import { chaptersIn, nameOf } from './rules/verses.ts'
import { plain, wordsOf } from './rules/words.ts'
import { crossReferencesOf } from './service/cross-references.ts'
import { ensureEveryEdition } from './service/loading.ts'
import { readPassages, sourcesOf } from './service/reading.ts'
import { scriptureVerses } from './tables.ts'

export { search } from './service/search.ts'

/** More than a sermon is preached about, and than a page shows well. */
const CHAPTERS = 3
const SAMPLE = 'Enter a Bible passage such as John 3:16-21'

export const editions = async () => ({
  items: all.map(edition => ({ ...edition })),
  books: books.map(({ id, osis, name, spanish }) => ({ id, osis, name, spanish, deuterocanonical: id > CANON })),
})

/** Passages by their reference, in English or Spanish; refused with the nearest book where it is none. */
export async function passage(ctx: Ctx, { reference, edition }: PassageInput) {
  const ranges = refuseUnless(parsePassages(reference), reference)
  return { items: await readPassages(ctx, mustHave(ranges, edition), edition), credit: editionById(edition).credit }
}

/** @param text what was entered, for the message */
function refuseUnless(ranges: Reference[], text: string): Reference[] {
  if (ranges.length > 0) {
    const long = ranges.find(range => chaptersIn(range) > CHAPTERS)
    if (long) throw invalid('reference', `${long.name} is long. Please choose at most ${CHAPTERS} chapters`)
    return ranges
  }
  const reason = explainUnknown(text)
  if (reason) throw invalid('reference', reason)
  const near = nearestBook(text)
  throw invalid('reference', near ? `No Bible has “${text.trim()}”. Did you mean ${near}?` : SAMPLE)
}

function mustHave(ranges: Reference[], edition: EditionId): Reference[] {
  const missing = edition === 'dra' ? undefined : ranges.find(isDeuterocanonical)
  if (missing)
    throw invalid('reference', `${missing.name} is not in the ${editionById(edition).name}. Douay-Rheims has it`)
  return ranges
}

/** Verses that throw light on a passage, the nearest in meaning first, none twice and none of the passage itself. */
export async function crossReferences(ctx: Ctx, { reference, edition, limit }: CrossInput) {
  const ranges = refuseUnless(parsePassages(reference), reference)
  const items = await crossReferencesOf(ctx, ranges, edition, { limit, outside: ranges })
  return {
    items: items.map(one => ({ ...one, of: nameOf({ from: one.of, to: one.of }) })),
    credit: editionById(edition).credit,
  }
}

/** Checks every reference and every quotation of a text against the stored Bible, in all its editions. */
export async function verify(ctx: Ctx, { text, edition }: VerifyInput) {
  const items = await verifyText(ctx, text, edition)
  const counts = Object.fromEntries(
    verdicts.map(verdict => [verdict, items.filter(one => one.verdict === verdict).length]),
  )
  return { items, counts: counts as Record<(typeof verdicts)[number], number> }
}

/** The same for other modules: what a document says of Scripture, in its order. */
export async function verifyText(ctx: Pick<Ctx, 'db'>, text: string, edition: EditionId): Promise<Finding[]> {
  const claims = claimsIn(text, parseText(text))
  const own = await sourcesOf(ctx, passagesOf(claims), edition)
  const settled = settleClaims(claims, own)
  const unnamed = settled.filter(({ reference, unknown }) => !reference && !unknown)
  const found = new Map(await Promise.all(unnamed.map(async claim => [claim, await placeOf(ctx, claim.text)] as const)))
  const placed = settled.map(claim => ({ ...claim, reference: claim.reference ?? found.get(claim) ?? null }))
  const isPlaced = [...found.values()].some(one => one !== undefined)
  const sources = isPlaced ? await sourcesOf(ctx, passagesOf(placed), edition) : own
  // Words in quotation marks that no verse is like are someone else's.
  return placed.filter(claim => claim.reference || claim.unknown).map(claim => findingOf(claim, sources))
}

/** Verses looked at for a quotation without a reference, the most fitting first. */
const CANDIDATES = 60
/** A guess is right word by word, or a sentence that is very like; a phrase that is a little like any verse is none. */
const SURE = 0.8
const SENTENCE = 6

/** The verse that a quotation without a reference comes from, by its longest words; undefined where it is none. */
async function placeOf(ctx: Pick<Ctx, 'db'>, quotation: string): Promise<Reference | undefined> {
  const words = [...new Set(wordsOf(quotation).map(({ key }) => key))].filter(word => word.length > 3)
  if (words.length < 3) return undefined
  await ensureEveryEdition()
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 5)
  const query = sql`plainto_tsquery('english', ${longest.join(' ')})`
  const rows = await ctx.db
    .select({ edition: scriptureVerses.edition, verse: scriptureVerses.verse, body: scriptureVerses.body })
    .from(scriptureVerses)
    .where(and(inArray(scriptureVerses.edition, ['web', 'kjv', 'asv']), sql`${scriptureVerses.words} @@ ${query}`))
    .orderBy(sql`ts_rank_cd(${scriptureVerses.words}, ${query}) desc`, scriptureVerses.verse)
    .limit(CANDIDATES)
  const [best] = rows
    .map(({ edition, verse, body }) => ({
      verse,
      ...compare(quotation, [{ edition: editionById(edition).id, text: plain(body) }]),
    }))
    .sort((a, b) => b.similarity - a.similarity)
  if (!best || best.similarity < (wordsOf(quotation).length < SENTENCE ? 1 : SURE)) return undefined
  return { from: best.verse, to: best.verse, name: nameOf({ from: best.verse, to: best.verse }), start: 0, end: 0 }
}
