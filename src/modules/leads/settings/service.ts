import { and, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { leadNames } from '#people/rules/lead-stages.ts'
import { leads } from '../tables.ts'
import type { LeadSettings, LeadSettingsChange } from './contract.ts'
import { leadSettings } from './tables.ts'

export async function read(ctx: Ctx): Promise<LeadSettings> {
  const [row] = await ctx.db.select().from(leadSettings)
  const showValue = row?.showValue ?? false
  return {
    ...leadNames(row?.stageTitles, row?.outcomeTitles),
    showValue,
    valueShown: showValue || (await usesValue(ctx)),
  }
}

async function usesValue(ctx: Ctx): Promise<boolean> {
  const some = await ctx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(isNull(leads.deletedAt), isNotNull(leads.value)))
    .limit(1)
  return some.length > 0
}

export async function change(ctx: Ctx, changes: LeadSettingsChange): Promise<LeadSettings> {
  // Two who rename at once: the second adds to what the first has saved.
  const [row] = await ctx.db.select().from(leadSettings).for('update')
  const next = {
    stageTitles: kept({ ...row?.stageTitles, ...changes.stageTitles }),
    outcomeTitles: kept({ ...row?.outcomeTitles, ...changes.outcomeTitles }),
    showValue: changes.showValue ?? row?.showValue ?? false,
  }
  mustDiffer('stageTitles', leadNames(next.stageTitles).stageTitles, changes.stageTitles)
  mustDiffer('outcomeTitles', leadNames({}, next.outcomeTitles).outcomeTitles, changes.outcomeTitles)
  await ctx.db.insert(leadSettings).values(next).onConflictDoUpdate({ target: leadSettings.clientId, set: next })
  announce(ctx, 'leads')
  return read(ctx)
}

/** Two columns of one name could not be told apart. */
function mustDiffer(field: string, titles: Record<string, string>, changed: object = {}) {
  for (const key of Object.keys(changed))
    for (const [other, title] of Object.entries(titles))
      if (other !== key && title.toLowerCase() === titles[key]!.toLowerCase())
        throw invalid(`${field}.${key}`, 'Another one has this name')
}

/** An empty label is the usual one. */
const kept = <Titles extends Record<string, string | undefined>>(titles: Titles) =>
  Object.fromEntries(Object.entries(titles).filter(([, title]) => title)) as Titles
