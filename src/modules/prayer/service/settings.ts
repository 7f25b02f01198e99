import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Settings } from '../contract.ts'
import { EXPIRY_DAYS, usualCategories } from '../rules/options.ts'
import { prayerSettings } from '../tables.ts'

export async function readSettings(ctx: Ctx): Promise<Settings> {
  const [row] = await ctx.db.select().from(prayerSettings)
  if (!row)
    return {
      categories: [...usualCategories],
      wallOpen: true,
      wallIndexed: false,
      expiryDays: EXPIRY_DAYS,
      keyword: true,
      digest: 'off',
      digestHour: 7,
    }
  const { categories, wallOpen, wallIndexed, expiryDays, keyword, digest, digestHour } = row
  return { categories, wallOpen, wallIndexed, expiryDays, keyword, digest, digestHour }
}

export async function readSettingsForm(ctx: Ctx) {
  const [account] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  const path = `/pray/${found(account, 'Account').slug}`
  return { ...(await readSettings(ctx)), formPath: path, wallPath: `${path}/wall` }
}

export async function saveSettings(ctx: Ctx, given: Settings): Promise<Settings> {
  const wanted = { ...given, categories: [...new Set(given.categories)] }
  await ctx.db
    .insert(prayerSettings)
    .values(wanted)
    .onConflictDoUpdate({ target: prayerSettings.clientId, set: wanted })
  announce(ctx, 'prayer')
  return readSettings(ctx)
}

/** When a request expires on which something happened now. */
export const readExpiry = async (ctx: Ctx): Promise<Date> =>
  new Date(clock.ms() + days((await readSettings(ctx)).expiryDays))
