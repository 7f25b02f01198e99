import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { letter } from '#messaging/rules/letter.ts'
import { fillTags, lintTags, lookUps, mailTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import { tagKeys, tagSamples } from '#people/fields/service/field-tags.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { STANDARD_SUBJECT, withoutReviewLink, withReviewLink } from '../requests/rules/words.ts'
import { resolveTargets } from '../requests/service/places.ts'
import type { NewRequestTemplate, RequestTemplate, RequestTemplateChange } from './contract.ts'
import { reviewRequestTemplates as table } from './tables.ts'

const MOST = 200
const MOST_TESTS_AN_HOUR = 30
const KIND = 'review-request-test'

const columns = {
  id: table.id,
  name: table.name,
  subject: table.subject,
  content: table.content,
  sources: table.sources,
  custom: table.custom,
  version: table.version,
}
const isThere = isNull(table.deletedAt)

export async function list(ctx: Ctx): Promise<{ items: RequestTemplate[] }> {
  const items = await ctx.db
    .select(columns)
    .from(table)
    .where(isThere)
    .orderBy(asc(sql`lower(${table.name})`), asc(table.id))
    .limit(MOST)
  return { items }
}

async function templateById(ctx: Ctx, id: string): Promise<RequestTemplate> {
  const [row] = await ctx.db
    .select(columns)
    .from(table)
    .where(and(eq(table.id, id), isThere))
  return found(row, 'Template')
}

/** A template may name no platform yet; one that it names can be asked for. */
async function requireFit(ctx: Ctx, { subject, content, sources, custom }: NewRequestTemplate): Promise<void> {
  const keys = await tagKeys(ctx)
  const problem = lintTags(withoutReviewLink(content), keys)
  if (problem) throw invalid('content', problem)
  const other = lintTags(subject, keys)
  if (other) throw invalid('subject', other)
  if (sources.length > 0) await resolveTargets(ctx, { sources, custom })
}

export async function create(ctx: Ctx, template: NewRequestTemplate): Promise<RequestTemplate> {
  await requireFit(ctx, template)
  if ((await ctx.db.$count(table, isThere)) >= MOST)
    throw invalid('name', 'You already have 200 templates. Delete one you don’t use.')
  const [row] = await ctx.db.insert(table).values(template).returning(columns)
  announce(ctx, 'reviews')
  return row!
}

export async function update(ctx: Ctx, { id, version, ...changes }: RequestTemplateChange): Promise<RequestTemplate> {
  await requireFit(ctx, changes)
  await templateById(ctx, id)
  const [row] = await ctx.db
    .update(table)
    .set(changes)
    .where(and(eq(table.id, id), eq(table.version, version), isThere))
    .returning(columns)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'reviews')
  return row
}

export async function clone(ctx: Ctx, { id }: { id: string }): Promise<RequestTemplate> {
  const { id: _, version, name, ...words } = await templateById(ctx, id)
  const [row] = await ctx.db
    .insert(table)
    .values({ ...words, name: `${name.slice(0, 72)} (copy)` })
    .returning(columns)
  announce(ctx, 'reviews')
  return row!
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await templateById(ctx, id)
  await ctx.db.update(table).set({ deletedAt: clock.now() }).where(eq(table.id, id))
  announce(ctx, 'reviews')
  return {}
}

/** By email to the member who asks, with sample names; its link leads to the front page. */
export async function test(ctx: Ctx, { id }: { id: string }): Promise<{ to: string }> {
  const { subject, content } = await templateById(ctx, id)
  const [me] = await ctx.db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userOf(ctx) ?? ''))
  const { email, name } = found(me, 'Your account')
  if ((await countSince(ctx, KIND, new Date(clock.ms() - hours(1)), email)) >= MOST_TESTS_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'You sent many tests this hour. Please wait a while.')
  const samples = Object.fromEntries(Object.entries(mailTags).map(([tag, { sample }]) => [tag, sample])) as TagValues
  const values = { ...samples, ...(await tagSamples(ctx, lookUps(content, subject))), ...(await churchTags(ctx)) }
  const title = fillTags(subject || STANDARD_SUBJECT, values).text
  const { text } = fillTags(withReviewLink(content, env.publicUrl), values)
  const mail = letter({ subject: `Test: ${title}`, heading: title, lines: text.split(/\n{2,}/) })
  await sendMail(ctx, {
    ...mail,
    to: email,
    toName: name,
    kind: KIND,
    dedupeKey: `${KIND}:${id}:${email}:${clock.ms()}`,
  })
  return { to: email }
}
