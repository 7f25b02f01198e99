import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { ensureEveryEdition } from '#scripture/service/loading.ts'
import { verifyText } from '#scripture/service.ts'
import { documentOf } from '#sermons/service.ts'
import { compose, type Material } from '../rules/composing.ts'
import { type StudyDocument, textOf } from '../rules/document.ts'
import type { Stage } from '../rules/options.ts'
import { bibleStudies } from '../tables.ts'
import { digestOf, materialOf, passagesOf, type StudyRow } from './material.ts'

interface Work {
  studyId: string
  generation: number
}
const same = ({ studyId, generation }: Work) =>
  and(
    eq(bibleStudies.id, studyId),
    eq(bibleStudies.generation, generation),
    isNull(bibleStudies.deletedAt),
    isNotNull(bibleStudies.stage),
  )

/** Says where a generation is; null where it was canceled or another one began. */
const enter = (ctx: OuterCtx, work: Work, stage: Stage): Promise<StudyRow | null> =>
  ctx.tx(async inner => {
    const [row] = await inner.db
      .update(bibleStudies)
      .set({ stage, version: sql`${bibleStudies.version}` })
      .where(same(work))
      .returning()
    announce(inner, 'bible-studies', work.studyId)
    return row ?? null
  })

/** Writes a study, stage by stage; each is a transaction of its own, so that everyone sees how far it got. */
export async function runGeneration(ctx: OuterCtx, work: Work): Promise<void> {
  // Texts are loaded on first use, which takes longer than a transaction may wait.
  await ensureEveryEdition()
  const row = await enter(ctx, work, 'reading')
  if (!row) return
  const passages = await ctx.tx(inner => passagesOf(inner, row))
  if (!(await enter(ctx, work, 'references'))) return
  const material = await ctx.tx(inner => materialOf(inner, row, passages))
  if (!(await enter(ctx, work, 'writing'))) return
  const document = composeFor(row, material)
  if (!(await enter(ctx, work, 'checking'))) return
  await ctx.tx(async inner => {
    await requireVerified(inner, document, row)
    await finish(inner, work, document)
  })
}

export const composeFor = (row: StudyRow, material: Material): StudyDocument =>
  compose(material, {
    title: row.title,
    audience: row.targetAudience,
    difficulty: row.difficulty,
    minutes: row.duration,
    format: row.studyFormat,
    includeQuestions: row.includeQuestions,
    seed: `${row.scripture} ${row.title} ${row.id} ${row.generation}`,
  })

/** The engine quotes what is stored; should it ever not, nobody gets to see it. */
async function requireVerified(ctx: Ctx, document: StudyDocument, { edition }: StudyRow): Promise<void> {
  const wrong = (await verifyText(ctx, textOf(document), edition)).find(({ verdict }) => verdict === 'not_found')
  if (wrong) throw new Error(`a quotation of the engine is not in the Bible: ${wrong.reference} ${wrong.text}`)
}

async function finish(ctx: Ctx, work: Work, document: StudyDocument): Promise<void> {
  const [row] = await ctx.db.select().from(bibleStudies).where(same(work)).for('update')
  if (!row) return
  const sermon = row.sermonId ? await documentOf(ctx, row.sermonId) : null
  await ctx.db
    .update(bibleStudies)
    .set({
      document,
      previous: row.document,
      stage: null,
      problem: '',
      status: 'draft',
      version: row.version + 1,
      sermonDigest: sermon ? digestOf(sermon) : null,
    })
    .where(eq(bibleStudies.id, row.id))
  announce(ctx, 'bible-studies', row.id)
}

export async function failGeneration(ctx: Ctx, work: Work): Promise<void> {
  await ctx.db
    .update(bibleStudies)
    .set({ stage: null, problem: 'Failed to generate Bible study. Please try again.' })
    .where(same(work))
  announce(ctx, 'bible-studies', work.studyId)
}
