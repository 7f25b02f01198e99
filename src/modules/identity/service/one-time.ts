import { randomInt, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { refusal } from '../service.ts'
import { oneTimeTokens } from '../tables.ts'

export type OneTimeToken = typeof oneTimeTokens.$inferSelect
export type TokenKind = Exclude<OneTimeToken['kind'], 'code'>

export interface Pkce {
  codeChallenge?: string | null
  codeChallengeMethod?: string | null
}
export interface NewToken extends Pkce {
  userId: string
  kind: TokenKind
  /** Where it is sent: the six digits are good together with this address only. */
  email: string
  redirectTo?: string
}

const goodFor: Record<TokenKind, number> = {
  signup: hours(24),
  invite: hours(24),
  recovery: hours(1),
  magiclink: hours(1),
  email_change_current: hours(24),
  email_change_new: hours(24),
  reauthentication: hours(1),
}
/** Wrong guesses, from all networks together, before the six digits are worth nothing. The link in the same email stays good. */
const GUESSES = 30

export const sixDigits = () => String(randomInt(1_000_000)).padStart(6, '0')

/** What the database keeps of a short code: useless without the long secret or id that salts it. */
export const codeDigest = (salt: string, code: string) => digest(`${salt}.${code}`)

export function sameCode(salt: string, code: string, stored: string | null): boolean {
  return stored !== null && timingSafeEqual(Buffer.from(codeDigest(salt, code)), Buffer.from(stored))
}

/** A link and six digits that say the same, in place of any older ones of their kind. */
export async function mint(ctx: Ctx, { userId, kind, email, redirectTo = env.publicUrl, ...pkce }: NewToken) {
  await ctx.db
    .update(oneTimeTokens)
    .set({ superseded: true })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)))
  const [token, code] = [newToken(), sixDigits()]
  const hash = digest(token)
  const expiresAt = new Date(clock.ms() + goodFor[kind])
  await ctx.db
    .insert(oneTimeTokens)
    .values({ hash, codeHash: codeDigest(hash, code), userId, kind, email, redirectTo, expiresAt, ...pkce })
  const type = kind.startsWith('email_change') ? 'email_change' : kind
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return { token, code, type, href: `${env.publicUrl}/auth/v1/verify?${query}` }
}

/** What a `type` of the protocol may be. */
function kindsOf(type: string): TokenKind[] {
  if (type === 'email') return ['signup', 'magiclink', 'invite']
  if (type === 'email_change') return ['email_change_current', 'email_change_new']
  return type in goodFor ? [type as TokenKind] : []
}

const expired = () => refusal(403, 'otp_expired', 'Token has expired or is invalid', { keep: true })

const unspent = and(isNull(oneTimeTokens.usedAt), eq(oneTimeTokens.superseded, false))

/** The link's token is good once, and not for ever. */
export async function spendToken(ctx: Ctx, token: string, type: string): Promise<OneTimeToken> {
  const [row] = await ctx.db
    .update(oneTimeTokens)
    .set({ usedAt: clock.now() })
    .where(and(eq(oneTimeTokens.hash, digest(token)), unspent))
    .returning()
  if (!row || !kindsOf(type).includes(row.kind as TokenKind) || row.expiresAt <= clock.now()) throw expired()
  return row
}

/** Six digits, with the address that they were sent to. */
export async function spendCode(ctx: Ctx, email: string, code: string, type: string): Promise<OneTimeToken> {
  const kinds = kindsOf(type)
  if (kinds.length === 0) throw expired()
  const [row] = await ctx.db
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.email, email),
        inArray(oneTimeTokens.kind, kinds),
        unspent,
        gt(oneTimeTokens.expiresAt, clock.now()),
      ),
    )
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
    .for('update')
  if (!row) throw expired()
  if (row.tries < GUESSES && sameCode(row.hash, code, row.codeHash)) {
    await ctx.db.update(oneTimeTokens).set({ usedAt: clock.now() }).where(eq(oneTimeTokens.hash, row.hash))
    return row
  }
  await ctx.db
    .update(oneTimeTokens)
    .set({ tries: sql`${oneTimeTokens.tries} + 1` })
    .where(eq(oneTimeTokens.hash, row.hash))
  throw expired()
}
