import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { belongingInWords } from '#people/merging/rules/words.ts'
import type { MergePolicy } from '#people/merging/service/policies.ts'
import { calls } from '../tables.ts'

const describeCalls = async (ctx: Ctx, personId: string): Promise<string | undefined> =>
  belongingInWords(await ctx.db.$count(calls, eq(calls.personId, personId)), 'call')

export const callMerge: MergePolicy = { belongings: [{ order: 110, describe: describeCalls }] }
