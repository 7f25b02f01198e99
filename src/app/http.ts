import { type RawRoute, raw } from '#kernel/http.ts'
import { templateRoute } from '#messaging/http.ts'
import { paymentsSandboxRoutes } from '#providers/payments/sandbox/http.ts'
import { stripeSandboxRoutes } from '#providers/stripe/sandbox/http.ts'
import { telephonySandboxRoutes } from '#providers/telephony/sandbox/http.ts'
import { openedAtChurches } from '#public-page/church/http.ts'
import { serverModules } from './modules.server.ts'
import { templates } from './templates.ts'

/** To a program, a page or the way to one is no answer. What is below /rest answers for itself. */
const unknownCalls: RawRoute[] = ['auth', 'functions', 'storage', 'realtime', 'api'].flatMap(below =>
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(method =>
    raw(method, `/${below}/*`, 'anonymous', c => c.json({ code: 'NOT_FOUND', message: 'Endpoint not found.' }, 404)),
  ),
)

/** Raw routes: protocols, webhooks, files, streams. */
export const routes: RawRoute[] = [
  templateRoute(templates),
  ...openedAtChurches(serverModules.flatMap(({ http }) => http ?? [])),
  ...paymentsSandboxRoutes,
  ...stripeSandboxRoutes,
  ...telephonySandboxRoutes,
  ...unknownCalls,
]
