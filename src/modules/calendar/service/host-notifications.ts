import { inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import { whenText } from '../rules/when.ts'
import { type appointments, resources } from '../tables.ts'

type Row = typeof appointments.$inferSelect

const titles = {
  requested: 'asks for a time',
  booked: 'was booked',
  confirmed: 'was confirmed',
  moved: 'has a new time',
  cancelled: 'was canceled',
  waitlisted: 'has someone on its waitlist',
} as const

/** The members who meet the guest hear what the guest did. The title of a confidential appointment says nothing. */
export async function notifyHosts(ctx: Ctx, row: Row, what: keyof typeof titles): Promise<void> {
  if (row.resourceIds.length === 0) return
  const hosts = await ctx.db
    .select({ userId: resources.userId })
    .from(resources)
    .where(inArray(resources.id, row.resourceIds))
  await notify(
    ctx,
    hosts.flatMap(host => host.userId ?? []),
    {
      type: 'appointment',
      title: `${row.title} ${titles[what]}`,
      body: whenText({ ...row, timeZone: ctx.client.timeZone, locale: ctx.client.locale }),
      href: `/appointments?appointment=${row.id}`,
      dedupeKey: `appointment:${row.id}:${what}:${row.sequence}`,
    },
  )
}
