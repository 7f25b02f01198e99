import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { listOwnedNumbers } from '#messaging/carrier/service/numbers.ts'
import { smsCampaigns, smsKeywords } from '../tables.ts'

/** Keywords and campaigns that work with a phone number of the church. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  if (kind !== 'phone-number') return []
  const numbers = await listOwnedNumbers(ctx)
  const isDefault = numbers.find(one => one.id === id)?.isDefault ?? false
  const only = numbers.filter(one => one.active && one.capabilities.sms).length < 2
  const keywords = await ctx.db.$count(smsKeywords, and(eq(smsKeywords.active, true), isNull(smsKeywords.deletedAt)))
  const campaigns = await ctx.db.$count(smsCampaigns, inArray(smsCampaigns.state, ['scheduled', 'sending', 'paused']))
  return [
    ...(keywords && (only || isDefault)
      ? [{ label: `${keywords === 1 ? 'One keyword is' : `${keywords} keywords are`} used with it`, href: '/sms' }]
      : []),
    ...(campaigns && isDefault
      ? [{ label: `${campaigns === 1 ? 'One campaign leaves' : `${campaigns} campaigns leave`} from it`, href: '/sms' }]
      : []),
  ]
}
