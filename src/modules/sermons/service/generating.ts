import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { ensureEveryEdition } from '#scripture/service/loading.ts'
import { verifyText } from '#scripture/service.ts'
import { compose, type Material } from '../rules/composing.ts'
import { type SermonDocument, textOf } from '../rules/document.ts'
import type { Stage } from '../rules/options.ts'
import { sermons, sermonVersions } from '../tables.ts'
import { blessingOf, passagesOf, referencesOf } from './material.ts'
import { writeWithModel } from './model-writing.ts'

export type SermonRow = typeof sermons.$inferSelect
interface Work {
  sermonId: string
  generation: number
}

const same = ({ sermonId, generation }: Work) =>
  and(eq(sermons.id, sermonId), eq(sermons.generation, generation), isNull(sermons.deletedAt))

/** Says where a generation is; null where it was canceled or another one began. */
async function enter(ctx: OuterCtx, work: Work, stage: Stage): Promise<SermonRow | null> {
  return ctx.tx(async inner => {
    const [row] = await inner.db
      .update(sermons)
      .set({ stage, version: sql`${sermons.version}` })
      .where(and(same(work), sql`${sermons.stage} is not null`))
      .returning()
    announce(inner, 'sermons', work.sermonId)
    return row ?? null
  })
}

/** Writes a sermon, stage by stage; each is a transaction of its own, so that everyone sees how far it got. */
export async function runGeneration(ctx: OuterCtx, work: Work): Promise<void> {
  // Texts are loaded on first use, which takes longer than a transaction may wait.
  await ensureEveryEdition()
  const row = await enter(ctx, work, 'reading')
  if (!row) return
  const { edition } = row
  const passages = await ctx.tx(inner => passagesOf(inner, row.bibleVerse, edition))
  if (!(await enter(ctx, work, 'references'))) return
  const references = await ctx.tx(inner => referencesOf(inner, passages, edition))
  if (!(await enter(ctx, work, 'outline'))) return
  const blessing = await ctx.tx(inner => blessingOf(inner, edition, work.generation))
  if (!(await enter(ctx, work, 'writing'))) return
  const composed = composeFor(row, { passages, ...references, blessing, edition }, work.generation)
  const document = await writeWithModel(ctx, row, composed, async () => Boolean(await enter(ctx, work, 'writing')))
  if (!document || !(await enter(ctx, work, 'checking'))) return
  await ctx.tx(async inner => {
    await requireVerified(inner, document, row)
    await finish(inner, work, document)
  })
}

export const composeFor = (row: SermonRow, material: Material, turn: number): SermonDocument =>
  compose(material, {
    theme: row.theme,
    audience: row.targetAudience,
    length: row.length,
    tone: row.tone,
    includeStories: row.includeStories,
    includeQuotes: row.includeQuotes,
    seed: `${row.bibleVerse} ${row.theme} ${row.id} ${turn}`,
  })

/** The engine quotes what is stored; should it ever not, nobody gets to see it. */
async function requireVerified(ctx: Ctx, document: SermonDocument, { edition }: SermonRow): Promise<void> {
  const wrong = (await verifyText(ctx, textOf(document), edition)).find(({ verdict }) => verdict === 'not_found')
  if (wrong) throw new Error(`a quotation of the engine is not in the Bible: ${wrong.reference}`)
}

async function finish(ctx: Ctx, work: Work, document: SermonDocument): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(sermons)
    .where(and(same(work), sql`${sermons.stage} is not null`))
    .for('update')
  if (!row) return
  await keepVersion(ctx, row)
  await ctx.db
    .update(sermons)
    .set({ document, stage: null, problem: '', status: 'draft', version: row.version + 1 })
    .where(eq(sermons.id, row.id))
  announce(ctx, 'sermons', row.id)
}

/** What a sermon said until now, so that it can come back. */
export async function keepVersion(ctx: Ctx, { id, document }: SermonRow): Promise<void> {
  if (!document) return
  // Two versions at once would get the same number.
  await ctx.db.select({ id: sermons.id }).from(sermons).where(eq(sermons.id, id)).for('update')
  const [last] = await ctx.db
    .select({ number: max(sermonVersions.number) })
    .from(sermonVersions)
    .where(eq(sermonVersions.sermonId, id))
  await ctx.db
    .insert(sermonVersions)
    .values({ sermonId: id, number: (last?.number ?? 0) + 1, document, createdBy: userOf(ctx) })
}

export async function failGeneration(ctx: Ctx, work: Work): Promise<void> {
  await ctx.db
    .update(sermons)
    .set({ stage: null, problem: 'Failed to generate sermon. Please try again.' })
    .where(same(work))
  announce(ctx, 'sermons', work.sermonId)
}
