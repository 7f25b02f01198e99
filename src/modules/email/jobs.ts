import { consentGranted } from '#consent/events.ts'
import { on } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { routeReply } from './service/reply-routing.ts'
import { askToResubscribe } from './unsubscribe/service/return.ts'

export const returned = on(consentGranted, 'email.returned', (ctx, { consentId }) => askToResubscribe(ctx, consentId))

/** What someone answers to a campaign finds who is to read it. */
export const routingReplies = on(messageReceived, 'email.answered', routeReply, { rights: ['pastoral'] })
