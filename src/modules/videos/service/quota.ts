import { usage } from '#entitlements/service.ts'
import { QUOTA } from '#files/resumable/rules.ts'
import type { Ctx } from '#kernel/ctx.ts'

/** Bytes that a church may keep: what its plan says, and never more than this server gives to one. */
export async function quotaOf(ctx: Ctx): Promise<number> {
  const limit = (await usage(ctx)).find(({ key }) => key === 'storage')?.limit
  return Math.min(QUOTA, (limit ?? Number.POSITIVE_INFINITY) * 1024 ** 3)
}
