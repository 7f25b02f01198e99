import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { consents } from '../tables.ts'

/** The latest word of each of these addresses and numbers on each topic. */
const latest = (values: string[]) => sql`
  select distinct on (value, channel, topic) value, channel, topic, state, name, source, evidence from ${consents}
  where value = any(${sql.param(values)}::text[]) order by value, channel, topic, id desc`

/** A no on a channel, or on all of them, and on its topic, or on everything: what it stands against. */
const against = sql`no.state = 'revoked' and yes.state = 'granted' and no.value <> yes.value
  and no.channel in (yes.channel, 'all') and no.topic in (yes.topic, '')`

/** On which topics one of these values has said no and another yes. */
export async function contradictions(ctx: Ctx, values: string[]): Promise<{ channel: string; topic: string }[]> {
  const { rows } = await ctx.db.execute<{ channel: string; topic: string }>(sql`
    with words as (${latest(values)})
    select distinct yes.channel, yes.topic from words no join words yes on ${against} order by 1, 2`)
  return rows
}

/** The values turn out to be one person’s: a no of one of them is recorded for the others as well. */
export const mergeStrictest = (ctx: Ctx, values: string[], mergeId: string) =>
  ctx.db.execute(sql`
    with words as (${latest(values)})
    insert into ${consents} (value, channel, topic, state, name, source, evidence)
    select distinct on (yes.value, yes.channel, yes.topic) yes.value, yes.channel, yes.topic, 'revoked', yes.name, 'merge',
      jsonb_build_object('mergeId', ${mergeId}::text, 'saidFor', no.value)
    from words no join words yes on ${against}`)

/** They are two after all: what the merge alone had revoked is as it was, unless something was said since. */
export const mergeLenient = (ctx: Ctx, mergeId: string) =>
  ctx.db.execute(sql`
    with mine as (select distinct value from ${consents} where source = 'merge' and evidence ->> 'mergeId' = ${mergeId}),
    words as (select distinct on (value, channel, topic) value, channel, topic, state, name, source, evidence from ${consents}
      where value in (select value from mine) order by value, channel, topic, id desc)
    insert into ${consents} (value, channel, topic, state, name, source, evidence)
    select value, channel, topic, 'granted', name, 'merge undone', jsonb_build_object('mergeId', ${mergeId}::text)
    from words where state = 'revoked' and source = 'merge' and evidence ->> 'mergeId' = ${mergeId}`)
