import { billingRoutes } from '#billing/http.ts'
import { exportRoutes } from '#clients/exports/http.ts'
import { conversationRoutes } from '#conversations/http.ts'
import { emailRoutes } from '#email/http.ts'
import { filesRoutes } from '#files/http.ts'
import { formRoutes } from '#forms/http.ts'
import { identityRoutes } from '#identity/http.ts'
import { type RawRoute, raw } from '#kernel/http.ts'
import { realtimeRoutes } from '#kernel/stream.ts'
import { attachmentRoutes } from '#messaging/attachments/http.ts'
import { messagingRoutes, templateRoute } from '#messaging/http.ts'
import { mailInRoutes } from '#messaging/mail-in/http.ts'
import { stripeSandboxRoutes } from '#providers/stripe/sandbox/http.ts'
import { telephonySandboxRoutes } from '#providers/telephony/sandbox/http.ts'
import { siteRoutes } from '#site/http.ts'
import { smsRoutes } from '#sms/http.ts'
import { telephonyRoutes } from '#telephony/http.ts'
import { templates } from './templates.ts'

/** To a program, a page or the way to one is no answer. What is below /rest answers for itself. */
const unknownCalls: RawRoute[] = ['auth', 'functions', 'storage', 'realtime', 'api'].flatMap(below =>
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(method =>
    raw(method, `/${below}/*`, 'anonymous', c => c.json({ code: 'NOT_FOUND', message: 'There is no such call.' }, 404)),
  ),
)

/** Raw routes: protocols, webhooks, files, streams. */
export const routes: RawRoute[] = [
  ...identityRoutes,
  ...filesRoutes,
  ...exportRoutes,
  ...realtimeRoutes,
  ...messagingRoutes,
  ...attachmentRoutes,
  ...mailInRoutes,
  ...smsRoutes,
  templateRoute(templates),
  ...siteRoutes,
  ...billingRoutes,
  ...stripeSandboxRoutes,
  ...conversationRoutes,
  ...emailRoutes,
  ...formRoutes,
  ...telephonyRoutes,
  ...telephonySandboxRoutes,
  ...unknownCalls,
]
