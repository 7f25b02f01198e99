import { every, on, task } from '#kernel/jobs.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { portalSignedIn } from './events.ts'
import { purgeOldLinks, sendLink, withOld } from './service/links.ts'
import { sendPortalLink } from './tasks.ts'

export const sendingLink = task(sendPortalLink, (ctx, { linkId }) => ctx.tx(inside => sendLink(inside, linkId)))

export const onSignedIn = on(portalSignedIn, 'portal.remember', (ctx, { personId, sessionId, at }) =>
  addToTimeline(ctx, [
    { personId, at, userId: null, type: 'portal.signed-in', data: {}, sourceKey: `portal-session:${sessionId}` },
  ]),
)

export const purgingLinks = every('41 3 * * *', 'portal.forget', purgeOldLinks, withOld)
