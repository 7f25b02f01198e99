import { eq } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Audience, Length, SermonStatus, Tone } from './rules/options.ts'
import { composeFor } from './service/generating.ts'
import { blessingOf, passagesOf, referencesOf, replacePassages } from './service/material.ts'
import { sermons } from './tables.ts'

interface Demo {
  title: string
  bibleVerse: string
  theme: string
  targetAudience: Audience
  length: Length
  tone: Tone
  status: SermonStatus
  /** Days since it was preached. */
  ago: number | null
  series: string
}
const demo: Demo[] = [
  demoSermon('Nothing can part us', 'Romans 8:31-39', 'Trust', 'preached', 21, 'Romans'),
  demoSermon('A table in the wilderness', 'Psalm 23', 'Comfort', 'preached', 14, 'Psalms for hard days'),
  demoSermon('Who is my neighbor?', 'Luke 10:25-37', 'Mercy', 'ready', null, 'Stories Jesus told'),
]

function demoSermon(
  ...[title, bibleVerse, theme, status, ago, series]: [string, string, string, SermonStatus, number | null, string]
): Demo {
  return {
    title,
    bibleVerse,
    theme,
    status,
    ago,
    series,
    targetAudience: 'general',
    length: 'medium',
    tone: 'inspirational',
  }
}

function sundayBefore(at: Date): string {
  const sunday = new Date(at.getTime() - days(at.getUTCDay()))
  return sunday.toISOString().slice(0, 10)
}

/** Two sermons that were preached and one for a coming Sunday, written by the engine. */
export async function seedSermons(ctx: Ctx): Promise<void> {
  for (const { ago, ...one } of demo) {
    const preachedOn = ago === null ? null : sundayBefore(new Date(clock.ms() - days(ago)))
    const [row] = await ctx.db
      .insert(sermons)
      .values({ ...one, preachedOn, speaker: 'Pastor Ruth Bennett', generation: 1 })
      .returning()
    const passages = await passagesOf(ctx, one.bibleVerse, 'web')
    const references = await referencesOf(ctx, passages, 'web')
    const blessing = await blessingOf(ctx, 'web', 1)
    const document = composeFor(row!, { passages, ...references, blessing, edition: 'web' }, 1)
    await ctx.db.update(sermons).set({ document }).where(eq(sermons.id, row!.id))
    await replacePassages(ctx, row!.id, one.bibleVerse)
  }
}
