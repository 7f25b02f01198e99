import { arms } from '#campaigns/rules/arms.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { mailTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { tagKeys, tagSamples } from '#people/fields/service/field-tags.ts'
import { aboutSize, type Finding, findings } from '../../blocks/rules/checks.ts'
import { composeMail } from '../../blocks/rules/compose.ts'
import { linksIn } from '../../rules/counting.ts'
import { mailFrameOf, version, webUrl } from '../../service/rendering.ts'
import type { emailCampaigns } from '../../tables.ts'

type Row = typeof emailCampaigns.$inferSelect

/** Someone of whom everything is known. */
export const samples = Object.fromEntries(
  Object.entries(mailTags).map(([tag, { sample }]) => [tag, sample]),
) as TagValues

const armsOf = (campaign: Row) => (campaign.split ? arms : (['a'] as const))

/** What is wrong with a campaign's words, each said once, whichever version has it. */
export async function preflightFindings(ctx: Ctx, campaign: Row): Promise<Finding[]> {
  const { common, slug, ...rest } = await mailFrameOf(ctx, campaign.topic)
  // Of a newsletter's readers nothing but their name is known.
  const own = campaign.audience ? await tagKeys(ctx) : []
  const known = { ...samples, ...(await tagSamples(ctx, own)) }
  const found = armsOf(campaign).flatMap(arm => {
    const mail = version(campaign, arm)
    const { html } = composeMail(mail, rest)({ ...known, ...common, archiveLink: webUrl(slug, 'a') })
    return [...findings(mail, own), ...aboutSize(Buffer.byteLength(html))]
  })
  return [...new Map(found.map(one => [`${one.text} ${one.block}`, one])).values()]
}

/** Refuses what can't be sent, beside its field where it has one. */
export async function requireReady(ctx: Ctx, campaign: Row): Promise<void> {
  if (!campaign.subject) throw invalid('subject', 'Subject is required')
  const wrong = (await preflightFindings(ctx, campaign)).filter(({ level }) => level === 'error')
  if (wrong.length > 0) throw new Failure('NOT_READY', wrong.map(({ text }) => text).join(' '))
}

/** Every address that the versions lead to, in the order of their numbers. */
export async function linksOf(ctx: Ctx, campaign: Row): Promise<string[]> {
  const { common: _, slug: __, ...rest } = await mailFrameOf(ctx, campaign.topic)
  const all = armsOf(campaign).flatMap(arm => {
    const mail = version(campaign, arm)
    return linksIn(composeMail(mail, rest)({}).html)
  })
  return [...new Set(all)]
}
