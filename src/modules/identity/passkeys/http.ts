import { minutes } from '#kernel/clock.ts'
import type { RawRoute, WebContext } from '#kernel/http.ts'
import { PasskeyName, PasskeyProof } from '../contract.ts'
import { body, call, countIp, idIn, inIdentity, signedIn, signingIn, userCall, visitOf } from '../protocol/http.ts'
import { userObject, type Who } from '../sessions/service.ts'
import * as passkeys from './service.ts'

/** Anyone who is signed in raises their session; everyone else signs in. */
const perhapsSignedIn = <T>(
  c: WebContext,
  work: (ctx: Parameters<Parameters<typeof inIdentity>[1]>[0], who: Who | null) => Promise<T>,
) =>
  c.req.header('authorization') && c.get('caller').claims?.session_id
    ? signingIn(c, work)
    : inIdentity(c, ctx => work(ctx, null))

const register = userCall('POST', '/passkeys/registration/options', async c =>
  c.json(
    await signedIn(c, async (ctx, who) => passkeys.startRegistration(ctx, who, await userObject(ctx, who.userId))),
  ),
)

const registered = userCall('POST', '/passkeys/registration/verify', async c => {
  const { challenge_id, credential } = await body(c, PasskeyProof)
  return c.json(await signedIn(c, (ctx, who) => passkeys.finishRegistration(ctx, who, challenge_id, credential)))
})

const authenticate = call('POST', '/passkeys/authentication/options', async c => {
  await countIp(c, 'passkey', 60, minutes(5))
  return c.json(await perhapsSignedIn(c, (ctx, who) => passkeys.startAuthentication(ctx, who?.userId ?? null)))
})

const authenticated = call('POST', '/passkeys/authentication/verify', async c => {
  await countIp(c, 'passkey proof', 60, minutes(5))
  const { challenge_id: challengeId, credential } = await body(c, PasskeyProof)
  return c.json(
    await perhapsSignedIn(c, (ctx, who) =>
      passkeys.finishAuthentication(ctx, { challengeId, credential }, who, visitOf(c)),
    ),
  )
})

export const passkeyRoutes: RawRoute[] = [
  register,
  registered,
  authenticate,
  authenticated,
  userCall('GET', '/passkeys', async c => c.json(await signingIn(c, passkeys.list))),
  userCall('PATCH', '/passkeys/:id', async c => {
    const { friendly_name } = await body(c, PasskeyName)
    return c.json(
      await signedIn(c, (ctx, who) => passkeys.rename(ctx, who, idIn(c, passkeys.unknownPasskey), friendly_name)),
    )
  }),
  userCall('DELETE', '/passkeys/:id', async c => {
    await signedIn(c, (ctx, who) => passkeys.remove(ctx, who, idIn(c, passkeys.unknownPasskey)))
    return c.body(null, 204)
  }),
]
