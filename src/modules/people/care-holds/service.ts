import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { addToTimeline, createNote } from '../notes/service.ts'
import { todayOf } from '../service/promotion-holds.ts'
import { personById } from '../service.ts'
import { contactPoints, householdMembers, notes, people } from '../tables.ts'
import type { CareHold, HeldMessage, NewCareHold } from './contract.ts'
import { UNTIL_LIFTED } from './rules.ts'
import { careHolds, heldCampaigns } from './tables.ts'

/** Of a row of `messages m`; see messaging/rules/unprompted. */
const heldSourceSql = sql`case when m.dedupe_key like 'run:%' then 'workflow'
  when m.purpose = 'marketing' then 'campaign' else 'reminder' end`

/** How many of what was held are listed. */
const MOST = 50

/** Whether the words of messages are for the caller: by their role, and by the scopes of their API key. */
export const canReadReasons = ({ actor }: Ctx): boolean =>
  actor.type !== 'member' ||
  (may(actor.role, 'conversations.read') && (!actor.key || actor.key.scopes.includes('conversations.read')))

export async function of(ctx: Ctx, asked: { personId: string }) {
  const { id } = await personById(ctx, asked.personId)
  const holds = await holdsOver(ctx, id)
  return { holds, held: holds.length > 0 ? await heldFrom(ctx, id, holds) : [] }
}

/** The person's own hold, and those of people they live with that cover the household. */
async function holdsOver(ctx: Ctx, personId: string): Promise<CareHold[]> {
  const home = sql`select theirs.person_id from ${householdMembers} mine
    join ${householdMembers} theirs on theirs.household_id = mine.household_id where mine.person_id = ${personId}`
  const rows = await ctx.db
    .select({
      personId: people.id,
      personName: people.name,
      until: people.griefHoldUntil,
      isAlone: people.careHoldAlone,
      since: careHolds.createdAt,
      startedByName: users.name,
      // Row policies hide pastoral notes from those who may not read them.
      reason: notes.body,
    })
    .from(people)
    .leftJoin(careHolds, sql`${careHolds.id} = (${latestOpen})`)
    .leftJoin(users, eq(users.id, careHolds.startedBy))
    .leftJoin(notes, and(eq(notes.id, careHolds.noteId), isNull(notes.deletedAt)))
    .where(
      and(
        isNull(people.deletedAt),
        sql`${people.griefHoldUntil} >= ${todayOf(ctx).toISODate()}`,
        sql`(${people.id} = ${personId} or not ${people.careHoldAlone} and ${people.id} in (${home}))`,
      ),
    )
    .orderBy(sql`${people.id} <> ${personId}`, people.id)
  return rows.map(({ until, isAlone, ...row }) => ({
    ...row,
    isHousehold: !isAlone,
    until: until === UNTIL_LIFTED ? null : until,
  }))
}

const latestOpen = sql`select h.id from care_holds h where h.client_id = ${people.clientId} and h.person_id = ${people.id}
  and h.lifted_at is null order by h.id desc limit 1`

/** What was not sent to the person since the first of these holds began. */
async function heldFrom(ctx: Ctx, personId: string, holds: readonly CareHold[]): Promise<HeldMessage[]> {
  const known = holds.flatMap(({ since }) => since ?? [])
  const since: SQL = known.length < holds.length ? sql`true` : sql`at >= ${new Date(Math.min(...known.map(Number)))}`
  const { rows } = await ctx.db.execute<{ id: string; at: string; channel: string; source: string; what: string }>(sql`
    select id, at, channel, source, what from (
      select m.id, m.created_at as at, m.channel, ${heldSourceSql} as source,
        left(coalesce(nullif(m.subject, ''), m.body_text), 120) as what
      from messages m where m.client_id = ${ctx.client.id} and m.skip_reason = 'grief' and m.recipient in (
        select ${contactPoints.valueNorm} from ${contactPoints} where ${contactPoints.personId} = ${personId})
      union all
      select c.id, c.created_at, c.channel, 'campaign', c.name from ${heldCampaigns} c where c.person_id = ${personId}
    ) held where ${since} order by at desc, id desc limit ${MOST}`)
  const words = canReadReasons(ctx)
  return rows.map(({ at, source, what, ...row }) => ({
    ...row,
    what: words ? what : '',
    at: new Date(at),
    source: source as HeldMessage['source'],
  }))
}

/** Pauses messages, or changes the pause there is. The longer of two is not kept: the member says how long. */
export async function start(ctx: Ctx, { personId, until, isHousehold, reason }: NewCareHold) {
  if (until && until < todayOf(ctx).toISODate()!) throw invalid('until', 'Please choose today or a later day')
  const person = await personById(ctx, personId)
  const note = reason ? await createNote(ctx, { personId: person.id, body: reason, visibility: 'pastoral' }) : null
  const day = until ?? UNTIL_LIFTED
  // The person's row is locked first: of two who pause at once, the second closes the hold of the first.
  await setHold(ctx, person.id, { griefHoldUntil: day, careHoldAlone: !isHousehold })
  const before = await closeHolds(ctx, person.id)
  const [row] = await ctx.db
    .insert(careHolds)
    .values({
      personId: person.id,
      until: day,
      isHousehold,
      startedBy: userOf(ctx),
      // What was held since the first of them began stays listed, and its reason with it.
      noteId: note?.id ?? before?.noteId ?? null,
      createdAt: before?.createdAt ?? clock.now(),
    })
    .returning({ id: careHolds.id })
  await tell(ctx, person.id, 'care_hold.started', row!.id)
  return of(ctx, { personId: person.id })
}

/** Messages are sent again from now on. What was held stays unsent. */
export async function lift(ctx: Ctx, { personId }: { personId: string }) {
  const person = await personById(ctx, personId)
  if (person.griefHoldUntil) {
    await setHold(ctx, person.id, { griefHoldUntil: null, careHoldAlone: false })
    const hold = await closeHolds(ctx, person.id)
    await tell(ctx, person.id, 'care_hold.lifted', hold?.id ?? String(clock.ms()))
  }
  return of(ctx, { personId: person.id })
}

type Hold = Pick<typeof people.$inferInsert, 'griefHoldUntil' | 'careHoldAlone'>
const setHold = (ctx: Ctx, id: string, hold: Hold) => ctx.db.update(people).set(hold).where(eq(people.id, id))

async function closeHolds(ctx: Ctx, personId: string) {
  const [latest] = await ctx.db
    .select()
    .from(careHolds)
    .where(and(eq(careHolds.personId, personId), isNull(careHolds.liftedAt)))
    .orderBy(desc(careHolds.id))
    .limit(1)
  await ctx.db
    .update(careHolds)
    .set({ liftedAt: clock.now(), liftedBy: userOf(ctx) })
    .where(and(eq(careHolds.personId, personId), isNull(careHolds.liftedAt)))
  return latest
}

async function tell(ctx: Ctx, personId: string, type: string, key: string): Promise<void> {
  const entry = { personId, at: clock.now(), type, userId: userOf(ctx), sourceKey: `${type}:${key}` }
  await addToTimeline(ctx, [entry])
  announce(ctx, 'people')
  announce(ctx, 'conversations')
}

/** Whether anyone of the account has a care hold today. */
export async function hasCareHold(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(isNull(people.deletedAt), sql`${people.griefHoldUntil} >= ${todayOf(ctx).toISODate()}`))
    .limit(1)
  return row !== undefined
}

/** Remembers whom a campaign left out, for the list of what a care hold held. @param grieving a query for person ids */
export const addHoldToTimeline = (
  ctx: Ctx,
  grieving: SQL,
  { id, channel, name }: { id: string; channel: string; name: string },
) =>
  ctx.db.execute(sql`
    insert into held_campaigns (client_id, person_id, campaign_id, channel, name, created_at)
    select ${ctx.client.id}::uuid, held.id, ${id}::uuid, ${channel}, ${name}, ${clock.now().toISOString()}::timestamptz
    from (${grieving}) held on conflict do nothing`)
