import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { asActor, asPlatform } from '#kernel/run.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { fillTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { type Around, composeMail, type Mail } from '../blocks/rules/compose.ts'
import { printPage } from '../blocks/rules/print.ts'
import { mailFrameOf, version, webUrl } from '../service/rendering.ts'
import { clientOfSlug } from '../signup/service.ts'
import { emailCampaigns } from '../tables.ts'

const sent = and(
  isNotNull(emailCampaigns.audience),
  isNotNull(emailCampaigns.slug),
  ne(emailCampaigns.state, 'cancelled'),
  isNull(emailCampaigns.deletedAt),
)
const actor = { type: 'system' } as const

/** Nobody in particular reads it: names fall back, and the way out is the church's page of sign-up. */
const anybody = (slug: string): TagValues => {
  const link = `${env.publicUrl}/subscribe/${slug}`
  return { unsubscribeLink: link, preferencesLink: link }
}

/** Of two versions the one that most of its readers got. */
const versionSent = (campaign: typeof emailCampaigns.$inferSelect): Mail =>
  version(campaign, campaign.winner ?? (campaign.splitDecidedAt && campaign.split ? campaign.split.otherwise : 'a'))

interface Shown {
  campaign: typeof emailCampaigns.$inferSelect
  mail: Mail
  around: Around
  values: TagValues
  timeZone: string
}

/** Shows what was sent; undefined where there is no such mail. */
async function showing(church: string, slug: string, show: (shown: Shown) => string): Promise<string | undefined> {
  const clientId = await asPlatform('email archive', db => clientOfSlug(db, church))
  if (!clientId) return
  return asActor(clientId, actor, 'email archive', async ctx => {
    const [campaign] = await ctx.db
      .select()
      .from(emailCampaigns)
      .where(and(sent, eq(emailCampaigns.slug, slug)))
    if (!campaign) return
    const { common, slug: _, ...rest } = await mailFrameOf(ctx, campaign.topic)
    const values = { ...anybody(church), ...common, archiveLink: webUrl(church, slug) }
    const { timeZone } = ctx.client
    return show({ campaign, mail: versionSent(campaign), around: rest, values, timeZone })
  })
}

/** The mail as a page. */
export const campaignPage = (church: string, slug: string) =>
  showing(church, slug, ({ mail, around: of, values }) => composeMail(mail, of, { web: true })(values).html)

/** The mail as a sheet of paper. */
export const campaignSheet = (church: string, slug: string) =>
  showing(church, slug, ({ campaign, mail, around: of, values, timeZone }) => {
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(campaign.startedAt!)
    return printPage({ ...mail, subject: mail.subject }, of, values, day)
  })

export async function list(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(sent, eq(emailCampaigns.listed, true)))
    .orderBy(desc(emailCampaigns.startedAt))
    .limit(200)
  const { common, look } = await mailFrameOf(ctx, '')
  const plain = (text: string) => fillTags(text, common).text.trim()
  const items = rows.map(row => ({
    slug: row.slug!,
    subject: plain(versionSent(row).subject),
    preheader: plain(versionSent(row).preheader),
    // By each reader's clock it is fixed hours before: the church's own says when it is out.
    sentAt: row.localTime ? momentAt(row.localTime, ctx.client.timeZone) : row.startedAt!,
  }))
  return { business: look.businessName, items: items.filter(({ sentAt }) => sentAt <= clock.now()) }
}
