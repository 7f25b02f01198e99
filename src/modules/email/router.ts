import { expose } from '#kernel/expose.ts'
import { newsletterArchive } from './archive/contract.ts'
import * as archive from './archive/service.ts'
import { emailCampaigns } from './campaigns/contract.ts'
import { recipients, recipientsCsv } from './campaigns/service/recipients.ts'
import { countNonOpeners, resendToNonOpeners } from './campaigns/service/resending.ts'
import * as mailings from './campaigns/service.ts'
import { newsletters } from './newsletters/contract.ts'
import * as campaigns from './newsletters/service.ts'
import { preferences } from './preferences/contract.ts'
import { clientOfPreferences, view as viewPreferences } from './preferences/service.ts'
import { replyAddresses } from './service/reply-routing.ts'
import { newsletterSignup } from './signup/contract.ts'
import { clientOfConfirming, clientOfSlug, confirming, page } from './signup/service.ts'
import { newsletterSubscribers } from './subscribers/contract.ts'
import * as subscribers from './subscribers/service.ts'
import { emailTemplates } from './templates/contract.ts'
import * as templates from './templates/service.ts'
import { unsubscribeLinks } from './unsubscribe/contract.ts'
import { clientOfToken, undoUnsubscribe, unsubscribeByToken, view } from './unsubscribe/service.ts'
import { emailArchive } from './web-archive/contract.ts'
import * as web from './web-archive/service.ts'

export const emailArchiveRouter = expose(emailArchive, { list: web.list }, clientOfSlug)
export const newslettersRouter = expose(newsletters, {
  ...campaigns,
  ready: campaigns.markReady,
  recipients,
  recipientsCsv,
})
export const newsletterSubscribersRouter = expose(newsletterSubscribers, {
  ...subscribers,
  export: subscribers.exportCsv,
})
export const newsletterArchiveRouter = expose(newsletterArchive, archive, archive.clientOfArchive)
export const unsubscribeLinksRouter = expose(
  unsubscribeLinks,
  { view, leave: (ctx, input) => unsubscribeByToken(ctx, input), undo: undoUnsubscribe },
  (_, token) => clientOfToken(token),
)
export const emailCampaignsRouter = expose(emailCampaigns, {
  ...mailings,
  replyAddresses,
  nonOpeners: countNonOpeners,
  resend: resendToNonOpeners,
})
export const emailTemplatesRouter = expose(emailTemplates, templates)
export const preferencesRouter = expose(preferences, { view: viewPreferences }, (_, token) =>
  clientOfPreferences(token),
)
export const newsletterSignupRouter = expose(
  newsletterSignup,
  { page, confirming },
  async (db, key) => (await clientOfConfirming(key)) ?? clientOfSlug(db, key),
)
