import type { RawRoute } from '#kernel/http.ts'
import { idIn, signedIn, signingIn, userCall } from '../protocol/http.ts'
import { refusal } from '../service.ts'
import * as sessions from './service.ts'

const unknown = () => refusal(404, 'session_not_found', 'Session not found')

const logout = userCall('POST', '/logout', async c => {
  const scope = c.req.query('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope))
    throw refusal(400, 'validation_failed', `Unsupported logout scope "${scope.slice(0, 20)}"`)
  await signingIn(c, (ctx, who) => sessions.endSessions(ctx, who, scope as sessions.Scope))
  return c.body(null, 204)
})

export const sessionRoutes: RawRoute[] = [
  logout,
  userCall('GET', '/sessions', async c => c.json(await signedIn(c, sessions.listSessions))),
  userCall('DELETE', '/sessions/:id', async c => {
    await signedIn(c, (ctx, who) => sessions.revokeSession(ctx, who, idIn(c, unknown)))
    return c.body(null, 204)
  }),
]
