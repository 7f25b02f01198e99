import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { personById } from '#people/service.ts'
import { people } from '#people/tables.ts'
import type { NewTestimony, Step, Testimony, TestimonyChange, TestimonyFilter } from './contract.ts'
import { type ShownState, usualExpiry } from './rules/states.ts'
import { testimonies as table } from './tables.ts'

const MOST_ROWS = 100_000

const today = (ctx: Ctx) => localDay(clock.now(), ctx.client.timeZone)

const stateOn = (day: string): SQL<ShownState> =>
  sql<ShownState>`case when ${table.state} in ('approved', 'published') and ${table.expiresOn} < ${day}::date then 'expired' else ${table.state} end`

const shownName = sql<string>`case ${table.nameShown} when 'full' then ${people.name}
  when 'first' then coalesce(nullif(${people.firstName}, ''), split_part(${people.name}, ' ', 1)) else '' end`

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: table.id,
      personId: table.personId,
      person: people.name,
      content: table.content,
      nameShown: table.nameShown,
      shownName,
      state: stateOn(today(ctx)),
      consentWords: table.consentWords,
      consentOn: table.consentOn,
      consentHow: table.consentHow,
      expiresOn: table.expiresOn,
      publishedAt: table.publishedAt,
      withdrawnAt: table.withdrawnAt,
      version: table.version,
    })
    .from(table)
    .innerJoin(people, and(eq(people.clientId, table.clientId), eq(people.id, table.personId)))
    .$dynamic()

export async function list(ctx: Ctx, { cursor, limit, search, state }: TestimonyFilter) {
  const start = pageStart(cursor, MOST_ROWS)
  const where = and(
    search ? or(ilike(table.content, containing(search)), ilike(people.name, containing(search))) : undefined,
    state?.length ? inArray(stateOn(today(ctx)), state) : undefined,
  )
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(table)
    .innerJoin(people, and(eq(people.clientId, table.clientId), eq(people.id, table.personId)))
    .where(where)
  const items: Testimony[] = await select(ctx).where(where).orderBy(desc(table.id)).limit(limit).offset(start)
  const total = counted?.total ?? 0
  return { items, total, nextCursor: start + items.length < total && items.length > 0 ? String(start + limit) : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Testimony> {
  const [row] = await select(ctx).where(eq(table.id, id))
  return found(row, 'Testimony')
}

/** Stories that visitors may read now: published, not past their last day, of someone who is still on file. */
export async function listPublished(ctx: Ctx, { id, limit }: { id: string | null; limit: number }) {
  return select(ctx)
    .where(
      and(id ? eq(table.id, id) : undefined, eq(stateOn(today(ctx)), 'published'), sql`${people.deletedAt} is null`),
    )
    .orderBy(desc(table.publishedAt), desc(table.id))
    .limit(limit)
}

function requireDays(ctx: Ctx, { consentOn, expiresOn }: Pick<NewTestimony, 'consentOn' | 'expiresOn'>): void {
  if (consentOn && consentOn > today(ctx)) throw invalid('consentOn', 'Please choose a day that is not in the future')
  if (expiresOn && consentOn && expiresOn <= consentOn)
    throw invalid('expiresOn', 'Please choose a day after the consent was given')
}

export async function create(ctx: Ctx, { expiresOn, ...story }: NewTestimony): Promise<Testimony> {
  await personById(ctx, story.personId)
  requireDays(ctx, { consentOn: story.consentOn, expiresOn })
  const [row] = await ctx.db
    .insert(table)
    .values({ ...story, expiresOn: expiresOn ?? usualExpiry(story.consentOn ?? today(ctx)) })
    .returning({ id: table.id })
  announce(ctx, 'reviews')
  return get(ctx, { id: row!.id })
}

/** Two who change at once: the second is told. */
async function hold(ctx: Ctx, { id, version }: Step): Promise<Testimony> {
  await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
  const before = await get(ctx, { id })
  if (before.version !== version) throw new Failure('CONFLICT')
  return before
}

/** What was changed is read once more before visitors see it, so that it leaves the pages until then. */
export async function update(ctx: Ctx, { id, version, expiresOn, ...changes }: TestimonyChange): Promise<Testimony> {
  const before = await hold(ctx, { id, version })
  if (before.state === 'withdrawn')
    throw new Failure('BAD_REQUEST', 'This testimony was withdrawn. Add a new one with a new consent.')
  requireDays(ctx, { consentOn: changes.consentOn, expiresOn: expiresOn ?? before.expiresOn })
  await ctx.db
    .update(table)
    .set({ ...changes, ...(expiresOn && { expiresOn }), state: 'draft', approvedBy: null, publishedAt: null })
    .where(eq(table.id, id))
  announce(ctx, 'reviews')
  return get(ctx, { id })
}

/** A testimony is approved only with its author's written consent: its words, its date, and how it was given. */
export async function approve(ctx: Ctx, step: Step): Promise<Testimony> {
  const { state, consentWords, consentOn, consentHow, expiresOn } = await hold(ctx, step)
  if (state !== 'draft') throw new Failure('BAD_REQUEST', 'Only a draft can be approved.')
  if (consentWords.trim() === '') throw invalid('consentWords', 'Please enter what the person agreed to')
  if (!consentOn) throw invalid('consentOn', 'Please enter when the person agreed')
  if (!consentHow) throw invalid('consentHow', 'Please choose how the person agreed')
  if (expiresOn < today(ctx)) throw invalid('expiresOn', 'This day has passed. Please ask for a new consent.')
  await ctx.db
    .update(table)
    .set({ state: 'approved', approvedBy: userOf(ctx) })
    .where(eq(table.id, step.id))
  announce(ctx, 'reviews')
  return get(ctx, { id: step.id })
}

export async function publish(ctx: Ctx, step: Step): Promise<Testimony> {
  const { state } = await hold(ctx, step)
  if (state !== 'approved') throw new Failure('BAD_REQUEST', 'Only an approved testimony can be published.')
  await ctx.db.update(table).set({ state: 'published', publishedAt: clock.now() }).where(eq(table.id, step.id))
  announce(ctx, 'reviews')
  return get(ctx, { id: step.id })
}

/** At the person's wish, whatever anyone else is editing. */
export async function withdraw(ctx: Ctx, { id }: { id: string }): Promise<Testimony> {
  await get(ctx, { id })
  await ctx.db
    .update(table)
    .set({
      state: 'withdrawn',
      withdrawnAt: sql`coalesce(${table.withdrawnAt}, ${clock.now().toISOString()}::timestamptz)`,
    })
    .where(eq(table.id, id))
  announce(ctx, 'reviews')
  return get(ctx, { id })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  await ctx.db.delete(table).where(eq(table.id, id))
  announce(ctx, 'reviews')
  return {}
}
