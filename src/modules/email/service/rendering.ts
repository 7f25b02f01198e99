import { eq } from 'drizzle-orm'
import type { Arm } from '#campaigns/rules/arms.ts'
import { read as churchOf } from '#clients/service.ts'
import { clients } from '#clients/tables.ts'
import { topicsOf } from '#consent/topics/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { sealOf } from '#kernel/secrets.ts'
import { lookUps, type TagValues } from '#messaging/rules/merge-tags.ts'
import type { NewMessage } from '#messaging/service.ts'
import { tagValues } from '#people/fields/service/field-tags.ts'
import { type Around, composeMail, type Mail } from '../blocks/rules/compose.ts'
import { mailColor } from '../blocks/rules/look.ts'
import { addressLine } from '../rules/address.ts'
import { MARK } from '../rules/counting.ts'
import type { emailCampaigns } from '../tables.ts'
import { preferencesUrl, unsubscribeUrl } from '../unsubscribe/service.ts'

type Row = typeof emailCampaigns.$inferSelect
export interface RecipientFacts {
  id: string
  address: string
  name: string
  firstName: string
  lastName: string
  arm: Arm | null
  /** Null for a reader of a newsletter. */
  personId: string | null
}

/** Whose mail it is: how it looks, and what every reader of it reads alike. */
export async function mailFrameOf(ctx: Ctx, topic: string): Promise<Around & { common: TagValues; slug: string }> {
  const { name, address, logoId, brandColor } = await churchOf(ctx)
  const [row] = await ctx.db.select({ slug: clients.slug }).from(clients).where(eq(clients.id, ctx.client.id))
  const topicName = (await topicsOf(ctx)).find(one => one.key === topic)?.name ?? topic
  const at = (kind: string, id: string) => `${env.publicUrl}/storage/v1/${kind}/${id}`
  return {
    look: {
      businessName: name,
      logo: logoId && at('logos', logoId),
      color: mailColor(brandColor),
      picture: id => at('pictures', id),
    },
    topicName,
    common: { businessName: name, businessAddress: addressLine(address) },
    slug: row!.slug,
  }
}

/** Where a campaign can be read on the web. */
export const webUrl = (church: string, slug: string | null) =>
  `${env.publicUrl}/mail/${church}${slug ? `/${slug}` : ''}`

const wordsIn = ({ subject, preheader, blocks }: Mail) => [subject, preheader, blocks]

/** What one version says. */
export const version = (campaign: Row, arm: Arm | null): Mail =>
  arm === 'b' && campaign.split
    ? {
        subject: campaign.split.subject || campaign.subject,
        preheader: campaign.split.preheader || campaign.preheader,
        blocks: campaign.split.blocks ?? campaign.blocks,
      }
    : campaign

/** A reader's own mark in what is counted: nobody makes one for someone else. */
export const openMark = (recipientId: string) =>
  `${Buffer.from(recipientId.replaceAll('-', ''), 'hex').toString('base64url')}${sealOf(`reader ${recipientId}`)}`

/** Whose mark it is; undefined where it isn't ours. */
export function readOpenMark(mark: string): string | undefined {
  const hex = Buffer.from(mark.slice(0, 22), 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return id.length === 36 && mark === openMark(id) ? id : undefined
}

/** Where what its readers do is counted. */
export const clickCounting = (links: readonly string[]) => ({
  links,
  clicks: `${env.publicUrl}/r/${MARK}`,
  opens: `${env.publicUrl}/o/${MARK}`,
})

/** A church's campaign as a mail for each of these readers. */
export async function renderRecipients(
  ctx: Ctx,
  campaign: Row,
  readers: readonly RecipientFacts[],
): Promise<NewMessage[]> {
  const { id: batchId, topic, senderName, replyTo, fromAddress, links } = campaign
  const { common, slug, ...rest } = await mailFrameOf(ctx, topic)
  const counting = clickCounting(links)
  const make = {
    a: composeMail(version(campaign, 'a'), rest, { counting }),
    b: composeMail(version(campaign, 'b'), rest, { counting }),
  }
  const keys = lookUps(JSON.stringify([version(campaign, 'a'), version(campaign, 'b')].map(wordsIn)))
  const own = await tagValues(
    ctx,
    keys,
    readers.map(reader => reader.personId),
  )
  return readers.map(({ id, address, name, firstName, lastName, arm, personId }) => {
    const ticket = { c: ctx.client.id, a: address, t: topic, r: id }
    const url = unsubscribeUrl(ticket)
    const values = {
      ...own(personId),
      firstName,
      lastName,
      name,
      email: address,
      unsubscribeLink: url,
      preferencesLink: preferencesUrl(ticket),
    }
    const letter = make[arm ?? 'a']({ ...common, ...values, archiveLink: webUrl(slug, campaign.slug) }, openMark(id))
    return {
      ...letter,
      channel: 'email',
      purpose: 'marketing',
      kind: 'campaign',
      to: address,
      toName: name,
      topic,
      replyTo,
      batchId,
      senderName: senderName || rest.look.businessName,
      unsubscribeUrl: url,
      fromAddress,
      dedupeKey: `campaign:${batchId}:${address}`,
    }
  })
}
