import { z } from 'zod'

/** What the calls of /auth/v1 send; unknown keys are allowed, since client libraries add their own. */
const address = z.string().trim().toLowerCase().max(254).pipe(z.email())
const password = z.string().max(1_000)
const Pkce = {
  code_challenge: z.string().min(43).max(128).nullish(),
  code_challenge_method: z.string().nullish(),
}

export const SignUp = z.object({
  email: address,
  password,
  data: z
    .object({
      name: z.string().trim().max(200).optional(),
      organization: z.string().trim().max(120).optional(),
      /** The token of an invitation: joins that account instead of opening one. */
      invitation: z.string().max(200).optional(),
    })
    .nullish(),
  ...Pkce,
})
export const PasswordGrant = z.object({ email: z.string().trim().toLowerCase().max(254).optional(), password })
export const RefreshGrant = z.object({ refresh_token: z.string().max(200) })
export const PkceGrant = z.object({ auth_code: z.string().max(200), code_verifier: z.string().min(43).max(128) })
export const Recover = z.object({ email: address, ...Pkce })
export const Resend = z.object({ type: z.string(), email: address, ...Pkce })
export const Verify = z.object({
  type: z.enum(['signup', 'recovery', 'email', 'magiclink', 'invite']),
  token_hash: z.string().max(200).optional(),
  token: z.string().max(200).optional(),
})
export const UserChange = z.object({
  email: address.optional(),
  password: password.optional(),
  data: z.object({ name: z.string().trim().min(1).max(200).optional() }).nullish(),
})
