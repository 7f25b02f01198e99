import { type Permission, permissions } from '#kernel/permissions.ts'

/** No API key may hold these: with them it could make other keys, or members with more rights than its own. */
const inPersonOnly: ReadonlySet<Permission> = new Set<Permission>(['api.write', 'members.write'])

/** Scopes are permissions. A key never does more with one than the member who made it may do today. */
export const scopes = permissions.filter(permission => !inPersonOnly.has(permission))
export type Scope = (typeof scopes)[number]

/** Calls of one API key within a minute, counted from the first. */
export const CALLS_PER_MINUTE = 600

/** How long the answer of a call is kept for a retry with the same Idempotency-Key. */
export const KEPT_HOURS = 24

/** How long the former secret may go on working after a rotation. */
export const overlapHours = [0, 1, 24, 168] as const

export const keyStates = ['active', 'inactive', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** `inactive`: its maker is no longer a member. */
export function stateOf(
  key: { revokedAt: Date | null; expiresAt: Date | null; makerLeft: boolean },
  now: Date,
): KeyState {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= now) return 'expired'
  return key.makerLeft ? 'inactive' : 'active'
}

/** What stands for a key where it must not be seen: its prefix and last four characters. */
export const hintOf = (key: string) => `lsk_…${key.slice(-4)}`

/** Of what clients may send as Idempotency-Key: up to 255 visible characters. */
export const isIdempotencyKey = (text: string) => /^[\x21-\x7e]{1,255}$/.test(text)
