import { z } from 'zod'

/** PKCE: BASE64URL(SHA-256), without padding (RFC 7636 section 4.2). */
const challenge = z.string().regex(/^[\w-]{43}$/)

export const AuthorizeTarget = z.object({ client_id: z.uuid(), redirect_uri: z.string().max(2_000) })
export const AuthorizeRequest = z.object({
  scope: z.string().max(500).default(''),
  nonce: z.string().max(500).optional(),
  code_challenge: challenge,
  code_challenge_method: z.literal('S256'),
})

export const Decision = z.object({ action: z.enum(['approve', 'deny']) })

const value = z.string().max(2_000)
export const TokenRequest = z.object({
  grant_type: value.optional(),
  code: value.optional(),
  redirect_uri: value.optional(),
  code_verifier: value.optional(),
  refresh_token: value.optional(),
  token: value.optional(),
  client_id: value.optional(),
  client_secret: value.optional(),
})
export type TokenRequest = z.infer<typeof TokenRequest>
