import { eq } from 'drizzle-orm'
import { activeMember, clients, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { may } from '#kernel/permissions.ts'
import { sendMail } from '#messaging/service.ts'
import { notify } from '#notifications/service.ts'
import { signInLink } from '#portal/service/links.ts'
import type { Sale } from '../../sales/service.ts'
import { newCardMail, receiptMail, retryMail } from '../emails/subscription.ts'
import { planName, type Subscription } from './rows.ts'

/** `retry`: on that day the card is tried again. */
export type SubscriptionNews = { kind: 'retry'; on: string } | { kind: 'stopped' } | { kind: 'receipt'; sale: Sale }

export const dayInWords = (ctx: Ctx, day: string) =>
  new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** By email, once for each key. A card that needs a change comes with a link that signs in. */
export async function emailSubscriber(
  ctx: Ctx,
  row: Subscription,
  news: SubscriptionNews,
  dedupeKey: string,
): Promise<void> {
  const [client] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name: church, slug } = found(client, 'Account')
  const own = `${env.publicUrl}/my/${slug}/subscriptions`
  const to = { church, firstName: row.firstName, plan: await planName(ctx, row) }
  const mail =
    news.kind === 'receipt'
      ? receiptMail({ ...to, href: own, ...amounts(ctx, row, news.sale) })
      : news.kind === 'retry'
        ? retryMail({ ...to, href: await signInLink(ctx, row.email), nextTry: dayInWords(ctx, news.on) })
        : newCardMail({ ...to, href: await signInLink(ctx, row.email) })
  const toName = `${row.firstName} ${row.lastName}`.trim()
  await sendMail(ctx, { ...mail, to: row.email, toName, kind: 'plan_subscription', dedupeKey, senderName: church })
}

function amounts(ctx: Ctx, { nextOn, state }: Subscription, { total, taxes, currency }: Sale) {
  const money = (amount: number) => formatMoney({ amount, currency }, ctx.client.locale)
  return {
    total: money(total),
    taxes: taxes.map(({ name, amount }) => `${name} ${money(amount)}`),
    nextOn: state === 'canceled' ? '' : dayInWords(ctx, nextOn),
  }
}

/** Those who keep the plans hear that someone needs a call. */
export async function notifyTeam(ctx: Ctx, { id, nextOn }: Subscription): Promise<void> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const able = team.filter(({ role }) => may(role, 'payments.write')).map(({ userId }) => userId)
  await notify(ctx, able, {
    type: 'plan-subscription',
    title: 'A subscription is past due',
    href: '/payment-settings?tab=plans',
    body: 'Its card was declined or its payment was returned. Please get in touch with the subscriber.',
    dedupeKey: `plan-past-due:${id}:${nextOn}`,
  })
}
