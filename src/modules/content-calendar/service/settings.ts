import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { Settings } from '../contract.ts'
import { contentSettings } from '../tables.ts'

const usual: Settings = { tradition: 'western', country: 'us', onSundays: false, weekStart: 'sunday' }

export async function settingsOf(ctx: Ctx): Promise<Settings> {
  const [row] = await ctx.db.select().from(contentSettings)
  if (!row) return usual
  const { tradition, country, onSundays, weekStart } = row
  return { tradition, country, onSundays, weekStart }
}

export async function saveSettings(ctx: Ctx, settings: Settings): Promise<Settings> {
  await ctx.db
    .insert(contentSettings)
    .values(settings)
    .onConflictDoUpdate({ target: contentSettings.clientId, set: settings })
  announce(ctx, 'content-calendar')
  return settings
}

/** Today by the church's clock. */
export const todayOf = (ctx: Ctx): string => localDay(clock.now(), ctx.client.timeZone)
