import { z } from 'zod'

/** What the calls of /auth/v1 send; unknown keys are allowed, since client libraries add their own. */
const address = z.string().trim().toLowerCase().max(254).pipe(z.email())
/** Whatever was typed: an address that is none is simply unknown. */
const anyAddress = z.string().trim().toLowerCase().max(254)
const password = z.string().max(1_000)
const code = z.string().max(200)
const Pkce = {
  code_challenge: z.string().min(43).max(128).nullish(),
  code_challenge_method: z.string().nullish(),
}
const Metadata = z.record(z.string().max(100), z.unknown())

/** E.164: a plus, then 7 to 15 digits. */
export const PHONE = /^\+?[1-9]\d{6,14}$/

export const SignUp = z.object({
  email: address.optional(),
  phone: z.string().max(40).optional(),
  password: password.optional(),
  data: z
    .looseObject({
      name: z.string().trim().max(200).optional(),
      organization: z.string().trim().max(120).optional(),
      /** The token of an invitation: joins that account instead of opening one. */
      invitation: z.string().max(200).optional(),
    })
    .nullish(),
  ...Pkce,
})
export const PasswordGrant = z.object({ email: anyAddress.optional(), phone: z.string().max(40).optional(), password })
export const RefreshGrant = z.object({ refresh_token: z.string().max(200) })
export const PkceGrant = z.object({ auth_code: z.string().max(200), code_verifier: z.string().min(43).max(128) })
export const IdTokenGrant = z.object({
  provider: z.string().max(100).optional(),
  issuer: z.string().max(200).optional(),
})
export const Recover = z.object({ email: address, ...Pkce })
export const Otp = z.object({
  email: address.optional(),
  phone: z.string().max(40).optional(),
  create_user: z.boolean().default(true),
  data: Metadata.nullish(),
  ...Pkce,
})
export const Resend = z.object({
  type: z.string(),
  email: address.optional(),
  phone: z.string().max(40).optional(),
  ...Pkce,
})
export const Verify = z.object({
  type: z.string().max(40).optional(),
  email: anyAddress.optional(),
  phone: z.string().max(40).optional(),
  token_hash: code.optional(),
  token: code.optional(),
})
export const UserChange = z.object({
  email: address.optional(),
  phone: z.string().max(40).optional(),
  password: password.optional(),
  nonce: code.optional(),
  data: Metadata.nullish(),
  ...Pkce,
})
export type UserChange = z.infer<typeof UserChange>

export const NewFactor = z.object({
  factor_type: z.string().max(40),
  friendly_name: z.string().trim().max(100).default(''),
  issuer: z.string().trim().max(100).optional(),
  phone: z.string().max(40).optional(),
})
export type NewFactor = z.infer<typeof NewFactor>
export const Challenge = z.looseObject({ channel: z.string().max(40).optional() })
const Credential = z.looseObject({ id: z.string().max(1_000), response: z.record(z.string(), z.unknown()) })
/** A code, or what a security key signed. The relying party that client libraries send along is not read: it is ours. */
export const FactorProof = z.object({
  challenge_id: z.string().max(100),
  code: z.string().max(40).default(''),
  webauthn: z.looseObject({ credential_response: Credential }).optional(),
})
export const RecoveryProof = z.object({ code: z.string().max(100) })

export const PasskeyName = z.object({ friendly_name: z.string().trim().min(1).max(100) })
export const PasskeyProof = z.object({
  challenge_id: z.uuid(),
  credential: Credential,
})

const AdminUser = {
  email: address.optional(),
  password: password.optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: Metadata.nullish(),
  app_metadata: Metadata.nullish(),
  /** 'none', or hours and minutes as in 24h30m. */
  ban_duration: z
    .string()
    .regex(/^(none|(\d{1,6}h)?(\d{1,6}m)?(\d{1,9}s)?)$/)
    .optional(),
}
export const NewAdminUser = z.object({ ...AdminUser, email: address })
export const AdminUserChange = z.object(AdminUser)
export type AdminUserChange = z.infer<typeof AdminUserChange>
export const Invite = z.object({ email: address, data: Metadata.nullish() })
export const GenerateLink = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: address,
  password: password.optional(),
  new_email: address.optional(),
  data: Metadata.nullish(),
  redirect_to: z.string().max(2_000).optional(),
})
export type GenerateLink = z.infer<typeof GenerateLink>
