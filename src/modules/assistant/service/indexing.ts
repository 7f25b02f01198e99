import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { passagesOf } from '../rules/passages.ts'
import { indexText as stemsOf } from '../rules/words.ts'
import { knowledgePassages, knowledgeSources } from '../tables.ts'

/** Replaces the passages of a source by those of a text. */
export async function indexText(ctx: Ctx, sourceId: string, title: string, text: string): Promise<void> {
  const passages = passagesOf(title, text)
  await ctx.db.delete(knowledgePassages).where(eq(knowledgePassages.sourceId, sourceId))
  for (let at = 0; at < passages.length; at += 100)
    await ctx.db.insert(knowledgePassages).values(
      passages.slice(at, at + 100).map((one, i) => ({
        ...{ sourceId, position: at + i, title: one.title, body: one.text },
        stems: stemsOf(`${one.title} ${one.text}`),
      })),
    )
  const problem = passages.length === 0 ? 'There is no text in it.' : ''
  await ctx.db
    .update(knowledgeSources)
    .set({ state: problem ? 'failed' : 'ready', problem, passages: passages.length, indexedAt: clock.now() })
    .where(eq(knowledgeSources.id, sourceId))
}
