import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { toSlug } from '#kernel/slug.ts'
import { NEWSLETTER } from '../rules/reasons.ts'
import type { NewTopic, Topic, TopicChange } from './contract.ts'
import { topics } from './tables.ts'

/** What every church has until it says otherwise. */
const standard = {
  key: NEWSLETTER,
  name: 'News and events',
  description: 'News and events, once or twice a month.',
  isPublic: true,
  doubleOptIn: false,
}
export type TopicFacts = typeof standard

const columns = {
  key: topics.key,
  name: topics.name,
  description: topics.description,
  isPublic: topics.isPublic,
  doubleOptIn: topics.doubleOptIn,
}

/** All of the account, the standard one first. */
export async function topicsOf(ctx: Ctx): Promise<TopicFacts[]> {
  const rows = await ctx.db
    .select(columns)
    .from(topics)
    .where(isNull(topics.deletedAt))
    .orderBy(asc(sql`lower(${topics.name})`))
  const first = rows.find(row => row.key === NEWSLETTER) ?? standard
  return [first, ...rows.filter(row => row.key !== NEWSLETTER)]
}

/** One by its key; NOT_FOUND where there is none, or no more. */
export async function topicByKey(ctx: Ctx, key: string): Promise<TopicFacts> {
  return found(
    (await topicsOf(ctx)).find(topic => topic.key === key),
    'Topic',
  )
}

/** Refuses a topic that is none, beside its field. */
export async function requireTopic(ctx: Ctx, key: string): Promise<void> {
  if (!(await topicsOf(ctx)).some(topic => topic.key === key)) throw invalid('topic', 'Please choose a topic')
}

export async function list(ctx: Ctx): Promise<{ items: Topic[] }> {
  const { rows } = await ctx.db.execute<{ topic: string; n: number }>(sql`
    select topic, count(*) filter (where state = 'granted')::int as n from (
      select distinct on (topic, channel, value) topic, state from consents order by topic, channel, value, id desc
    ) said group by topic`)
  const counted = new Map(rows.map(row => [row.topic, row.n]))
  const items = (await topicsOf(ctx)).map(topic => ({
    ...topic,
    standard: topic.key === NEWSLETTER,
    subscribed: counted.get(topic.key) ?? 0,
  }))
  return { items }
}

const shown = async (ctx: Ctx, key: string): Promise<Topic> =>
  found(
    (await list(ctx)).items.find(topic => topic.key === key),
    'Topic',
  )

async function mustBeFree(ctx: Ctx, name: string, key?: string): Promise<void> {
  const taken = (await topicsOf(ctx)).some(one => one.key !== key && one.name.toLowerCase() === name.toLowerCase())
  if (taken) throw new Failure('TAKEN')
}

export async function create(ctx: Ctx, input: NewTopic): Promise<Topic> {
  await mustBeFree(ctx, input.name)
  const key = await freeKey(ctx, toSlug(input.name) || 'account')
  await ctx.db.insert(topics).values({ ...input, key })
  announce(ctx, 'campaigns')
  return shown(ctx, key)
}

/** Never that of a deleted one: those who agreed to that said it to something else. */
async function freeKey(ctx: Ctx, wanted: string): Promise<string> {
  const rows = await ctx.db.select({ key: topics.key }).from(topics)
  const taken = new Set([NEWSLETTER, ...rows.map(row => row.key)])
  for (let n = 1; ; n++) {
    const key = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(key)) return key
  }
}

export async function change(ctx: Ctx, { key, ...changes }: TopicChange): Promise<Topic> {
  const before = await topicByKey(ctx, key)
  if (changes.name) await mustBeFree(ctx, changes.name, key)
  // The standard one has a row from its first change on.
  await ctx.db
    .insert(topics)
    .values({ ...before, ...changes })
    .onConflictDoUpdate({ target: [topics.clientId, topics.key], set: { ...changes, updatedAt: clock.now() } })
  announce(ctx, 'campaigns')
  return shown(ctx, key)
}

/** Nothing more can be sent about it; what was said stays in the ledger, and counts again after `restore`. */
export async function retire(ctx: Ctx, { key }: { key: string }) {
  if (key === NEWSLETTER) throw invalid('key', 'This topic can’t be deleted. Every church has it')
  const rows = await ctx.db
    .update(topics)
    .set({ deletedAt: clock.now() })
    .where(and(eq(topics.key, key), isNull(topics.deletedAt)))
    .returning({ key: topics.key })
  found(rows[0], 'Topic')
  announce(ctx, 'campaigns')
  return {}
}

export async function restore(ctx: Ctx, { key }: { key: string }) {
  const rows = await ctx.db
    .update(topics)
    .set({ deletedAt: null })
    .where(eq(topics.key, key))
    .returning({ key: topics.key })
  found(rows[0], 'Topic')
  announce(ctx, 'campaigns')
  return {}
}
