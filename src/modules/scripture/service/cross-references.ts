import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { EditionId } from '../rules/editions.ts'
import { nameOf, type VerseRange } from '../rules/verses.ts'
import { plain } from '../rules/words.ts'
import { scriptureReferences, scriptureVerses } from '../tables.ts'
import { ensureLoaded } from './loading.ts'

export interface CrossReference {
  id: number
  name: string
  text: string
  /** 0 and up; above 1 is very near. */
  score: number
  /** The verse of the passage that it belongs to. */
  of: number
}

/**
 * Verses that throw light on passages, the nearest first and each once.
 * @param outside verses that are left out: usually the passage itself
 */
export async function crossReferencesOf(
  ctx: Pick<Ctx, 'db'>,
  ranges: readonly VerseRange[],
  edition: EditionId,
  { limit, outside }: { limit: number; outside: readonly VerseRange[] },
): Promise<CrossReference[]> {
  await ensureLoaded([edition, 'references'])
  const either = sql.join(
    ranges.map(({ from, to }) => sql`r.verse between ${from} and ${to}`),
    sql` or `,
  )
  const apart = sql.join(
    outside.map(({ from, to }) => sql`u.target not between ${from} and ${to}`),
    sql` and `,
  )
  const { rows } = await ctx.db.execute<{ target: number; verse: number; score: number; body: string }>(sql`
    select best.target, best.verse, best.score, v.body from (
      select distinct on (u.target) u.target, r.verse, u.score
      from ${scriptureReferences} r, unnest(r.targets, r.scores) u(target, score)
      where (${either}) and ${apart} order by u.target, u.score desc) best
    join ${scriptureVerses} v on v.edition = ${edition} and v.verse = best.target
    order by best.score desc, best.target limit ${limit}`)
  return rows.map(({ target, body, verse, score }) => ({
    id: target,
    name: nameOf({ from: target, to: target }),
    text: plain(body),
    score: score / 100,
    of: verse,
  }))
}
