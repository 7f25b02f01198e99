import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { ById, Id, Instant, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { keyStates, overlapHours, scopes } from './rules/keys.ts'

export const Scopes = z
  .array(z.enum(scopes))
  .min(1, 'Please choose at least one scope')
  .max(scopes.length)
  .transform(list => [...new Set(list)])

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Prefix and last four characters. */
  hint: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(keyStates),
  createdBy: Id,
  createdByName: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  rotatedAt: Instant.nullable(),
  /** Until then the secret from before the last rotation works too. */
  previousExpiresAt: Instant.nullable(),
  version: Version,
})
export type ApiKey = z.infer<typeof ApiKey>

/** `key` is the secret: it is shown in this answer and never again. */
export const ApiKeyWithSecret = ApiKey.extend({ key: z.string() })
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>

export const NewApiKey = z.object({
  name: line(100).pipe(z.string().min(1, 'Name is required')),
  scopes: Scopes,
  /** Null: until it is revoked. */
  expiresAt: moment().nullish(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const RotateApiKey = z.object({
  id: Id,
  /** Hours for which the former secret goes on working. */
  overlapHours: z.union(overlapHours.map(hours => z.literal(hours))).default(24),
})
export type RotateApiKey = z.infer<typeof RotateApiKey>

/** Keys of outside programs, sent as `Authorization: Bearer lsk_…`. */
export const apiKeys = resource(
  '/api-keys',
  {
    list: member('api.write')
      .input(Nothing)
      .output(z.object({ items: z.array(ApiKey) })),
    create: member('api.write').meta({ secret: true }).input(NewApiKey).output(ApiKeyWithSecret),
    rotate: member('api.write').meta({ secret: true }).input(RotateApiKey).output(ApiKeyWithSecret),
    revoke: member('api.write').input(ById).output(ApiKey),
  },
  { list: 'List API keys', create: 'Create an API key', rotate: 'Rotate an API key', revoke: 'Revoke an API key' },
)
