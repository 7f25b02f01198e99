import { desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { isOver } from '#billing/rules/states.ts'
import {
  type FeatureKey,
  featureKeys,
  featureWords,
  type LimitKey,
  type Limits,
  limitKeys,
  limitWords,
  NOTICE_AT,
} from '#billing/rules.ts'
import { claimLimitNotice, clearLimitNotice, listOpenNotices } from '#billing/service/limit-notices.ts'
import { prices, pricingPlans, products, subscriptions } from '#billing/tables.ts'
import { activeMember, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { may } from '#kernel/permissions.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { leads } from '#leads/tables.ts'
import { notify } from '#notifications/service.ts'
import { people } from '#people/tables.ts'

/** The subscription that counts: the newest that lives, else the newest that ended; never one that was not paid for at all. */
export async function currentSubscription(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']))
    .orderBy(desc(subscriptions.startedAt))
    .limit(20)
  return rows.find(row => !isOver(row.status)) ?? rows[0]
}

/** Those who may pay. */
export async function payers(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  return rows.filter(({ role }) => may(role, 'billing.write')).map(({ userId }) => userId)
}

/** What the account's plan allows; one without a subscription is not limited, and nothing is withheld from it. */
async function allowance(ctx: Ctx): Promise<{ limits: Limits; grants: readonly FeatureKey[]; plan: string | null }> {
  const free = { limits: {}, grants: featureKeys, plan: null }
  const current = await currentSubscription(ctx)
  if (!current || isOver(current.status)) return free
  const [plan] = await ctx.db
    .select({ limits: pricingPlans.limits, grants: pricingPlans.grants, plan: products.name })
    .from(prices)
    .innerJoin(pricingPlans, eq(pricingPlans.productId, prices.productId))
    .innerJoin(products, eq(products.id, prices.productId))
    .where(eq(prices.id, current.priceId))
  return plan ?? free
}

/** Whether the account's plan has a feature; for screens that offer it. */
export async function grantsOf(ctx: Ctx): Promise<FeatureKey[]> {
  return [...(await allowance(ctx)).grants]
}

/** Refuses what the plan doesn't have. */
export async function requireFeature(ctx: Ctx, feature: FeatureKey): Promise<void> {
  const { grants, plan } = await allowance(ctx)
  if (!grants.includes(feature))
    throw new Failure('PLAN_LIMIT', `${featureWords[feature]} is not included in ${plan}. Upgrade to use it.`, {
      data: { feature },
    })
}

/** How much of each is used now. */
const counts: Record<LimitKey, (ctx: Ctx) => Promise<number>> = {
  leads: ctx => count(ctx, sql`select count(*)::int as n from ${leads} where ${isNull(leads.deletedAt)}`),
  contacts: ctx => count(ctx, sql`select count(*)::int as n from ${people} where ${isNull(people.deletedAt)}`),
  members: ctx =>
    count(
      ctx,
      // Volunteers' seats are free; who is invited has a seat already.
      sql`select (select count(*) from members where removed_at is null and role <> 'volunteer')
               + (select count(*) from invitations where accepted_at is null and revoked_at is null and role <> 'volunteer') as n`,
    ),
  emails: ctx =>
    count(
      ctx,
      sql`select count(distinct value)::int as n from contact_points p join people on people.client_id = p.client_id and people.id = p.person_id
          where p.kind = 'email' and people.deleted_at is null`,
    ),
  storage: async ctx =>
    gigabytes(
      await count(
        ctx,
        // What is arriving has its room already.
        sql`select (select coalesce(sum(size), 0) from files where removed_at is null)
                 + (select coalesce(sum(size), 0) from uploads where file_id is null and refusal is null) as n`,
      ),
    ),
}

/** Of `storage`, as bytes are counted in it: a part of one is one. */
export const gigabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 3)

async function count(ctx: Ctx, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(query)
  return Number(rows[0]!.n)
}

export interface Usage {
  key: LimitKey
  used: number
  limit: number | null
}

export async function usage(ctx: Ctx): Promise<Usage[]> {
  const { limits } = await allowance(ctx)
  const named = limitKeys.filter(key => limits[key] !== undefined)
  return Promise.all(named.map(async key => ({ key, used: await counts[key](ctx), limit: limits[key]! })))
}

/**
 * The one place where a plan's limit is held: call it before `more` are added, in the transaction that adds them.
 * Refuses what goes beyond, tells those who pay at 80 and at 100 percent. Reading, answering, exporting and what
 * visitors send in never ask it.
 */
export async function makeRoom(ctx: Ctx, key: LimitKey, more: number): Promise<void> {
  const limit = (await allowance(ctx)).limits[key]
  if (limit === undefined || limit === null || more <= 0) return
  // Two at once would both find the last place free.
  await advisoryLock(ctx.db, `limit ${key} ${ctx.client.id}`)
  const used = await counts[key](ctx)
  const name = limitWords[key]
  if (used + more > limit) {
    const room = Math.max(0, limit - used).toLocaleString('en-US')
    throw new Failure(
      'PLAN_LIMIT',
      `Your plan includes ${limit.toLocaleString('en-US')} ${name}, and you can add ${room} more. Nothing was added. Upgrade to add more.`,
      { data: { key, used, limit } },
    )
  }
  await tell(ctx, key, used + more, limit)
}

/** Once for each share, until usage has fallen below it. */
async function tell(ctx: Ctx, key: LimitKey, used: number, limit: number): Promise<void> {
  const percent = NOTICE_AT.filter(share => used * 100 >= limit * share).at(-1)
  if (!percent) return
  const noticeId = await claimLimitNotice(ctx, key, percent)
  if (!noticeId) return
  const name = limitWords[key]
  await notify(ctx, await payers(ctx), {
    type: 'billing',
    title: percent === 100 ? `Your plan is full: ${name}` : `Your plan is ${percent}% full: ${name}`,
    body: `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} ${name} are used. ${
      percent === 100
        ? 'You can’t add more until you delete some or upgrade. Everything else still works.'
        : 'When it is full, you can’t add more.'
    }`,
    href: '/profile#subscription',
    dedupeKey: `limit:${noticeId}`,
    mail: true,
  })
}

/** Notices of shares that usage has fallen below are told again when it comes back. */
export async function clearNotices(ctx: Ctx): Promise<void> {
  const open = await listOpenNotices(ctx)
  if (open.length === 0) return
  const now = await usage(ctx)
  for (const { id, key, percent } of open) {
    const one = now.find(each => each.key === key)
    if (one?.limit && one.used * 100 >= one.limit * percent) continue
    await clearLimitNotice(ctx, id)
  }
}
