import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { knowledgePassages, knowledgeSources } from '../tables.ts'
import { type IndexedPassage, toIndexedPassages } from './document-text.ts'

/** Replaces the passages of a source by those of a text. */
export const indexSourceText = (ctx: Ctx, sourceId: string, title: string, text: string): Promise<void> =>
  replacePassages(ctx, sourceId, toIndexedPassages(title, text))

/** Replaces the passages of a source. */
export async function replacePassages(ctx: Ctx, sourceId: string, passages: readonly IndexedPassage[]): Promise<void> {
  await ctx.db.delete(knowledgePassages).where(eq(knowledgePassages.sourceId, sourceId))
  for (let at = 0; at < passages.length; at += 100)
    await ctx.db.insert(knowledgePassages).values(
      passages.slice(at, at + 100).map(({ title, text, stems }, i) => ({
        sourceId,
        position: at + i,
        title,
        body: text,
        stems,
      })),
    )
  const problem = passages.length === 0 ? 'There is no text in it.' : ''
  await ctx.db
    .update(knowledgeSources)
    .set({ state: problem ? 'failed' : 'ready', problem, passages: passages.length, indexedAt: clock.now() })
    .where(eq(knowledgeSources.id, sourceId))
}
