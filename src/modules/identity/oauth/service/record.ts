import type { Ctx } from '#kernel/ctx.ts'
import { oauthEvents } from '../tables.ts'

type What =
  | `client.${'created' | 'updated' | 'deleted' | 'secret-regenerated'}`
  | `grant.${'approved' | 'denied' | 'revoked'}`
  | `${'code' | 'refresh-token'}.reused`

/** Writes a line of the audit log, in the transaction of what it tells. */
export async function recordEvent(
  ctx: Ctx,
  what: What,
  client: { id: string; name: string },
  by: { userId?: string | null; ip?: string } = {},
): Promise<void> {
  const { requestId } = ctx
  await ctx.db.insert(oauthEvents).values({ what, oauthClientId: client.id, clientName: client.name, requestId, ...by })
}
