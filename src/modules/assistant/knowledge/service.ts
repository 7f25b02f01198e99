import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { expire, fileById, keepForGood } from '#files/service.ts'
import { files } from '#files/tables.ts'
import { users } from '#identity/tables.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import type { SourceKind } from '../rules/options.ts'
import { refreshLiveSources } from '../service/live-sources.ts'
import { indexSourceText } from '../service/passage-index.ts'
import { assistantQuestions, knowledgeSources } from '../tables.ts'
import { indexSource } from '../tasks.ts'
import type { NewSource, Source, SourceChange } from './contract.ts'

interface Filter {
  cursor?: string
  limit: number
  search?: string
  kind?: SourceKind
}
const columns = {
  id: knowledgeSources.id,
  kind: knowledgeSources.kind,
  title: knowledgeSources.title,
  body: knowledgeSources.body,
  link: knowledgeSources.link,
  isDoctrine: knowledgeSources.isDoctrine,
  expiresAt: knowledgeSources.expiresAt,
  fileName: files.name,
  enabled: knowledgeSources.enabled,
  state: knowledgeSources.state,
  problem: knowledgeSources.problem,
  passages: knowledgeSources.passages,
  indexedAt: knowledgeSources.indexedAt,
  approvedByName: sql<
    string | null
  >`(select coalesce(nullif(u.name, ''), u.email) from ${users} u where u.id = ${knowledgeSources.approvedBy})`,
  usage: sql<number>`(select count(*)::int from assistant_turns t where t.client_id = ${knowledgeSources.clientId}
    and ${knowledgeSources.id} = any(t.source_ids) and t.state in ('sent', 'used'))`,
  version: knowledgeSources.version,
}
const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(knowledgeSources)
    .leftJoin(files, and(eq(files.clientId, knowledgeSources.clientId), eq(files.id, knowledgeSources.fileId)))

export async function listSources(
  ctx: Ctx,
  { cursor, limit, search, kind }: Filter,
): Promise<{ items: Source[]; nextCursor: string | null }> {
  const items = await select(ctx)
    .where(
      and(
        kind ? eq(knowledgeSources.kind, kind) : undefined,
        search
          ? or(
              sql`${knowledgeSources.title} ilike ${containing(search)}`,
              sql`${knowledgeSources.body} ilike ${containing(search)}`,
            )
          : undefined,
        cursor ? lt(knowledgeSources.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(knowledgeSources.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

export async function getSource(ctx: Ctx, { id }: { id: string }): Promise<Source> {
  const [row] = await select(ctx).where(eq(knowledgeSources.id, id))
  return found(row, 'Source')
}

/** Approved by who adds it. An answer to a question that was asked settles all who asked the same. */
export async function createSource(ctx: Ctx, { questionId, ...wanted }: NewSource): Promise<Source> {
  if (!wanted.body) throw invalid('body', wanted.kind === 'faq' ? 'Please enter an answer' : 'Please enter a text')
  const [row] = await ctx.db
    .insert(knowledgeSources)
    .values({ ...wanted, approvedBy: userOf(ctx) })
    .returning()
  await indexSourceText(ctx, row!.id, row!.title, row!.body)
  if (questionId) await answerQuestion(ctx, questionId, { state: 'answered', sourceId: row!.id })
  announce(ctx, 'assistant')
  return getSource(ctx, row!)
}

/** @throws NOT_FOUND where nobody asked it, or the reader may not see who did */
export async function answerQuestion(
  ctx: Ctx,
  id: string,
  outcome: { state: 'answered' | 'dismissed'; sourceId?: string },
): Promise<void> {
  const [asked] = await ctx.db
    .select({ sameAs: assistantQuestions.sameAs })
    .from(assistantQuestions)
    .where(eq(assistantQuestions.id, id))
  const { sameAs } = found(asked, 'Question')
  await ctx.db
    .update(assistantQuestions)
    .set(outcome)
    .where(and(eq(assistantQuestions.sameAs, sameAs), eq(assistantQuestions.state, 'open')))
}

/** A file that was brought for it; its text is read by a task. */
export async function addFile(
  ctx: Ctx,
  { fileId, isDoctrine }: { fileId: string; isDoctrine: boolean },
): Promise<Source> {
  const file = await fileById(ctx, fileId, 'knowledge')
  await keepForGood(ctx, [fileId])
  const title = file.name.replace(/\.\w+$/, '')
  const values = { kind: 'file' as const, title, fileId, isDoctrine, approvedBy: userOf(ctx) }
  const [row] = await ctx.db.insert(knowledgeSources).values(values).returning()
  await enqueue(ctx, indexSource, { sourceId: row!.id })
  announce(ctx, 'assistant')
  return getSource(ctx, row!)
}

export async function updateSource(ctx: Ctx, { id, version, ...changes }: SourceChange): Promise<Source> {
  const before = await getSource(ctx, { id })
  if (isNoChange(changes)) return before
  const isOurs = before.kind === 'live' || before.kind === 'help'
  if (isOurs && (changes.title !== undefined || changes.body !== undefined))
    throw new Failure('CONFLICT', 'This source follows your calendar and profile. Please change it there.')
  if (changes.body === '' && before.kind !== 'file') throw invalid('body', 'Please enter a text')
  const { body: _, ...ofFile } = changes
  const [row] = await ctx.db
    .update(knowledgeSources)
    .set(before.kind === 'file' ? ofFile : changes)
    .where(and(eq(knowledgeSources.id, id), eq(knowledgeSources.version, version)))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  if (before.kind === 'file' && changes.title !== undefined) await enqueue(ctx, indexSource, { sourceId: id })
  else if (changes.title !== undefined || changes.body !== undefined)
    await indexSourceText(ctx, id, row.title, row.body)
  announce(ctx, 'assistant')
  return getSource(ctx, { id })
}

/** Reads it again: a file by a task, the rest at once. */
export async function reindexSource(ctx: Ctx, { id }: { id: string }): Promise<Source> {
  const { kind, title, body } = await getSource(ctx, { id })
  if (kind === 'file') {
    await ctx.db.update(knowledgeSources).set({ state: 'indexing', problem: '' }).where(eq(knowledgeSources.id, id))
    await enqueue(ctx, indexSource, { sourceId: id })
  } else if (kind === 'live' || kind === 'help') await refreshLiveSources(ctx)
  else await indexSourceText(ctx, id, title, body)
  announce(ctx, 'assistant')
  return getSource(ctx, { id })
}

export async function removeSource(ctx: Ctx, { id }: { id: string }) {
  const { kind } = await getSource(ctx, { id })
  if (kind === 'live' || kind === 'help')
    throw new Failure('CONFLICT', 'This source follows your calendar and profile. You can switch it off.')
  const [row] = await ctx.db.delete(knowledgeSources).where(eq(knowledgeSources.id, id)).returning()
  if (row?.fileId) await expire(ctx, row.fileId)
  announce(ctx, 'assistant')
  return {}
}

export async function dismissQuestion(ctx: Ctx, { id }: { id: string }) {
  await answerQuestion(ctx, id, { state: 'dismissed' })
  announce(ctx, 'assistant')
  return {}
}
