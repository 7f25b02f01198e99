import { and, inArray, isNull } from 'drizzle-orm'
import { members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import type { smsCampaigns } from '../tables.ts'

/** The month's cap has stopped a campaign: whoever answers for the account hears of it, once for each time it stops. */
export async function tellOfCap(ctx: Ctx, { id, name, updatedAt }: typeof smsCampaigns.$inferSelect): Promise<void> {
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, ['owner', 'admin']), isNull(members.removedAt)))
  await notify(
    ctx,
    rows.map(row => row.userId),
    {
      type: 'sms_cap',
      title: `“${name}” stands still: the month’s cap for texts is reached`,
      href: `/sms/${id}`,
      dedupeKey: `sms-cap:${id}:${updatedAt.getTime()}`,
      mail: true,
    },
  )
}
