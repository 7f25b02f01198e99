import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { open, seal } from '#kernel/secrets.ts'
import { ServiceRefused } from '#providers/outbound/index.ts'
import { googleClient, type ReviewAccess } from '#providers/reviews/index.ts'
import { reviewConnections } from '../tables.ts'

const SEALED_AS = 'review connection'
export const sealToken = (token: string) => seal(token, SEALED_AS)
export const openToken = (sealed: string) => open(sealed, SEALED_AS)

export interface Opened {
  entry: string
  connectionId: string | null
  sealedToken: string | null
}

/** What opens an entry. @throws ServiceRefused where the operator took the OAuth client away */
export function toAccess({ entry, connectionId, sealedToken }: Opened): ReviewAccess {
  if (!connectionId) return { kind: 'sandbox', entry }
  const client = googleClient()
  if (!client || !sealedToken) throw new ServiceRefused('This server has no connection to Google.')
  return { kind: 'google', entry, ...client, refreshToken: openToken(sealedToken) }
}

/** Keeps a refresh token that Google has replaced. */
export async function saveNewToken(ctx: Ctx, opened: Opened, access: ReviewAccess): Promise<void> {
  const { connectionId, sealedToken } = opened
  if (access.kind !== 'google' || !connectionId || !sealedToken || access.refreshToken === openToken(sealedToken))
    return
  await ctx.db
    .update(reviewConnections)
    .set({ sealedToken: sealToken(access.refreshToken) })
    .where(eq(reviewConnections.id, connectionId))
}
