import { and, desc, eq, isNull } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { notifyOfChange } from '../../service/notices.ts'
import { refusal } from '../../service.ts'
import type { Who } from '../../sessions/service.ts'
import { oauthAuthorizations, oauthClients, oauthGrants } from '../tables.ts'
import { recordEvent } from './record.ts'

const isGrant = (userId: string, oauthClientId: string) =>
  and(eq(oauthGrants.userId, userId), eq(oauthGrants.oauthClientId, oauthClientId), isNull(oauthGrants.revokedAt))

async function grantedScopes(ctx: Ctx, userId: string, oauthClientId: string): Promise<string[]> {
  const [grant] = await ctx.db
    .select({ scopes: oauthGrants.scopes })
    .from(oauthGrants)
    .where(isGrant(userId, oauthClientId))
    .for('update')
  return grant?.scopes ?? []
}

/** Whether someone has allowed the program all of these before. */
export async function coversScopes(ctx: Ctx, userId: string, oauthClientId: string, scopes: string[]) {
  const granted = await grantedScopes(ctx, userId, oauthClientId)
  return scopes.every(scope => granted.includes(scope))
}

/** Allows the program these scopes besides those that it has. The person hears of it by email when there is something new. */
export async function grantScopes(
  ctx: Ctx,
  userId: string,
  client: { id: string; name: string },
  asked: string[],
  ip: string,
): Promise<void> {
  const granted = await grantedScopes(ctx, userId, client.id)
  const scopes = [...new Set([...granted, ...asked])]
  if (scopes.length === granted.length) return
  const grant = { scopes, grantedAt: clock.now(), revokedAt: null }
  await ctx.db
    .insert(oauthGrants)
    .values({ userId, oauthClientId: client.id, ...grant })
    .onConflictDoUpdate({ target: [oauthGrants.userId, oauthGrants.oauthClientId], set: grant })
  await recordEvent(ctx, 'grant.approved', client, { userId, ip })
  await notifyOfChange(ctx, userId, 'grant', client.name)
}

/** The programs that someone signs in to with this account, latest first. */
export async function listGrants(ctx: Ctx, { userId }: Who) {
  const rows = await ctx.db
    .select({ grant: oauthGrants, client: oauthClients })
    .from(oauthGrants)
    .innerJoin(oauthClients, eq(oauthClients.id, oauthGrants.oauthClientId))
    .where(and(eq(oauthGrants.userId, userId), isNull(oauthGrants.revokedAt)))
    .orderBy(desc(oauthGrants.grantedAt))
  return rows.map(({ grant, client }) => ({
    client: { id: client.id, name: client.name, uri: client.uri, logo_uri: client.logoUri },
    scopes: grant.scopes,
    granted_at: grant.grantedAt.toISOString(),
  }))
}

export const unknownGrant = () => refusal(404, 'oauth_consent_not_found', 'No active grant found for this client')

/** Takes the permission back. Codes and tokens that it led to end at once. */
export async function revokeGrant(ctx: Ctx, { userId }: Who, oauthClientId: string, ip: string): Promise<void> {
  const [revoked] = await ctx.db
    .update(oauthGrants)
    .set({ revokedAt: clock.now() })
    .where(isGrant(userId, oauthClientId))
    .returning()
  if (!revoked) throw unknownGrant()
  // Tokens end with their authorization, by cascade.
  await ctx.db
    .delete(oauthAuthorizations)
    .where(and(eq(oauthAuthorizations.userId, userId), eq(oauthAuthorizations.oauthClientId, oauthClientId)))
  const [client] = await ctx.db.select().from(oauthClients).where(eq(oauthClients.id, oauthClientId))
  await recordEvent(ctx, 'grant.revoked', client!, { userId, ip })
}
