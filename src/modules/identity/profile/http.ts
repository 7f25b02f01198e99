import { clock, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { RawRoute } from '#kernel/http.ts'
import { UserChange } from '../contract.ts'
import { body, safeRedirect, signedIn, signingIn, userCall } from '../protocol/http.ts'
import { countGuess, countTry, forgetGuesses } from '../protocol/service/limits.ts'
import { noPhones } from '../recovery/http.ts'
import { notifyOfChange } from '../service/notices.ts'
import { spendCode } from '../service/one-time.ts'
import * as identity from '../service.ts'
import { refusal } from '../service.ts'
import * as sessions from '../sessions/service.ts'
import { askForChange } from './service/address.ts'
import { hashPassword, passwordMatches } from './service/passwords.ts'

/** After this long in one session a new password needs a code from the mail. */
const FRESH = hours(24)

const getUser = userCall('GET', '/user', async c =>
  c.json(await signingIn(c, (ctx, who) => sessions.userObject(ctx, who.userId))),
)

const putUser = userCall('PUT', '/user', async c => {
  const change = await body(c, UserChange)
  const { email, password, phone } = change
  if (phone) noPhones(phone)
  const current = await signedIn(
    c,
    async (ctx, who) => ({
      email: (await sessions.userObject(ctx, who.userId)).email,
      hash: await identity.passwordHashOf(ctx, who.userId),
    }),
    { what: 'AAL2 session is required to update email or password when MFA is enabled.', status: 401 },
  )
  const hash = password === undefined ? null : await newHash(password, current.hash)
  return c.json(
    await signedIn(c, async (ctx, who) => {
      if (hash) await changePassword(ctx, who, { hash, email: current.email, nonce: change.nonce })
      if (change.data) await identity.describe(ctx, who.userId, change.data)
      if (email && email !== current.email) {
        await countTry(ctx, `email change user ${who.userId}`, 5, minutes(60))
        await askForChange(ctx, who.userId, email, {
          redirectTo: safeRedirect(c),
          codeChallenge: change.code_challenge,
          codeChallengeMethod: change.code_challenge_method,
        })
      }
      return sessions.userObject(ctx, who.userId)
    }),
  )
})

async function newHash(password: string, current: string | null): Promise<string> {
  identity.checkPassword(password)
  if (current && (await passwordMatches(password, current)))
    throw refusal(422, 'same_password', 'New password should be different from the old password.')
  return hashPassword(password)
}

async function changePassword(
  ctx: Ctx,
  who: sessions.Who,
  { hash, email, nonce }: { hash: string; email: string; nonce?: string },
): Promise<void> {
  if (who.session.createdAt.getTime() + FRESH <= clock.ms()) {
    if (!nonce) throw refusal(400, 'reauthentication_needed', 'Password update requires reauthentication')
    await countGuess(ctx, who.userId)
    await spendCode(ctx, email, nonce, 'reauthentication').catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      throw refusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid', { keep: true })
    })
    await forgetGuesses(ctx, who.userId)
  }
  await identity.setPassword(ctx, who.userId, hash)
  // Ends the sessions of anyone who signed in with the old password.
  await sessions.endSessions(ctx, who, 'others')
  await notifyOfChange(ctx, who.userId, 'password')
}

const noLinking = () => {
  throw refusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

export const profileRoutes: RawRoute[] = [
  getUser,
  putUser,
  userCall('GET', '/user/identities/authorize', c => signedIn(c, noLinking)),
  userCall('DELETE', '/user/identities/:id', c => signedIn(c, noLinking)),
]
