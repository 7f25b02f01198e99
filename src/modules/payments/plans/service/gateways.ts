import type { Ctx } from '#kernel/ctx.ts'

/** Gateways that are turned on in the payment settings. */
export const enabledGateways = async (_: Ctx): Promise<string[]> => []
