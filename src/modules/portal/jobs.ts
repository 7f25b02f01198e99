import { every, on, task } from '#kernel/jobs.ts'
import { remember } from '#people/notes/service.ts'
import { portalSignedIn } from './events.ts'
import { forgetOld, sendLink, withOld } from './service/links.ts'
import { sendPortalLink } from './tasks.ts'

export const sending = task(sendPortalLink, (ctx, { linkId }) => ctx.tx(inside => sendLink(inside, linkId)))

export const signedIn = on(portalSignedIn, 'portal.remember', (ctx, { personId, sessionId, at }) =>
  remember(ctx, [
    { personId, at, userId: null, type: 'portal.signed-in', data: {}, sourceKey: `portal-session:${sessionId}` },
  ]),
)

export const forgetting = every('41 3 * * *', 'portal.forget', forgetOld, withOld)
