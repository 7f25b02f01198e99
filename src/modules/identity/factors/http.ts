import { minutes } from '#kernel/clock.ts'
import type { RawRoute } from '#kernel/http.ts'
import { Challenge, FactorProof, NewFactor } from '../contract.ts'
import { body, idIn, signedIn, signingIn, userCall } from '../protocol/http.ts'
import { countTry } from '../protocol/service/limits.ts'
import { refusal } from '../service.ts'
import { userObject } from '../sessions/service.ts'
import * as factors from './service.ts'

const enroll = userCall('POST', '/factors', async c => {
  const wanted = await body(c, NewFactor)
  if (wanted.factor_type === 'phone' && !(await factors.textsArrive()))
    throw refusal(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  return c.json(
    await signedIn(c, async (ctx, who) => {
      await countTry(ctx, `enroll user ${who.userId}`, 30, minutes(60))
      return factors.enroll(ctx, who, wanted, await userObject(ctx, who.userId))
    }),
  )
})

const challenge = userCall('POST', '/factors/:id/challenge', async c => {
  const { channel = 'sms' } = await body(c, Challenge)
  if (channel !== 'sms') throw refusal(400, 'validation_failed', `Invalid channel, only 'sms' is supported`)
  return c.json(
    await signingIn(c, async (ctx, who) => {
      await countTry(ctx, `challenge user ${who.userId}`, 20, minutes(10))
      return factors.challenge(ctx, who, idIn(c, factors.unknownFactor))
    }),
  )
})

const verify = userCall('POST', '/factors/:id/verify', async c => {
  const { challenge_id: challengeId, code, webauthn } = await body(c, FactorProof)
  const proof = { challengeId, code, credential: webauthn?.credential_response }
  const { ip } = c.get('caller')
  return c.json(await signingIn(c, (ctx, who) => factors.verify(ctx, who, idIn(c, factors.unknownFactor), proof, ip)))
})

const unenroll = userCall('DELETE', '/factors/:id', async c =>
  c.json(
    await signedIn(c, (ctx, who) => factors.unenroll(ctx, who, idIn(c, factors.unknownFactor)), {
      what: 'AAL2 required to unenroll verified factor',
      status: 422,
    }),
  ),
)

export const factorRoutes: RawRoute[] = [enroll, challenge, verify, unenroll]
