import { eq, sql } from 'drizzle-orm'
import { type SuppressionReason, URGENT } from '#consent/rules/reasons.ts'
import { grantConsents, revokeConsent } from '#consent/service/records.ts'
import { listSuppressionsOf, subscribe } from '#consent/service.ts'
import { consents } from '#consent/tables.ts'
import { requireTopic, topicsOf } from '#consent/topics/service.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { channelRules } from '#messaging/channels/rules.ts'
import { selected } from '../service/list.ts'
import { personById } from '../service.ts'
import { contactPoints } from '../tables.ts'
import type { Consent, NewConsent, NewConsents } from './contract.ts'
import { nameOfSource } from './service/sources.ts'

const STAFF = 'staff'
/** A consent that staff withdrew, or that went with an undone import, may be recorded again: nobody said no themselves. */
const OURS = [STAFF, 'import']

interface Word extends Record<string, unknown> {
  value: string
  channel: Consent['channel']
  topic: string
  state: 'granted' | 'revoked'
  source: string
  via: string
  wording: string
  at: string
}

/** The latest word of each address, channel and topic; a no to the whole channel counts for each of its topics. */
async function wordsOf(ctx: Ctx, values: string[]): Promise<Word[]> {
  const { rows } = await ctx.db.execute<Word>(sql`
    select distinct on (c.value, t.channel, t.topic) c.value, t.channel, t.topic, c.state, c.source,
      coalesce(${nameOfSource()}, c.evidence ->> 'keyword', c.evidence ->> 'via', '') as via, coalesce(c.evidence ->> 'wording', '') as wording, c.created_at as at
    from (select distinct value, channel, topic from ${consents}
        where value = any(${sql.param(values)}::text[]) and channel in ('email', 'sms', 'voice')) t
      join ${consents} c on c.value = t.value and c.channel in (t.channel, 'all') and c.topic in ('', t.topic)
    order by c.value, t.channel, t.topic, c.id desc`)
  return rows
}

async function valuesOf(ctx: Ctx, personId: string): Promise<string[]> {
  const person = await personById(ctx, personId)
  const points = await ctx.db
    .select({ value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(eq(contactPoints.personId, person.id))
  return points.map(point => point.value)
}

export async function listConsents(ctx: Ctx, { personId }: { personId: string }): Promise<{ items: Consent[] }> {
  const values = await valuesOf(ctx, personId)
  if (values.length === 0) return { items: [] }
  const names = new Map((await topicsOf(ctx)).map(topic => [topic.key, topic.name]))
  const granted = (await wordsOf(ctx, values)).filter(word => word.state === 'granted')
  const items: Consent[] = []
  for (const { at, state: _, ...word } of granted) {
    const against = await whatStands(ctx, word)
    const topicName = topicNames[word.topic] ?? names.get(word.topic)
    // Of a topic that is gone nothing is sent.
    if (topicName) items.push({ ...word, topicName, at: new Date(at), against })
  }
  return { items: items.sort((a, b) => b.at.getTime() - a.at.getTime()) }
}

/** Consent to a whole channel, as a connect card asks for it, counts for every topic. */
const topicNames: Record<string, string> = { [URGENT]: 'Urgent messages at any hour', '': 'Everything' }

const whatStands = async (ctx: Ctx, { value, ...place }: Pick<Consent, 'value' | 'channel' | 'topic'>) =>
  (await listSuppressionsOf(ctx, [value], place)).get(value)?.[0] ?? null

const refusals: Record<SuppressionReason | 'revoked', string> = {
  unsubscribed: 'They unsubscribed. Only they can undo this, with the link in an email.',
  revoked: 'They opted out themselves. Only they can undo this.',
  stop: 'They replied STOP. Only they can undo this, by replying START.',
  complaint: 'They reported an email as spam. Nothing can be sent there.',
  hard_bounce: 'Email to this address bounces. Please ask them for another one.',
  invalid: 'It can’t be reached. Please ask them for another one.',
  manual: 'Staff recorded an opt-out for it. Undo that first.',
  dnc: 'They are marked as do not contact. Change that first.',
}

/** Records what someone said or signed. It never overrides their own opt-out. */
export async function recordConsent(ctx: Ctx, { personId, value, channel, topic, how }: NewConsent) {
  await requireTopic(ctx, topic)
  const [point] = await ctx.db
    .select({ kind: contactPoints.kind })
    .from(contactPoints)
    .where(
      sql`${contactPoints.personId} = ${(await personById(ctx, personId)).id} and ${contactPoints.valueNorm} = ${value}`,
    )
  if (found(point, 'Address').kind !== channelRules[channel].contactPoint)
    throw invalid('channel', 'This channel doesn’t fit this address')
  const against = await whatStands(ctx, { value, channel, topic })
  if (against) throw invalid('value', refusals[against])
  const word = (await wordsOf(ctx, [value])).find(one => one.channel === channel && one.topic === topic)
  if (word?.state === 'granted') return {}
  if (word && !OURS.includes(word.source)) throw invalid('value', refusals.revoked)
  const evidence = { by: userOf(ctx), ip: null }
  await subscribe(ctx, value, { channel, topic, source: STAFF, wording: how, reference: 'person', personId, evidence })
  announce(ctx, 'people', personId)
  return {}
}

/** The same for many at once, in one statement: who opted out, or has opted in before, is left as they are. */
export async function recordConsents(ctx: Ctx, { selection, channel, topic, how }: NewConsents) {
  await requireTopic(ctx, topic)
  const kind = channelRules[channel].contactPoint
  const counts = await grantConsents(
    ctx,
    sql`
    select distinct on (p.id) p.id as person_id, c.value_norm as value from people p
    left join ${contactPoints} c on c.client_id = p.client_id and c.person_id = p.id and c.kind = ${kind}
    where not p.deceased and p.id in (${await selected(ctx, selection)}) order by p.id, c.is_primary desc, c.id`,
    {
      channel,
      topic,
      source: STAFF,
      evidence: { wording: how, reference: 'list', by: userOf(ctx), ip: null },
      overrides: OURS,
    },
  )
  announce(ctx, 'people')
  return counts
}

export async function withdrawConsent(
  ctx: Ctx,
  { personId, value, channel, topic }: Pick<NewConsent, 'personId' | 'value' | 'channel' | 'topic'>,
) {
  const values = await valuesOf(ctx, personId)
  const word = (await wordsOf(ctx, values)).find(
    one => one.value === value && one.channel === channel && one.topic === topic,
  )
  if (found(word, 'Entry').state === 'granted')
    await revokeConsent(ctx, {
      value,
      channel,
      topic,
      source: STAFF,
      personId,
      evidence: { by: userOf(ctx), tookBack: word!.source },
    })
  announce(ctx, 'people', personId)
  return {}
}
