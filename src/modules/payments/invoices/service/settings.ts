import { and, eq } from 'drizzle-orm'
import { noCardNumbers } from '#card-numbers/service.ts'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { InvoiceSettings, InvoiceSettingsChange } from '../contract.ts'
import type { LateFeeTerms } from '../rules/late-fees.ts'
import { defaultSchedule } from '../rules/reminders.ts'
import { invoiceCurrencies } from '../rules/terms.ts'
import { type Issuer, invoiceSettings } from '../tables.ts'

const profile = async (ctx: Ctx) => {
  const [row] = await ctx.db
    .select({ name: clients.name, logoId: clients.logoId, address: clients.address })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  return found(row, 'Account')
}

/** The church's own currency, where invoices can be in it. */
export const currencyOf = (ctx: Ctx): (typeof invoiceCurrencies)[number] =>
  invoiceCurrencies.find(currency => currency === ctx.client.currency) ?? 'USD'

const addressText = (address: object | null): string =>
  address
    ? Object.values(address)
        .filter(part => typeof part === 'string' && part)
        .join('\n')
    : ''

export async function readSettings(ctx: Ctx): Promise<InvoiceSettings> {
  const { name, logoId, address } = await profile(ctx)
  const [row] = await ctx.db.select().from(invoiceSettings)
  const shared = { currency: currencyOf(ctx), logo: logoId !== null }
  if (row) return { ...row, ...shared }
  return {
    businessName: name,
    businessAddress: addressText(address),
    footer: 'Thank you for your business!',
    hasLogo: true,
    terms: 'net_30',
    lateFees: false,
    lateFeeKind: 'percentage',
    lateFeeRate: 2.5,
    lateFeeAmount: 2_500,
    graceDays: 0,
    lateFeeRepeat: 'once',
    lateFeeCap: null,
    reminders: true,
    schedule: [...defaultSchedule],
    replyTo: '',
    ...shared,
    version: 0,
  }
}

export async function saveSettings(ctx: Ctx, { version, ...input }: InvoiceSettingsChange & { version: number }) {
  noCardNumbers(input)
  if (!input.businessName) throw invalid('businessName', 'Please enter a business name')
  const values = { ...input, schedule: [...new Set(input.schedule)].sort((a, b) => a - b) }
  // Two people may edit at once: the second is told, and nothing is overwritten.
  const [row] =
    version === 0
      ? await ctx.db.insert(invoiceSettings).values(values).onConflictDoNothing().returning({ id: invoiceSettings.id })
      : await ctx.db
          .update(invoiceSettings)
          .set(values)
          .where(and(eq(invoiceSettings.version, version)))
          .returning({ id: invoiceSettings.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'invoices')
  return readSettings(ctx)
}

/** What an invoice keeps of the settings when it is finalized. */
export async function snapshotSettings(ctx: Ctx): Promise<{ issuer: Issuer; lateFeeTerms: LateFeeTerms | null }> {
  const settings = await readSettings(ctx)
  const { logoId } = await profile(ctx)
  const { businessName, businessAddress, footer, hasLogo, lateFees } = settings
  return {
    issuer: { name: businessName, address: businessAddress, footer, logoId: hasLogo ? logoId : null },
    lateFeeTerms: lateFees
      ? {
          kind: settings.lateFeeKind,
          rate: settings.lateFeeRate,
          amount: settings.lateFeeAmount,
          graceDays: settings.graceDays,
          repeat: settings.lateFeeRepeat,
          cap: settings.lateFeeCap,
        }
      : null,
  }
}
