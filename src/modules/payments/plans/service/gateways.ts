import type { Ctx } from '#kernel/ctx.ts'
import { usableGateways } from '../../service/gateways.ts'

/** Gateways that are turned on in the payment settings. */
export const enabledGateways = async (ctx: Ctx): Promise<string[]> =>
  (await usableGateways(ctx)).map(({ gateway }) => gateway)
