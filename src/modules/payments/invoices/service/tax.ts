import type { Ctx } from '#kernel/ctx.ts'

/** Rates of the church's tax settings that are in force today; none while it collects no tax. */
export const ratesOf = async (_: Ctx): Promise<{ name: string; rate: number }[]> => []
