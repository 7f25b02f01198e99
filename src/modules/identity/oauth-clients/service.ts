import { count, desc, eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { recordEvent } from '../oauth/service/record.ts'
import { oauthClients } from '../oauth/tables.ts'
import { refusal } from '../service.ts'
import type { NewOAuthClient, OAuthClientChange } from './contract.ts'

export type OAuthClient = typeof oauthClients.$inferSelect

export const unknownClient = () => refusal(404, 'oauth_client_not_found', 'OAuth client not found')

/** As the protocol shows it; `secret` only in the answer that made it. */
const toAnswer = (client: OAuthClient, secret?: string | null) => ({
  client_id: client.id,
  client_name: client.name,
  ...(secret && { client_secret: secret }),
  client_type: client.type,
  token_endpoint_auth_method: client.authMethod,
  registration_type: 'manual',
  ...(client.uri && { client_uri: client.uri }),
  ...(client.logoUri && { logo_uri: client.logoUri }),
  redirect_uris: client.redirectUris,
  grant_types: client.grantTypes,
  response_types: ['code'],
  ...(client.scope && { scope: client.scope }),
  created_at: client.createdAt.toISOString(),
  updated_at: client.updatedAt.toISOString(),
})

export async function listClients(ctx: Ctx, { page, perPage }: { page: number; perPage: number }) {
  const rows = await ctx.db
    .select()
    .from(oauthClients)
    .orderBy(desc(oauthClients.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [all] = await ctx.db.select({ total: count() }).from(oauthClients)
  return { clients: rows.map(row => toAnswer(row)), total: all!.total }
}

export async function createClient(ctx: Ctx, input: NewOAuthClient) {
  const { client_type, token_endpoint_auth_method: method } = input
  const type = client_type ?? (method === 'none' ? 'public' : 'confidential')
  const secret = type === 'confidential' ? newToken() : null
  const [client] = await ctx.db
    .insert(oauthClients)
    .values({
      name: input.client_name,
      type,
      authMethod: method ?? (type === 'public' ? 'none' : 'client_secret_basic'),
      secretHash: secret && digest(secret),
      uri: input.client_uri,
      logoUri: input.logo_uri,
      redirectUris: input.redirect_uris,
      grantTypes: input.grant_types,
      scope: input.scope,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    .returning()
  await recordEvent(ctx, 'client.created', client!)
  return toAnswer(client!, secret)
}

/** Throws `oauth_client_not_found`. */
export async function requireClient(ctx: Ctx, id: string): Promise<OAuthClient> {
  const [client] = await ctx.db.select().from(oauthClients).where(eq(oauthClients.id, id))
  if (!client) throw unknownClient()
  return client
}

export const getClient = async (ctx: Ctx, id: string) => toAnswer(await requireClient(ctx, id))

async function change(ctx: Ctx, id: string, values: Partial<typeof oauthClients.$inferInsert>) {
  const [client] = await ctx.db
    .update(oauthClients)
    .set({ ...values, updatedAt: clock.now() })
    .where(eq(oauthClients.id, id))
    .returning()
  if (!client) throw unknownClient()
  return client
}

export async function updateClient(ctx: Ctx, id: string, changes: OAuthClientChange) {
  const { type } = await requireClient(ctx, id)
  const method = changes.token_endpoint_auth_method
  if (method && (type === 'public') !== (method === 'none'))
    throw refusal(400, 'validation_failed', `token_endpoint_auth_method: does not fit a ${type} client`)
  const client = await change(ctx, id, {
    name: changes.client_name,
    uri: changes.client_uri,
    logoUri: changes.logo_uri,
    redirectUris: changes.redirect_uris,
    grantTypes: changes.grant_types,
    authMethod: method,
  })
  await recordEvent(ctx, 'client.updated', client)
  return toAnswer(client)
}

/** Its grants and tokens end with it. */
export async function deleteClient(ctx: Ctx, id: string): Promise<void> {
  await recordEvent(ctx, 'client.deleted', await requireClient(ctx, id))
  await ctx.db.delete(oauthClients).where(eq(oauthClients.id, id))
}

/** A new secret, shown here and never again; the one before stops at once. */
export async function regenerateSecret(ctx: Ctx, id: string) {
  const { type } = await requireClient(ctx, id)
  if (type === 'public')
    throw refusal(400, 'validation_failed', 'Cannot regenerate the secret of a public client: it has none')
  const secret = newToken()
  const client = await change(ctx, id, { secretHash: digest(secret) })
  await recordEvent(ctx, 'client.secret-regenerated', client)
  return toAnswer(client, secret)
}
