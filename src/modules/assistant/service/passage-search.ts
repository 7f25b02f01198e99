import { sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type Frequencies, rankPassages, type Scored, searchStems } from '../rules/passage-ranking.ts'
import { contentStems } from '../rules/words.ts'

export interface Found extends Scored {
  link: string
  sourceTitle: string
  isDoctrine: boolean
}

/** Candidates that are looked at closely; far more than an answer needs. */
const CANDIDATES = 40
const COUNTED = 2_000

const usable = () => sql`s.enabled and s.state = 'ready'
  and (s.expires_at is null or s.expires_at > ${clock.now().toISOString()}::timestamptz)`

/** Passages of approved sources that speak of a question, best first. */
export async function searchPassages(ctx: Ctx, question: string): Promise<Found[]> {
  const stems = searchStems(question).filter(one => /^[\p{L}\p{N}]+$/u.test(one))
  if (stems.length === 0) return []
  const query = sql`to_tsquery('simple', ${stems.slice(0, 200).join(' | ')})`
  const { rows } =
    await ctx.db.execute<Row>(sql`select p.id, p.source_id, p.title, p.body, s.link, s.title as source_title,
      s.is_doctrine
    from knowledge_passages p join knowledge_sources s on s.client_id = p.client_id and s.id = p.source_id
    where p.words @@ ${query} and ${usable()}
    order by ts_rank(p.words, ${query}) desc, p.id limit ${CANDIDATES}`)
  if (rows.length === 0) return []
  const frequencies = await frequenciesOf(ctx, contentStems(question))
  const byId = new Map(rows.map(row => [row.id, row]))
  const passages = rows.map(row => ({ id: row.id, sourceId: row.source_id, title: row.title, text: row.body }))
  return rankPassages(question, passages, frequencies).map(one => {
    const { link, source_title: sourceTitle, is_doctrine: isDoctrine } = byId.get(one.id)!
    return { ...one, link, sourceTitle, isDoctrine }
  })
}
type Row = {
  id: string
  source_id: string
  title: string
  body: string
  link: string
  source_title: string
  is_doctrine: boolean
}

async function frequenciesOf(ctx: Ctx, stems: readonly string[]): Promise<Frequencies> {
  const words = [...new Set(stems)].filter(one => /^[\p{L}\p{N}]+$/u.test(one)).slice(0, 60)
  const { rows } = await ctx.db.execute<{ stem: string; n: number }>(sql`select stem,
      (select count(*)::int from (select from knowledge_passages p where p.words @@ to_tsquery('simple', stem) limit ${COUNTED}) n) as n
    from unnest(${sql.param(words)}::text[]) stem`)
  const [total] = (
    await ctx.db.execute<{ n: number }>(
      sql`select coalesce(sum(passages), 0)::int as n from knowledge_sources where state = 'ready'`,
    )
  ).rows
  const known = new Map(rows.map(row => [row.stem, row.n]))
  return { passages: Math.max(1, total?.n ?? 1), of: one => known.get(one) ?? 0 }
}
