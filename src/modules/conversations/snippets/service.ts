import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { lookUps, type TagValues } from '#messaging/rules/merge-tags.ts'
import { tagKeys, tagValues } from '#people/fields/service/field-tags.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { contactPoints, people } from '#people/tables.ts'
import { type AnswerTag, fillAnswer, lintSnippet } from '../rules/saved.ts'
import { selectConversation } from '../service.ts'
import { snippets } from '../tables.ts'
import type { NewSnippet, SnippetChange } from './contract.ts'

const columns = {
  id: snippets.id,
  name: snippets.name,
  shortcut: snippets.shortcut,
  text: snippets.body,
  version: snippets.version,
}

export async function list(ctx: Ctx) {
  return { items: await ctx.db.select(columns).from(snippets).orderBy(sql`lower(${snippets.name})`).limit(500) }
}

export async function byId(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select(columns).from(snippets).where(eq(snippets.id, id))
  return found(row, 'Saved reply')
}

const taken = (error: unknown): never => {
  if (sqlState(error) !== '23505') throw error
  const shortcut = /shortcut/.test(String((error as { cause?: { constraint?: string } }).cause?.constraint))
  throw shortcut
    ? invalid('shortcut', 'Another saved reply has this shortcut')
    : invalid('name', 'Another saved reply has this name')
}

async function mustLint(ctx: Ctx, text: string): Promise<void> {
  const problem = lintSnippet(text, await tagKeys(ctx))
  if (problem) throw invalid('text', problem)
}

export async function create(ctx: Ctx, { text, ...values }: NewSnippet) {
  await mustLint(ctx, text)
  const [row] = await ctx.db
    .insert(snippets)
    .values({ ...values, body: text })
    .returning({ id: snippets.id })
    .catch(taken)
  announce(ctx, 'conversations')
  return byId(ctx, row!.id)
}

export async function update(ctx: Ctx, { id, version, text, ...values }: SnippetChange) {
  await byId(ctx, id)
  await mustLint(ctx, text)
  const rows = await ctx.db
    .update(snippets)
    .set({ ...values, body: text })
    .where(and(eq(snippets.id, id), eq(snippets.version, version)))
    .returning({ id: snippets.id })
    .catch(taken)
  if (rows.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'conversations')
  return byId(ctx, id)
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db.delete(snippets).where(eq(snippets.id, id)).returning({ id: snippets.id })
  found(rows[0], 'Saved reply')
  announce(ctx, 'conversations')
  return {}
}

export async function fillSnippet(ctx: Ctx, { id, conversationId }: { id: string; conversationId: string }) {
  const [{ text }, { personId }] = [await byId(ctx, id), await selectConversation(ctx, conversationId)]
  const own = await tagValues(ctx, lookUps(text), [personId])
  return fillAnswer(text, { ...(await valuesFor(ctx, personId)), ...own(personId) })
}

export async function knownSnippets(ctx: Ctx, { tag, conversationId }: { tag: AnswerTag; conversationId: string }) {
  const { personId } = await selectConversation(ctx, conversationId)
  const looked = await tagValues(ctx, lookUps(`{${tag}}`), [personId])
  return { text: { ...(await valuesFor(ctx, personId)), ...looked(personId) }[tag] ?? '' }
}

/** What the tags of an answer stand for. */
async function valuesFor(ctx: Ctx, personId: string | null): Promise<TagValues> {
  const ours = await churchTags(ctx)
  if (!personId) return ours
  const [person] = await ctx.db
    .select({ firstName: people.firstName, lastName: people.lastName, name: people.name })
    .from(people)
    .where(eq(people.id, personId))
  const [mail] = await ctx.db
    .select({ value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(and(eq(contactPoints.personId, personId), eq(contactPoints.kind, 'email')))
    .orderBy(sql`${contactPoints.isPrimary} desc`)
    .limit(1)
  return { ...ours, ...person, email: mail?.value }
}
