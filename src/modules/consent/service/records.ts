import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { ConsentChannel } from '../rules/reasons.ts'
import { consents, suppressions } from '../tables.ts'

type Channel = Exclude<ConsentChannel, 'all'>

interface Granted {
  channel: Channel
  topic: string
  source: string
  evidence: Record<string, unknown>
  /** Sources whose withdrawal may be overridden: nobody said no themselves. */
  overrides: readonly string[]
}
type GrantCounts = Record<'changed' | 'already' | 'refused' | 'without', number>

/**
 * Records what many said, in one statement: who opted out, or has opted in before, is left as they are.
 * @param candidates a query for person_id and value; the value is null where someone has no such address
 */
export async function grantConsents(ctx: Ctx, candidates: SQLWrapper, granted: Granted): Promise<GrantCounts> {
  const { channel, topic, source, evidence, overrides } = granted
  const { rows } = await ctx.db.execute<GrantCounts & Record<string, number>>(sql`
    with theirs as materialized (${candidates}),
    each as materialized (select distinct on (value) value, person_id from theirs where value is not null order by value, person_id),
    words as (select distinct on (c.value) c.value, c.state, c.source from ${consents} c join each on each.value = c.value
      where c.channel in (${channel}, 'all') and c.topic in ('', ${topic}) order by c.value, c.id desc),
    stopped as (select distinct s.value from ${suppressions} s join each on each.value = s.value
      where s.channel in (${channel}, 'all') and s.topic in ('', ${topic}) and s.lifted_at is null),
    judged as materialized (select each.*, words.state = 'granted' and stopped.value is null as already,
        stopped.value is not null
          or coalesce(words.state = 'revoked' and words.source <> all(${sql.param(overrides)}::text[]), false) as refused
      from each left join words on words.value = each.value left join stopped on stopped.value = each.value),
    made as (insert into ${consents} (value, channel, topic, state, source, person_id, evidence)
      select value, ${channel}, ${topic}, 'granted', ${source}, person_id, ${JSON.stringify(evidence)}::jsonb from judged
      where not refused and already is not true returning 1)
    select (select count(*)::int from made) as changed,
      (select count(*)::int from judged where already) as already,
      (select count(*)::int from judged where refused) as refused,
      (select count(*)::int from theirs where value is null) as without`)
  return rows[0]!
}

interface Imported {
  topic: string
  how: string
  importId: string
  userId: string | null
}

/**
 * Consent that a file says people gave, in one statement: opt-outs stand, and what is on record stays as it is, except
 * what an undone import had recorded. Returns how many people it was recorded for.
 */
export async function recordImportedConsents(
  ctx: Ctx,
  rows: readonly { value: string; channel: Exclude<ConsentChannel, 'all'>; personId: string }[],
  { topic, how, importId, userId }: Imported,
): Promise<number> {
  if (rows.length === 0) return 0
  const evidence = JSON.stringify({ wording: how, reference: importId, by: userId, ip: null })
  const { rows: made } = await ctx.db.execute<{ people: number }>(sql`
    with each as materialized (select distinct on (value, channel) value, channel, "personId" as person_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(value text, channel text, "personId" uuid)
      order by value, channel),
    made as (insert into ${consents} (value, channel, topic, state, source, person_id, evidence)
    select value, channel, ${topic}, 'granted', 'import', person_id, ${evidence}::jsonb from each
    where (select c.state = 'revoked' and c.source = 'import' from consents c where c.value = each.value
        and c.channel in (each.channel, 'all') and c.topic in ('', ${topic}) order by c.id desc limit 1) is not false
      and not exists (select from suppressions s where s.value = each.value and s.channel in (each.channel, 'all')
        and s.topic in ('', ${topic}) and s.lifted_at is null) returning person_id)
    select count(distinct person_id)::int as people from made`)
  return made[0]!.people
}

/** With an undone import goes the consent it recorded, but not where something was recorded about it since. */
export async function withdrawImportedConsents(ctx: Ctx, importId: string): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${consents} (value, channel, topic, state, source, person_id, evidence)
    select c.value, c.channel, c.topic, 'revoked', 'import', c.person_id,
      jsonb_build_object('reference', ${importId}::text, 'undone', true)
    from consents c where c.source = 'import' and c.state = 'granted' and c.evidence ->> 'reference' = ${importId}
      and not exists (select from consents later where later.value = c.value and later.id > c.id
        and later.channel in (c.channel, 'all') and later.topic in ('', c.topic))`)
}

interface Revoked {
  value: string
  channel: Channel
  topic: string
  source: string
  personId: string
  evidence: Record<string, unknown>
}

/** Staff withdraw a consent. It suppresses nothing, since the person did not opt out. */
export async function revokeConsent(ctx: Ctx, revoked: Revoked): Promise<void> {
  await ctx.db.insert(consents).values({ ...revoked, state: 'revoked' })
}

/** Opt-ins of earlier days, as a demo tells them: `rows` are value, channel, topic, name, evidence and at. */
export async function recordPastConsents(ctx: Ctx, rows: SQLWrapper): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${consents} (client_id, value, channel, topic, state, source, name, evidence, created_at)
    select ${ctx.client.id}::uuid, value, channel, topic, 'granted', 'form', name, evidence, at from (${rows}) given`)
}
