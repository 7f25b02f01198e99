import { notInArray } from 'drizzle-orm'
import { recordBillingState } from '#clients/service/access.ts'
import { currentSubscription, payers } from '#entitlements/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import { type Access, accessOf } from '../rules/access.ts'
import { DUNNING_DAYS, GRACE_DAYS } from '../rules.ts'
import { subscriptions } from '../tables.ts'
import { knownCustomer } from './customers.ts'

const DAY = 86_400_000
const HREF = '/profile#subscription'

/** What time it is for this account: a test clock may be ahead. */
export async function accountTime(ctx: Ctx): Promise<number> {
  return clock.ms() + ((await knownCustomer(ctx))?.clockShift ?? 0)
}

/** Works out what the account may do and records it; tells who pays when a step is due. */
export async function settleAccess(ctx: Ctx): Promise<Access> {
  const current = await currentSubscription(ctx)
  const now = await accountTime(ctx)
  const access = accessOf(current, now)
  await recordBillingState(ctx, access)
  if (current) await remind(ctx, current, access, now)
  return access
}

type Current = NonNullable<Awaited<ReturnType<typeof currentSubscription>>>

const dayOf = (ctx: Ctx, at: Date) =>
  new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'long', timeZone: ctx.client.timeZone }).format(at)

/** Each step is told once, by bell and mail. */
async function remind(ctx: Ctx, current: Current, { state, until }: Access, now: number): Promise<void> {
  const say = async (step: string, title: string, body: string) =>
    notify(ctx, await payers(ctx), {
      type: 'billing',
      title,
      body,
      href: HREF,
      dedupeKey: `billing:${current.id}:${step}`,
      mail: true,
    })
  if (state === 'trialing' && until && until.getTime() - now <= 3 * DAY)
    await say(
      `trial-ending:${until.getTime()}`,
      `Your free trial ends on ${dayOf(ctx, until)}`,
      'With a card, your plan continues. Without one, nothing is charged and you can still read your data.',
    )
  if (state === 'trial_ended')
    await say(
      `trial-ended:${current.trialEnd?.getTime()}`,
      'Your free trial has ended',
      'Nothing was charged. You can still read and export your data. Choose a plan to continue.',
    )
  if (state === 'canceled')
    await say('canceled', 'Your subscription has ended', 'You can still read and export your data.')
  if (current.pastDueSince) await dun(ctx, current.pastDueSince, now, say)
}

type Say = (step: string, title: string, body: string) => Promise<void>

/** On the days that are due; those before, missed while the server was down, are not made up for. */
async function dun(ctx: Ctx, since: Date, now: number, say: Say): Promise<void> {
  const days = Math.floor((now - since.getTime()) / DAY)
  const due = DUNNING_DAYS.filter(day => day <= days).at(-1)
  if (due === undefined) return
  const readOnlyFrom = dayOf(ctx, new Date(since.getTime() + GRACE_DAYS * DAY))
  await say(
    `dunning:${since.getTime()}:${due}`,
    due >= GRACE_DAYS ? 'This account is read-only until its invoice is paid' : 'Your payment did not go through',
    due >= GRACE_DAYS
      ? 'You can still read and export everything. Your account works again as soon as the invoice is paid.'
      : `Please save another card or pay the open invoice. Everything works until ${readOnlyFrom}. After that, the account is read-only.`,
  )
}

/** Every live subscription of the account, oldest first. */
export const liveSubscriptions = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(subscriptions)
    .where(notInArray(subscriptions.status, ['canceled', 'incomplete', 'incomplete_expired']))
    .orderBy(subscriptions.startedAt)
