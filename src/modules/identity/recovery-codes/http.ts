import type { RawRoute } from '#kernel/http.ts'
import { RecoveryProof } from '../contract.ts'
import { body, signedIn, signingIn, userCall } from '../protocol/http.ts'
import * as codes from './service.ts'

/** At the address that the official client asks, and at a shorter one of our own. */
const at = (base: string): RawRoute[] => {
  const generate = (path: string) => userCall('POST', path, async c => c.json(await signedIn(c, codes.generate)))
  return [
    userCall('GET', base, async c => c.json(await signingIn(c, codes.status))),
    generate(base),
    generate(`${base}/regenerate`),
    userCall('POST', `${base}/verify`, async c => {
      const { code } = await body(c, RecoveryProof)
      return c.json(await signingIn(c, (ctx, who) => codes.redeem(ctx, who, code, c.get('caller').ip)))
    }),
    userCall('DELETE', base, async c => {
      await signedIn(c, codes.remove)
      return c.json({ id: 'recovery_code' })
    }),
  ]
}

/** Before the routes of single factors: `recovery-codes` is no factor's id. */
export const recoveryCodeRoutes: RawRoute[] = [...at('/factors/recovery-codes'), ...at('/recovery-codes')]
