import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { firstGiftArrived, giftArrived } from '../events.ts'
import { fulfillPledges } from '../pledges/service/fulfillment.ts'
import { recurringGifts } from '../recurring/tables.ts'
import { countedStatuses } from '../rules/states.ts'
import { gifts } from '../tables.ts'
import { type CareReason, isMissed, isOldNews, LONG_DAYS } from './rules.ts'
import { firstGifts, givingCare } from './tables.ts'

const todayOf = (ctx: Ctx) => localDay(clock.now(), ctx.client.timeZone)

/** The gift as it is now, where someone known is behind it, it counts, and it is not anonymous. */
async function openGift(ctx: Ctx, giftId: string) {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId)).for('share')
  if (!gift?.personId || gift.anonymousPublic || !countedStatuses.includes(gift.status)) return
  if (gift.total > 0 && gift.refunded >= gift.total) return
  return { ...gift, personId: gift.personId }
}

/** What a gift means for its giver, told again or in any order: their first one, back after a pause, a pledge fulfilled. */
export async function applyGiftToCare(ctx: Ctx, { giftId }: { giftId: string }): Promise<void> {
  const gift = await openGift(ctx, giftId)
  if (!gift) return
  const { personId } = gift
  const isQuiet = isOldNews(gift, todayOf(ctx))
  // Of two gifts of one person at once the second waits for the first, and finds its row.
  const [isFirst] = await ctx.db.insert(firstGifts).values({ personId, giftId }).onConflictDoNothing().returning()
  await fulfillPledges(ctx, gift, isQuiet)
  if (isQuiet) return
  await endReminders(ctx, personId)
  if (!isFirst) return
  await emit(ctx, firstGiftArrived, { giftId, personId })
  await addReminder(ctx, personId, 'first_gift', giftId)
}

/** For workflows: a gift that was just received. */
export async function emitGiftArrived(ctx: Ctx, { giftId }: { giftId: string }): Promise<void> {
  const gift = await openGift(ctx, giftId)
  if (gift && !isOldNews(gift, todayOf(ctx))) await emit(ctx, giftArrived, { giftId, personId: gift.personId })
}

async function addReminder(ctx: Ctx, personId: string, reason: CareReason, sourceKey: string): Promise<void> {
  await ctx.db.insert(givingCare).values({ personId, reason, sourceKey, createdAt: clock.now() }).onConflictDoNothing()
  announce(ctx, 'giving-care')
}

/** They gave again: nobody has to ask how they are. */
async function endReminders(ctx: Ctx, personId: string): Promise<void> {
  const ended = await ctx.db
    .update(givingCare)
    .set({ doneAt: clock.now() })
    .where(and(eq(givingCare.personId, personId), ne(givingCare.reason, 'first_gift'), isNull(givingCare.doneAt)))
    .returning({ id: givingCare.id })
  if (ended.length > 0) announce(ctx, 'giving-care')
}

/** A schedule that ran for long was canceled, or its card failed on every try. */
export async function onRecurringStopped(ctx: Ctx, { recurringId }: { recurringId: string }): Promise<void> {
  const [row] = await ctx.db.select().from(recurringGifts).where(eq(recurringGifts.id, recurringId))
  if (!row?.personId || (row.status !== 'ended' && row.status !== 'past_due') || row.endedReason === 'person') return
  if (clock.ms() - row.createdAt.getTime() < days(LONG_DAYS)) return
  await addReminder(ctx, row.personId, 'recurring_stopped', row.id)
}

/** Churches in which someone gave before and not lately. */
export const accountsWithGivers = () => sql`select distinct client_id from giving_first_gifts`

/** Each night: those who gave regularly and are late by more than twice their own rhythm; once for each pause. */
export async function addMissedGiverReminders(ctx: Ctx): Promise<void> {
  const today = todayOf(ctx)
  const { rows } = await ctx.db.execute<{ id: string; days: string[] }>(sql`
    select g.person_id as id, array_agg(distinct g.received_on::text) as days from gifts g
    where g.person_id is not null and not g.anonymous_public and gift_counts(g.status)
      and g.received_on > ${today}::date - 730
      and not exists (select from recurring_gifts r where r.client_id = g.client_id and r.person_id = g.person_id
        and r.status in ('active', 'paused'))
    group by g.person_id having count(distinct g.received_on) > 3 and max(g.received_on) < ${today}::date - 28`)
  for (const { id, days: given } of rows)
    if (isMissed(given, today)) await addReminder(ctx, id, 'paused_giving', given.toSorted().at(-1)!)
}

/** Open ones, the oldest first; nobody who has died or was deleted. */
export async function list(ctx: Ctx) {
  const items = await ctx.db
    .select({
      id: givingCare.id,
      personId: givingCare.personId,
      reason: givingCare.reason,
      name: people.name,
      since: givingCare.createdAt,
    })
    .from(givingCare)
    .innerJoin(people, and(eq(people.clientId, givingCare.clientId), eq(people.id, givingCare.personId)))
    .where(and(isNull(givingCare.doneAt), isNull(people.deletedAt), eq(people.deceased, false)))
    .orderBy(asc(givingCare.id))
    .limit(50)
  return { items }
}

export async function finish(ctx: Ctx, { ids }: { ids: string[] }) {
  const done = await ctx.db
    .update(givingCare)
    .set({ doneAt: clock.now(), doneBy: userOf(ctx) })
    .where(and(inArray(givingCare.id, ids), isNull(givingCare.doneAt)))
    .returning({ id: givingCare.id })
  if (done.length > 0) announce(ctx, 'giving-care')
  return { done: done.length }
}
