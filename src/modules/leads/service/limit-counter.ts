import { isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { leads } from '../tables.ts'

/** What plans count as leads. */
export const countLeads = (ctx: Ctx): Promise<number> => ctx.db.$count(leads, isNull(leads.deletedAt))
