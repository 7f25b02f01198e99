import { z } from 'zod'
import { redirectUriProblem } from '../oauth/rules.ts'

const page = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .or(z.literal(''))
const RedirectUri = z
  .string()
  .max(2_000)
  .superRefine((uri, refused) => {
    const problem = redirectUriProblem(uri)
    if (problem) refused.addIssue({ code: 'custom', message: problem })
  })

export const clientTypes = ['public', 'confidential'] as const
const AuthMethod = z.enum(['none', 'client_secret_basic', 'client_secret_post'])
const GrantType = z.enum(['authorization_code', 'refresh_token'])

const shared = {
  client_uri: page.optional(),
  logo_uri: page.optional(),
  token_endpoint_auth_method: AuthMethod.optional(),
}
const Name = z.string().trim().min(1).max(100)
const RedirectUris = z.array(RedirectUri).min(1).max(10)
const GrantTypes = z
  .array(GrantType)
  .refine(types => types.includes('authorization_code'), 'authorization_code is required')

export const NewOAuthClient = z
  .object({
    ...shared,
    client_name: Name,
    redirect_uris: RedirectUris,
    client_type: z.enum(clientTypes).optional(),
    grant_types: GrantTypes.default(['authorization_code', 'refresh_token']),
    response_types: z.array(z.literal('code')).min(1).default(['code']),
    scope: z.string().trim().max(500).default(''),
  })
  .refine(
    ({ client_type, token_endpoint_auth_method: method }) =>
      !client_type || !method || (client_type === 'public') === (method === 'none'),
    { path: ['token_endpoint_auth_method'], message: 'does not fit client_type' },
  )
export type NewOAuthClient = z.infer<typeof NewOAuthClient>

/** Fields that are left out stay as they are. */
export const OAuthClientChange = z
  .object({
    ...shared,
    client_name: Name.optional(),
    redirect_uris: RedirectUris.optional(),
    grant_types: GrantTypes.optional(),
  })
  .refine(changes => Object.values(changes).some(value => value !== undefined), 'No fields provided for update')
export type OAuthClientChange = z.infer<typeof OAuthClientChange>
