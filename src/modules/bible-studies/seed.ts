import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { documentOf, sermonsOn } from '#sermons/service.ts'
import type { Difficulty, StudyFormat } from './rules/options.ts'
import { composeFor } from './service/generating.ts'
import { digestOf, materialOf, passagesOf, replacePassages } from './service/material.ts'
import { bibleStudies } from './tables.ts'

interface Demo {
  title: string
  scripture: string
  studyFormat: StudyFormat
  difficulty: Difficulty
  duration: number
  tags: string[]
}
const demo: Demo[] = [
  {
    title: 'Who is my neighbor?',
    scripture: 'Luke 10:25-37',
    studyFormat: 'inductive',
    difficulty: 'beginner',
    duration: 45,
    tags: ['home groups'],
  },
  {
    title: 'Forgiveness',
    scripture: 'Matthew 18:21-35',
    studyFormat: 'topical',
    difficulty: 'intermediate',
    duration: 60,
    tags: ['Wednesday'],
  },
  {
    title: 'Ruth, a woman of loyalty',
    scripture: 'Ruth 1:6-22',
    studyFormat: 'character',
    difficulty: 'intermediate',
    duration: 60,
    tags: ['women'],
  },
  {
    title: 'Philippians at a glance',
    scripture: 'Philippians',
    studyFormat: 'book',
    difficulty: 'advanced',
    duration: 90,
    tags: [],
  },
]

/** One study of each format, written by the engine; the first goes with the sermon on the same passage. */
export async function seedStudies(ctx: Ctx): Promise<void> {
  for (const one of demo) {
    const sermon = (await sermonsOn(ctx, one.scripture, 5)).find(({ title }) => title === one.title)
    const [row] = await ctx.db
      .insert(bibleStudies)
      .values({
        ...one,
        generation: 1,
        status: 'ready',
        ...(sermon && { sermonId: sermon.id, sermonDigest: digestOf(await documentOf(ctx, sermon.id)) }),
      })
      .returning()
    const document = composeFor(row!, await materialOf(ctx, row!, await passagesOf(ctx, row!)))
    await ctx.db.update(bibleStudies).set({ document }).where(eq(bibleStudies.id, row!.id))
    await replacePassages(ctx, row!.id, one.scripture)
  }
}
