import { expose } from '#kernel/expose.ts'
import { answerAddresses } from './answering/service.ts'
import { newsletterArchive } from './archive/contract.ts'
import * as archive from './archive/service.ts'
import { newsletters } from './campaigns/contract.ts'
import * as campaigns from './campaigns/service.ts'
import { joining } from './joining/contract.ts'
import { clientOfConfirming, clientOfSlug, confirming, page } from './joining/service.ts'
import { emailCampaigns } from './mailings/contract.ts'
import * as mailings from './mailings/service.ts'
import { campaigns as overviewContract } from './overview/contract.ts'
import * as overview from './overview/service.ts'
import { preferences } from './preferences/contract.ts'
import { clientOfPreferences, view as viewPreferences } from './preferences/service.ts'
import { recipients, recipientsCsv } from './recipients/service.ts'
import { resend, unopened } from './resending/service.ts'
import { newsletterSubscribers } from './subscribers/contract.ts'
import * as subscribers from './subscribers/service.ts'
import { emailTemplates } from './templates/contract.ts'
import * as templates from './templates/service.ts'
import { unsubscribing } from './unsubscribing/contract.ts'
import { clientOfTicket, leave, undo, view } from './unsubscribing/service.ts'
import { mailArchive } from './web/contract.ts'
import * as web from './web/service.ts'

export const mailArchiveRouter = expose(mailArchive, { list: web.list }, clientOfSlug)
export const newslettersRouter = expose(newsletters, { ...campaigns, recipients, recipientsCsv })
export const newsletterSubscribersRouter = expose(newsletterSubscribers, {
  ...subscribers,
  export: subscribers.exportCsv,
})
export const newsletterArchiveRouter = expose(newsletterArchive, archive, archive.clientOfArchive)
export const unsubscribingRouter = expose(
  unsubscribing,
  { view, leave: (ctx, input) => leave(ctx, input), undo },
  (_, token) => clientOfTicket(token),
)
export const campaignsRouter = expose(overviewContract, { ...overview, export: overview.exportCsv })
export const emailCampaignsRouter = expose(emailCampaigns, { ...mailings, answerAddresses, unopened, resend })
export const emailTemplatesRouter = expose(emailTemplates, templates)
export const preferencesRouter = expose(preferences, { view: viewPreferences }, (_, token) =>
  clientOfPreferences(token),
)
export const joiningRouter = expose(
  joining,
  { page, confirming },
  async (db, key) => (await clientOfConfirming(key)) ?? clientOfSlug(db, key),
)
