import { randomBytes } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { hasVerifiedFactor } from '../factors/service.ts'
import { countGuess, forgetGuesses, fromNetwork } from '../protocol/service/limits.ts'
import { notifyOfChange } from '../service/notices.ts'
import { codeDigest } from '../service/one-time.ts'
import { refusal } from '../service.ts'
import { raiseSession, type SessionObject, type Who } from '../sessions/service.ts'
import { recoveryCodes } from '../tables.ts'

export const CODES = 10
/** Without letters and digits that look alike; 32 of them, so that a byte has no favorites. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Eighty bits: k4m9-x7qp-2ab8-ht3z. */
function newCode(): string {
  const letters = Array.from(randomBytes(16), byte => ALPHABET[byte % 32]).join('')
  return letters.match(/.{4}/g)!.join('-')
}

const written = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many there are, and how many are left. */
export async function status(ctx: Ctx, { userId }: Who) {
  const [all] = await ctx.db.select({ total: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const [left] = await ctx.db
    .select({ remaining: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return { id: userId, type: 'recovery_code', total: all!.total, remaining: left!.remaining }
}

/** New codes in place of the old ones, shown here and never again. */
export async function generate(ctx: Ctx, { userId, session }: Who) {
  if (!(await hasVerifiedFactor(ctx, userId)))
    throw refusal(422, 'mfa_factor_not_found', 'Set up a second factor before its recovery codes')
  if (session.aal !== 'aal2') throw refusal(403, 'insufficient_aal', 'AAL2 required to make recovery codes')
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const codes = Array.from({ length: CODES }, newCode)
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map(code => ({ userId, hash: codeDigest(userId, written(code)), createdAt: clock.now() })))
  return { id: userId, type: 'recovery_code', friendly_name: 'Recovery codes', total: CODES, codes }
}

export async function remove(ctx: Ctx, { userId, session }: Who): Promise<void> {
  if (session.aal !== 'aal2') throw refusal(422, 'insufficient_aal', 'AAL2 required to remove recovery codes')
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** A code instead of the lost factor; it is used up by this, in one statement. */
export async function redeem(ctx: Ctx, who: Who, code: string, ip: string): Promise<SessionObject> {
  // Eighty bits are not guessed: the count is apart from that of six digits, and of each network, so that it locks nobody out.
  const guess = fromNetwork(`recovery code ${who.userId}`, ip)
  await countGuess(ctx, guess)
  const [used] = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, who.userId),
        eq(recoveryCodes.hash, codeDigest(who.userId, written(code))),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning()
  if (!used) throw refusal(422, 'mfa_verification_failed', 'Invalid recovery code entered', { keep: true })
  await forgetGuesses(ctx, guess)
  await notifyOfChange(ctx, who.userId, 'recoveryCode')
  return raiseSession(ctx, who.session, 'mfa/recovery_code')
}
