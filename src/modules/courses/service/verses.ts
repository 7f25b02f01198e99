import type { Ctx } from '#kernel/ctx.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { readPassages } from '#scripture/service/reading.ts'
import { type Doc, versesOf } from '../rules/document.ts'
import type { ShownVerse, Verses } from '../rules/html.ts'

const MOST_VERSES = 60

/** The passages of a document, word for word from the World English Bible, which everyone may show. */
export async function readVerses(ctx: Ctx, doc: Doc): Promise<Verses> {
  const shown = new Map<string, ShownVerse>()
  for (const reference of new Set(versesOf(doc))) {
    const read = (await readPassages(ctx, parsePassages(reference).slice(0, 3), 'web')).filter(
      one => one.verses.length > 0,
    )
    const [first] = read
    if (first)
      shown.set(reference, {
        name: read.map(({ name }) => name).join('; '),
        abbreviation: first.abbreviation,
        verses: read
          .flatMap(({ verses }) => verses.map(({ number, text }) => ({ number, text })))
          .slice(0, MOST_VERSES),
      })
  }
  return shown
}
