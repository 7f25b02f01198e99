import { addDays } from '#church-year/rules/dates.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { accept, propose } from './service/planning.ts'
import { todayOf } from './service/settings.ts'
import { contentEntries } from './tables.ts'

/** A theme of four weeks, two events of our own, and a plan that was accepted for two weeks. */
export async function seedContentCalendar(ctx: Ctx): Promise<void> {
  const today = todayOf(ctx)
  await ctx.db.insert(contentEntries).values([
    {
      title: 'Hope in the dark',
      type: 'theme',
      date: addDays(today, -3),
      endDate: addDays(today, 24),
      description: 'Four weeks on waiting and hope',
      bibleVerses: ['Isaiah 9:2', 'Romans 15:13'],
    },
    {
      title: 'Neighborhood cookout',
      type: 'outreach',
      date: addDays(today, 10),
      contentSuggestions: ['Post the menu and who is cooking', 'Ask members to bring one neighbor'],
    },
    {
      title: 'Church anniversary',
      type: 'holiday',
      date: today,
      rule: { kind: 'fixed', month: 9, day: 14 },
      ruleKey: 'church anniversary',
    },
  ])
  const { items } = await propose(ctx, { from: today, to: addDays(today, 14), perWeek: 3, keepQuiet: true })
  await accept(ctx, { items })
}
