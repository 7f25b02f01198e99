import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { belongingInWords } from '#people/merging/rules/words.ts'
import type { MergePolicy } from '#people/merging/service/policies.ts'
import { formSubmissions } from '../tables.ts'

async function describeSubmissions(ctx: Ctx, personId: string): Promise<string | undefined> {
  const theirs = and(eq(formSubmissions.personId, personId), isNull(formSubmissions.deletedAt))
  return belongingInWords(await ctx.db.$count(formSubmissions, theirs), 'form filled out', 'forms filled out')
}

export const formMerge: MergePolicy = { belongings: [{ order: 100, describe: describeSubmissions }] }
