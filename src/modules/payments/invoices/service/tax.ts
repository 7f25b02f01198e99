import type { Ctx } from '#kernel/ctx.ts'
import { ratesOn } from '../../rules/tax.ts'
import { paymentSettings } from '../../tables.ts'
import { today } from './rows.ts'

/** Rates of the church's tax settings that are in force today; none while it collects no tax. */
export async function ratesOf(ctx: Ctx): Promise<{ name: string; rate: number }[]> {
  const [settings] = await ctx.db
    .select({ collects: paymentSettings.collectTax, rates: paymentSettings.taxRates })
    .from(paymentSettings)
  if (!settings?.collects) return []
  return ratesOn(settings.rates, today(ctx)).map(({ name, region, basisPoints }) => ({
    name: region ? `${name} (${region})` : name,
    rate: basisPoints / 100,
  }))
}
