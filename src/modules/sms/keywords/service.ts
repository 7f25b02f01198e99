import { and, asc, eq, isNull } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { mustExist } from '#people/segments/service.ts'
import { groups, tags } from '#people/tables.ts'
import { isTaken, plainWord } from '../rules/keywords.ts'
import { smsKeywords as table } from '../tables.ts'
import type { NewSmsKeyword, SmsKeyword, SmsKeywordChange } from './contract.ts'

const MOST = 200

/** As it is compared: one word, letters and digits. */
function wordOf(given: string): string {
  if (/\s/.test(given.trim())) throw invalid('word', 'A keyword must be one word')
  const word = plainWord(given)
  if (!word) throw invalid('word', 'A keyword can have only letters and digits')
  if (isTaken(word)) throw invalid('word', `${word} is reserved for opting out, opting in or help`)
  return word
}

async function mustKnow(ctx: Ctx, { groupId, tagId, answersTo }: Partial<NewSmsKeyword>) {
  await requireMember(ctx, answersTo, 'answersTo')
  if (groupId) await mustExist(ctx, groups, [groupId], 'Group')
  if (tagId) await mustExist(ctx, tags, [tagId], 'Tag')
}

const once = (error: unknown): never => {
  throw sqlState(error) === '23505' ? invalid('word', 'This keyword already exists') : error
}

export async function list(ctx: Ctx): Promise<{ items: SmsKeyword[] }> {
  const items = await ctx.db.select().from(table).where(isNull(table.deletedAt)).orderBy(asc(table.word)).limit(MOST)
  return { items }
}

export async function create(ctx: Ctx, { word, ...rest }: NewSmsKeyword): Promise<SmsKeyword> {
  const plain = wordOf(word)
  await mustKnow(ctx, rest)
  if ((await ctx.db.$count(table, isNull(table.deletedAt))) >= MOST)
    throw invalid('word', 'You already have 200 keywords. Delete one you don’t use.')
  const [row] = await ctx.db
    .insert(table)
    .values({ word: plain, ...rest })
    .returning()
    .catch(once)
  announce(ctx, 'campaigns')
  return row!
}

export async function update(ctx: Ctx, { id, version, word, ...rest }: SmsKeywordChange): Promise<SmsKeyword> {
  await mustKnow(ctx, rest)
  const [before] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
    .for('update')
  if (found(before, 'Keyword').version !== version) throw new Failure('CONFLICT')
  const [row] = await ctx.db
    .update(table)
    .set({ ...rest, ...(word !== undefined && { word: wordOf(word) }) })
    .where(eq(table.id, id))
    .returning()
    .catch(once)
  announce(ctx, 'campaigns')
  return row!
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.update(table).set({ deletedAt: clock.now() }).where(eq(table.id, id)).returning()
  found(row, 'Keyword')
  announce(ctx, 'campaigns')
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<SmsKeyword> {
  const [row] = await ctx.db.update(table).set({ deletedAt: null }).where(eq(table.id, id)).returning().catch(once)
  announce(ctx, 'campaigns')
  return found(row, 'Keyword')
}
