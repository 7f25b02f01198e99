import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { escapeLike } from '#kernel/sql.ts'
import type { SearchInput } from '../contract.ts'
import { editionById } from '../rules/editions.ts'
import { toPlainText } from '../rules/plain-text.ts'
import { nameOf, verseId } from '../rules/verses.ts'
import { plain } from '../rules/words.ts'
import { ensureEveryEdition } from './loading.ts'

/**
 * Verses that have all the words, those in quotation marks next to each other. First come those that have them as a
 * phrase, then those that have the phrase in another edition: who knows a verse by heart knows one edition's words.
 */
export async function search(ctx: Ctx, { q, edition, book, limit, offset }: SearchInput) {
  await ensureEveryEdition()
  const { all, phrase, text } = queriesOf(q)
  const own = sql`edition = ${edition}`
  const inBook = book ? sql`and verse >= ${verseId(book, 0, 0)} and verse < ${verseId(book + 1, 0, 0)}` : sql``
  const { rows } = await ctx.db.execute<{ verse: number; body: string; total: number }>(sql`
    with asked as materialized (select ${all} as words, ${phrase ?? sql`null::tsquery`} as phrase),
    phrased as materialized (
      select verse, bool_or(${own}) as here from scripture_verses
      where words @@ (select phrase from asked) ${inBook} group by verse),
    found as materialized (
      select verse from phrased union
      select verse from scripture_verses where ${own} and words @@ (select words from asked) ${inBook})
    select v.verse, v.body, count(*) over ()::int as total
    from found join scripture_verses v on v.verse = found.verse and v.${own}
    left join phrased on phrased.verse = v.verse cross join asked
    order by coalesce(phrased.here, false) desc, phrased.verse is not null desc,
      v.plain ilike ${`${escapeLike(text)}%`} desc,
      case when phrased.here then ts_rank_cd(v.words, asked.phrase, 2) end desc nulls last,
      ts_rank_cd(v.words, asked.words, 1) desc, v.verse
    limit ${limit} offset ${offset}`)
  const items = rows.map(row => ({
    id: row.verse,
    name: nameOf({ from: row.verse, to: row.verse }),
    text: plain(row.body),
  }))
  return { items, total: rows[0]?.total ?? 0, credit: editionById(edition).credit }
}

/** @returns all: what a verse must have; phrase: every word in this order, where nothing is in quotation marks */
function queriesOf(q: string): { all: SQL; phrase?: SQL; text: string } {
  const quoted: string[] = []
  const rest = q.replace(/(^|\s)["“]([^"“”]+)["”]/g, (_, before: string, part: string) => {
    quoted.push(toPlainText(part))
    return before
  })
  const text = toPlainText(q)
  const parts = quoted.filter(Boolean).map(part => sql`phraseto_tsquery('every_word', ${part})`)
  // Small words between others don't count, unless there are no others.
  const plainRest = toPlainRest(rest)
  const loose = sql`(case when numnode(websearch_to_tsquery('english', ${plainRest})) > 0
    then websearch_to_tsquery('english', ${plainRest}) else plainto_tsquery('every_word', ${toPlainText(rest)}) end)`
  if (parts.length > 0)
    return { all: sql`(${sql.join(toPlainText(rest) ? [...parts, loose] : parts, sql` && `)})`, text }
  const isPhrase = text.includes(' ') && !/(^|\s)-\S|\sor\s/i.test(q)
  return { all: loose, ...(isPhrase && { phrase: sql`phraseto_tsquery('every_word', ${text})` }), text }
}

/** With the minus sign before a word, which excludes it. */
const toPlainRest = (text: string) =>
  text
    .split(/\s+/)
    .map(word => (/^-[\p{L}\p{N}]/u.test(word) ? `-${toPlainText(word).replaceAll(' ', ' -')}` : toPlainText(word)))
    .join(' ')
