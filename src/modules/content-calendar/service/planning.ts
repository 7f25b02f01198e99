import { and, isNotNull, isNull } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { AcceptInput, PlanInput } from '../contract.ts'
import { planFor } from '../rules/plan.ts'
import { contentEntries } from '../tables.ts'
import { settingsOf } from './settings.ts'

/** What could be posted; days that have something of a plan already are left out. Nothing is stored. */
export async function propose(ctx: Ctx, { from, to, perWeek, keepQuiet }: PlanInput) {
  const { tradition, country } = await settingsOf(ctx)
  const rows = await ctx.db
    .select({ planSlot: contentEntries.planSlot })
    .from(contentEntries)
    .where(and(isNull(contentEntries.deletedAt), isNotNull(contentEntries.planSlot)))
  const taken = new Set(rows.map(({ planSlot }) => planSlot))
  const items = planFor({ from, to, perWeek, tradition, country, keepQuiet })
  return { items: items.filter(({ slot }) => !taken.has(slot)) }
}

/** Stores what was chosen, all of it or nothing; what is there already stays as it was edited. */
export async function accept(ctx: Ctx, { items }: AcceptInput) {
  const made = await ctx.db
    .insert(contentEntries)
    .values(
      items.map(({ slot, date, title, idea, verse }) => ({
        title,
        date,
        type: 'outreach' as const,
        planSlot: slot,
        createdBy: userOf(ctx),
        contentSuggestions: [idea],
        bibleVerses: verse ? [verse] : [],
      })),
    )
    .onConflictDoNothing()
    .returning({ id: contentEntries.id })
  if (made.length > 0) announce(ctx, 'content-calendar')
  return { added: made.length }
}
