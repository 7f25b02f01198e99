import type { Ctx } from '#kernel/ctx.ts'
import type { TextGivingSettings } from '../contract.ts'
import { textGivingSettings } from '../tables.ts'

export async function readSettings(ctx: Ctx): Promise<TextGivingSettings> {
  const [row] = await ctx.db.select().from(textGivingSettings)
  return { enabled: row?.enabled ?? false }
}

export async function saveSettings(ctx: Ctx, { enabled }: TextGivingSettings): Promise<TextGivingSettings> {
  await ctx.db
    .insert(textGivingSettings)
    .values({ enabled })
    .onConflictDoUpdate({ target: textGivingSettings.clientId, set: { enabled } })
  return { enabled }
}
