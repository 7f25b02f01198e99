import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { API_KEY_PREFIX } from '#kernel/http.ts'
import type { Permission } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { asAnybody, type Caller } from '#kernel/run.ts'
import { digest } from '#kernel/secrets.ts'
import type { ApiKey, ApiKeyWithSecret, NewApiKey, RotateApiKey } from './contract.ts'
import { CALLS_PER_MINUTE, hintOf, stateOf } from './rules/keys.ts'
import { apiKeys, apiKeyUsage } from './tables.ts'

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hint: apiKeys.hint,
      scopes: apiKeys.scopes,
      createdBy: apiKeys.createdBy,
      createdByName: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email}, '')`,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeyUsage.lastUsedAt,
      expiresAt: apiKeys.expiresAt,
      rotatedAt: apiKeys.rotatedAt,
      previousExpiresAt: apiKeys.previousExpiresAt,
      revokedAt: apiKeys.revokedAt,
      version: apiKeys.version,
      memberId: members.id,
    })
    .from(apiKeys)
    .leftJoin(apiKeyUsage, and(eq(apiKeyUsage.clientId, apiKeys.clientId), eq(apiKeyUsage.keyId, apiKeys.id)))
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(members, and(eq(members.userId, apiKeys.createdBy), activeMember))
    .$dynamic()
type Row = Awaited<ReturnType<typeof select>>[number]

function toApiKey({ memberId, revokedAt, ...row }: Row): ApiKey {
  const now = clock.now()
  const overlaps = row.previousExpiresAt && row.previousExpiresAt > now
  return {
    ...row,
    previousExpiresAt: overlaps ? row.previousExpiresAt : null,
    state: stateOf({ revokedAt, expiresAt: row.expiresAt, makerLeft: memberId === null }, now),
  }
}

export async function list(ctx: Ctx): Promise<{ items: ApiKey[] }> {
  const rows = await select(ctx).orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.id)).limit(500)
  return { items: rows.map(toApiKey) }
}

async function keyById(ctx: Ctx, id: string): Promise<ApiKey> {
  const [row] = await select(ctx).where(eq(apiKeys.id, id))
  return toApiKey(found(row, 'API key'))
}

/**
 * Anyone who sees a secret can act with its scopes, so they must hold each of them.
 * @throws BAD_REQUEST for the field `scopes`
 */
export function mustHoldScopes(ctx: Ctx, scopes: readonly string[]): void {
  const missing = scopes.filter(scope => !reachOf(ctx, scope as Permission))
  if (missing.length > 0) throw invalid('scopes', `You don’t have these permissions yourself: ${missing.join(', ')}`)
}

/** 256 random bits behind the prefix. */
const newKey = () => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`

export async function create(ctx: Ctx, { name, scopes, expiresAt }: NewApiKey): Promise<ApiKeyWithSecret> {
  mustHoldScopes(ctx, scopes)
  if (expiresAt && expiresAt <= clock.now()) throw invalid('expiresAt', 'Please choose a date in the future')
  const key = newKey()
  const [row] = await ctx.db
    .insert(apiKeys)
    .values({ name, scopes, expiresAt, hash: digest(key), hint: hintOf(key), createdBy: userOf(ctx)! })
    .returning({ id: apiKeys.id })
  announce(ctx, 'api')
  return { ...(await keyById(ctx, row!.id)), key }
}

/** A new secret for the same key; the former one goes on working for the overlap, so that programs can be changed over. */
export async function rotate(ctx: Ctx, { id, overlapHours }: RotateApiKey): Promise<ApiKeyWithSecret> {
  const before = await keyById(ctx, id)
  mustHoldScopes(ctx, before.scopes)
  if (before.state !== 'active') throw new Failure('CONFLICT', 'This key no longer works. Please create a new one.')
  const key = newKey()
  await ctx.db
    .update(apiKeys)
    .set({
      hash: digest(key),
      hint: hintOf(key),
      rotatedAt: clock.now(),
      previousHash: overlapHours > 0 ? sql`${apiKeys.hash}` : null,
      previousExpiresAt: overlapHours > 0 ? new Date(clock.ms() + hours(overlapHours)) : null,
    })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
  announce(ctx, 'api')
  return { ...(await keyById(ctx, id)), key }
}

/** From the next call on it opens nothing. */
export async function revoke(ctx: Ctx, { id }: { id: string }): Promise<ApiKey> {
  await ctx.db
    .update(apiKeys)
    .set({ revokedAt: clock.now(), previousHash: null, previousExpiresAt: null })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
  announce(ctx, 'api')
  return keyById(ctx, id)
}

export interface Allowance {
  limit: number
  remaining: number
  /** Whole seconds until it is full again, at least 1. */
  resetSeconds: number
  exceeded: boolean
}

/** Counts a call of an API key in a transaction of its own, so that calls at once don't wait for each other. */
export async function countCall(caller: Caller, hash: string): Promise<Allowance | undefined> {
  const now = clock.now()
  const { rows } = await asAnybody(caller, ctx =>
    ctx.db.execute<{ calls: number; resets_at: string | Date }>(sql`select * from count_api_call(${hash}, ${now})`),
  )
  const [row] = rows
  if (!row) return undefined
  return {
    limit: CALLS_PER_MINUTE,
    remaining: Math.max(0, CALLS_PER_MINUTE - row.calls),
    resetSeconds: Math.max(1, Math.ceil((new Date(row.resets_at).getTime() - now.getTime()) / 1000)),
    exceeded: row.calls > CALLS_PER_MINUTE,
  }
}
