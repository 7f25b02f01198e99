import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#kernel/db.ts'
import { asPlatform } from '#kernel/run.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { type EditionId, editionIds } from '../rules/editions.ts'
import { toPlainText } from '../rules/plain-text.ts'
import { plain } from '../rules/words.ts'
import { scriptureLoads } from '../tables.ts'

const unpack = promisify(brotliDecompress)
const fileOf = (id: string) => new URL(`../data/${id}.bin`, import.meta.url)

/** A busy machine takes a while for seven editions. */
const PATIENCE = '120s'

/** What this process knows to be in the tables. */
const known = new Map<string, Promise<void>>()

/**
 * Makes sure that texts are in the tables. A start loads them all; where that failed, the request that needs one loads it.
 * A file of a newer version replaces what is there.
 */
export async function ensureLoaded(ids: readonly (EditionId | 'references')[]): Promise<void> {
  // One after the other: each takes a connection, and there are few.
  for (const id of ids) await ensure(id)
}
export const ensureEveryEdition = () => ensureLoaded(editionIds)

/** Everything, two at a time, before a start serves anyone: no request has to load a text inside its transaction. */
export async function loadScripture(): Promise<void> {
  const waiting = [...editionIds, 'references'] as const
  await Promise.all([0, 1].map(lane => ensureLoaded(waiting.filter((_, place) => place % 2 === lane))))
}

function ensure(id: string): Promise<void> {
  const begun = known.get(id) ?? load(id)
  known.set(id, begun)
  begun.catch(() => known.delete(id))
  return begun
}

async function load(id: string): Promise<void> {
  const packed = await readFile(fileOf(id))
  const stamp = createHash('sha256').update(packed).digest('hex')
  await asPlatform('scripture', async db => {
    if (await isLoaded(db, id, stamp)) return
    // A request that comes while another process loads it waits longer than requests usually may.
    await db.execute(
      sql`select set_config('lock_timeout', ${PATIENCE}, true), set_config('statement_timeout', ${PATIENCE}, true)`,
    )
    await advisoryLock(db, `scripture ${id}`)
    if (await isLoaded(db, id, stamp)) return
    const lines = (await unpack(packed)).toString().split('\n')
    await (id === 'references' ? replaceReferences(db, lines) : replaceVerses(db, id, lines))
    await db
      .insert(scriptureLoads)
      .values({ source: id, stamp })
      .onConflictDoUpdate({ target: scriptureLoads.source, set: { stamp } })
  })
}

async function isLoaded(db: Db, id: string, stamp: string): Promise<boolean> {
  const [row] = await db.select().from(scriptureLoads).where(eq(scriptureLoads.source, id))
  return row?.stamp === stamp
}

async function replaceVerses(db: Db, edition: string, lines: readonly string[]): Promise<void> {
  const rows = lines.map(line => {
    const [range = '', label = '', body = ''] = line.split('\t')
    const [verse = '', through] = range.split('-')
    const text = body.replaceAll('↵', '\n')
    return { verse, through, label: label || null, body: text, plain: toPlainText(plain(text)) }
  })
  await db.execute(sql`delete from scripture_verses where edition = ${edition}`)
  await db.execute(sql`
    insert into scripture_verses (edition, verse, through, label, body, plain)
    select ${edition}, verse, through, label, body, plain from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(verse int, through int, label text, body text, plain text)`)
}

async function replaceReferences(db: Db, lines: readonly string[]): Promise<void> {
  const rows = lines.map(line => {
    const [verse, list = ''] = line.split('\t')
    const pairs = list.split(' ').map(one => one.split(':'))
    return { verse, targets: `{${pairs.map(([id]) => id)}}`, scores: `{${pairs.map(([, score]) => score)}}` }
  })
  await db.execute(sql`delete from scripture_references`)
  await db.execute(sql`
    insert into scripture_references (verse, targets, scores)
    select verse, targets::int[], scores::smallint[] from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(verse int, targets text, scores text)`)
}
