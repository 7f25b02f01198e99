import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { activeMember, members } from '#clients/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may, roles } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { start as startCareHold } from '#people/care-holds/service.ts'
import { splitName } from '#people/rules/names.ts'
import { intakePerson } from '#people/service/intake.ts'
import { people } from '#people/tables.ts'
import { ASK_DAYS } from '../rules/options.ts'
import { prayerCounts, prayerRequesters, prayerRequests, prayerSettings } from '../tables.ts'
import { recordStep } from './changes.ts'
import { selectRows, today } from './request-queries.ts'
import { emailRequesters } from './requester-emails.ts'
import { readSettings } from './settings.ts'

const ADULT = 18

/** Who asked is found among the people, or added. A minor’s request stays with the staff. */
export async function matchRequester(ctx: Ctx, { requestId, requesterId }: { requestId: string; requesterId: string }) {
  const [found] = await ctx.db
    .select()
    .from(prayerRequesters)
    .innerJoin(prayerRequests, eq(prayerRequests.id, prayerRequesters.requestId))
    .where(eq(prayerRequesters.id, requesterId))
    .for('update')
  if (!found) return
  const { prayer_requesters: who, prayer_requests: request } = found
  const personId = who.personId ?? (await personFor(ctx, who))
  if (personId) {
    await ctx.db.update(prayerRequesters).set({ personId }).where(eq(prayerRequesters.id, requesterId))
    const isMinor = await isUnderAge(ctx, personId)
    if (isMinor)
      await ctx.db.update(prayerRequests).set({ isMinor, visibility: 'staff' }).where(eq(prayerRequests.id, requestId))
    // Nothing that runs by itself writes to someone in danger.
    if (request.isPrivate && request.source !== 'staff')
      await startCareHold(ctx, { personId, until: null, isHousehold: false, reason: '' })
    announce(ctx, 'prayer', requestId)
  }
  if (request.source === 'form' && !request.isPrivate)
    await emailRequesters(ctx, requestId, {
      subject: 'We received your prayer request',
      lines: [
        'Thank you for letting us pray with you. With this link you can change who may read it, or tell us how it is.',
      ],
      button: 'See your request',
      about: 'received',
    })
}

async function personFor(ctx: Ctx, { name, email, phone }: typeof prayerRequesters.$inferSelect) {
  const points = [
    ...(email ? [{ kind: 'email' as const, value: email }] : []),
    ...(phone ? [{ kind: 'phone' as const, value: phone }] : []),
  ]
  if (points.length === 0 || name === '') return null
  const { first, last } = splitName(name)
  return (await intakePerson(ctx, { firstName: first ?? '', lastName: last ?? '', points, source: 'Prayer request' }))
    .personId
}

async function isUnderAge(ctx: Ctx, personId: string): Promise<boolean> {
  const eighteenAgo = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
    .minus({ years: ADULT })
    .toISODate()
  return (
    (await ctx.db.$count(
      people,
      and(
        eq(people.id, personId),
        sql`${people.birthDate} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and ${people.birthDate} > ${eighteenAgo}`,
      ),
    )) > 0
  )
}

const open = inArray(prayerRequests.status, ['new', 'praying'])
export const accountsWithExpiredRequests = (now: Date) =>
  sql`select distinct client_id from ${prayerRequests} where expires_at < ${new Date(now.getTime() + days(ASK_DAYS))} and status in ('new', 'praying')`

/** What was prayed for in the church’s last days of expiry lives on. */
const notPrayedSinceOf = (ctx: Ctx, expiryDays: number) =>
  sql`not exists (select from ${prayerCounts} c where c.client_id = ${ctx.client.id} and c.request_id = ${prayerRequests.id}
    and c.last_at > ${new Date(clock.ms() + days(ASK_DAYS - expiryDays))})`

/** Asks how it is before a request expires; what nobody answers is archived on its day. */
export async function archiveExpiredRequests(ctx: Ctx): Promise<void> {
  const notPrayedSince = notPrayedSinceOf(ctx, (await readSettings(ctx)).expiryDays)
  const soon = await ctx.db
    .update(prayerRequests)
    .set({ askedAt: clock.now() })
    .where(
      and(
        open,
        isNull(prayerRequests.askedAt),
        notPrayedSince,
        lt(prayerRequests.expiresAt, new Date(clock.ms() + days(ASK_DAYS))),
      ),
    )
    .returning({ id: prayerRequests.id, expiresAt: prayerRequests.expiresAt, isPrivate: prayerRequests.isPrivate })
  for (const { id, expiresAt, isPrivate } of soon)
    if (!isPrivate)
      await emailRequesters(ctx, id, {
        subject: 'How is your prayer request?',
        lines: ['Do you still need prayer? Was it answered? Tell us with one tap, or let it rest.'],
        button: 'Tell us',
        about: `expires ${expiresAt.getTime()}`,
      })
  const over = await ctx.db
    .update(prayerRequests)
    .set({ status: 'archived' })
    .where(
      and(
        open,
        lt(prayerRequests.expiresAt, clock.now()),
        notPrayedSince,
        lt(prayerRequests.askedAt, new Date(clock.ms() - days(ASK_DAYS - 1))),
      ),
    )
    .returning({ id: prayerRequests.id })
  for (const { id } of over) {
    await recordStep(ctx, id, 'praying', 'archived', 'Expired')
    announce(ctx, 'prayer', id)
  }
}

export const accountsWithNewPrayers = () => sql`select client_id from ${prayerCounts} where total > told`

/** Once a day, to those who wanted to hear of it: how many, never who. */
export async function notifyPrayed(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .select({ id: prayerRequests.id, count: prayerCounts.total, told: prayerCounts.told })
    .from(prayerCounts)
    .innerJoin(prayerRequests, eq(prayerRequests.id, prayerCounts.requestId))
    .where(
      and(
        eq(prayerRequests.notifyPrayed, true),
        isNull(prayerRequests.erasedAt),
        gt(prayerCounts.total, prayerCounts.told),
      ),
    )
    .for('update', { of: prayerCounts })
  for (const { id, count, told } of rows) {
    const times = count - told
    await emailRequesters(ctx, id, {
      subject: times === 1 ? 'Someone prayed for you' : `You were prayed for ${times} times`,
      lines: ['You are not alone in this.'],
      button: 'See your request',
      about: `prayed ${today(ctx)}`,
    })
    await ctx.db.update(prayerCounts).set({ told: count }).where(eq(prayerCounts.requestId, id))
  }
}

export const accountsWithDigests = () => sql`select client_id from ${prayerSettings} where digest <> 'off'`
const MOST_IN_DIGEST = 10

/** At the church’s hour, to everyone who may pray: what came in, as far as the whole team may read it. */
export async function sendDigest(ctx: Ctx): Promise<void> {
  const here = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  const [settings] = await ctx.db.select().from(prayerSettings).for('update')
  if (!settings || settings.digest === 'off' || here.hour < settings.digestHour || settings.digestOn === today(ctx))
    return
  if (settings.digest === 'weekly' && here.weekday !== 1) return
  await ctx.db.update(prayerSettings).set({ digestOn: today(ctx) })
  const since = new Date(clock.ms() - days(settings.digest === 'weekly' ? 7 : 1))
  const rows = await selectRows(ctx)
    .where(and(open, eq(prayerRequests.moderation, 'approved'), gt(prayerRequests.createdAt, since)))
    .orderBy(prayerRequests.id)
    .limit(MOST_IN_DIGEST)
  if (rows.length === 0) return
  const praying = roles.filter(role => may(role, 'prayer.read'))
  const team = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, praying), activeMember))
  await notify(
    ctx,
    team.map(({ userId }) => userId),
    {
      type: 'prayer-digest',
      href: '/prayer-requests/session',
      dedupeKey: `prayer-digest:${today(ctx)}`,
      title: rows.length === 1 ? '1 new prayer request' : `${rows.length} new prayer requests`,
      body: rows.map(row => `${row.name ?? 'Anonymous'}: ${row.request.slice(0, 120)}`).join('\n'),
    },
  )
}
