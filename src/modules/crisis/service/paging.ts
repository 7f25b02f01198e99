import { and, eq, inArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { send } from '#messaging/service.ts'
import { notify } from '#notifications/service.ts'
import { crisisPaged } from '../events.ts'
import { sourceNames } from '../rules/options.ts'
import { pagedIn } from '../rules/shifts.ts'
import { crisisAlerts, crisisPages } from '../tables.ts'
import { escalate, remindOfLook } from '../tasks.ts'
import { escalateMinutes, shiftsOf } from './rota.ts'

/** After an hour of rounds they go on every half hour, until someone takes it. */
const QUICK_ROUNDS = 20
const SLOW_MINUTES = 30

/**
 * Pages those whose turn it is, unless someone took the alert, and plans the next round. A round that is run twice
 * pages nobody twice.
 */
export async function pageRound(ctx: Ctx, id: string, round: number): Promise<void> {
  const [alert] = await ctx.db.select().from(crisisAlerts).where(eq(crisisAlerts.id, id)).for('update')
  if (alert?.state !== 'open' || alert.rounds > round) return
  const isTest = alert.source === 'test'
  const shifts = await shiftsOf(ctx)
  const userIds = pagedIn(round, shifts, await leaders(ctx), clock.now(), ctx.client.timeZone)
  await ctx.db
    .update(crisisAlerts)
    .set({ rounds: round + 1 })
    .where(eq(crisisAlerts.id, id))
  const phoneOf = (userId: string) => shifts.find(one => one.userId === userId && one.phone)?.phone ?? null
  const pages = userIds.map(userId => ({ alertId: id, userId, round, phone: phoneOf(userId) }))
  // An account without members has nobody to page: the operator's own, on a new installation.
  const paged = pages.length > 0 ? await ctx.db.insert(crisisPages).values(pages).onConflictDoNothing().returning() : []
  const href = `/crisis/${id}`
  await notify(ctx, userIds, {
    type: 'crisis',
    href,
    mail: true,
    dedupeKey: `crisis:${id}:${round}`,
    title: isTest ? 'Test: this is how a crisis alert reaches you' : 'Someone may be in danger. Please look now.',
    body: isTest
      ? 'Open it and press “I’m taking this” to finish the test.'
      : `It was written in ${sourceNames[alert.source]}.`,
  })
  const link = `${env.publicUrl}${href}`
  await send(
    ctx,
    paged.flatMap(({ phone, userId }) =>
      phone
        ? [
            {
              channel: 'sms' as const,
              to: phone,
              kind: 'crisis-page',
              purpose: 'transactional' as const,
              urgent: true,
              dedupeKey: `crisis-text:${id}:${round}:${userId}`,
              text: isTest
                ? `Test of the on-call page. Press “I’m taking this” here: ${link}`
                : `Someone may be in danger and needs an answer now. Take it here: ${link}`,
            },
          ]
        : [],
    ),
  )
  for (const { id: pageId, phone } of paged)
    if (phone) await emit(ctx, crisisPaged, { alertId: id, pageId, phone, isTest })
  const wait = round < QUICK_ROUNDS ? await escalateMinutes(ctx) : SLOW_MINUTES
  await enqueue(ctx, escalate, { id, round: round + 1 }, { after: minutes(wait) })
  announce(ctx, 'crisis', id)
}

/** So long those who may read a message that is perhaps a sign have time before it is mailed to them. */
const LOOK_WITHIN = minutes(60)

/** Tells pastors and owners, and no one else, of words that someone should read; after an hour by email too. */
export async function notifyOfLook(ctx: Ctx, id: string, stage: 'first' | 'reminder'): Promise<void> {
  const [alert] = await ctx.db.select().from(crisisAlerts).where(eq(crisisAlerts.id, id))
  if (alert?.state !== 'open' || alert.level !== 'look') return
  const { pastors, owners } = await leaders(ctx)
  await notify(ctx, [...new Set([...pastors, ...owners])], {
    type: 'crisis-look',
    href: `/crisis/${id}`,
    mail: stage === 'reminder',
    dedupeKey: `crisis-look:${id}:${stage}`,
    title: stage === 'first' ? 'Please read this message within the hour' : 'A message is still waiting to be read',
    body: `Something in ${sourceNames[alert.source]} may be a sign that someone is in danger. Nothing was sent, and nothing automatic answers until you have read it.`,
  })
  if (stage === 'first') await enqueue(ctx, remindOfLook, { id }, { after: new Date(clock.ms() + LOOK_WITHIN) })
  announce(ctx, 'crisis', id)
}

async function leaders(ctx: Ctx) {
  const rows = await ctx.db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(and(inArray(members.role, ['owner', 'pastor']), activeMember))
  const of = (role: string) => rows.filter(row => row.role === role).map(({ userId }) => userId)
  return { owners: of('owner'), pastors: of('pastor') }
}
