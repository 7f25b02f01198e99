import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { isbot } from 'isbot'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { announce } from '#kernel/realtime.ts'
import { asActor, asPlatform } from '#kernel/run.ts'
import { linksIn } from '../rules/message.ts'
import { smsClicks, smsLinks, smsRecipients } from '../tables.ts'

const LINK = 6
const signs = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCode = () => [...randomBytes(LINK)].map(byte => signs[byte % signs.length]).join('')

/** The short address in one recipient's text: which link, and whose. */
export const shortUrl = (link: string, recipient: string) => `${env.publicUrl}/l/${link}${recipient}`

/** What a short address of a campaign that isn't there yet will look like, for counting. */
export const sampleUrl = () => shortUrl('x'.repeat(LINK), 'x'.repeat(10))

interface Kept {
  id: string
  body: string
  split: { body: string } | null
}

/** One short link for each address in a campaign's text. */
export async function keepLinks(ctx: Ctx, { id, body, split }: Kept): Promise<void> {
  const targets = linksIn(`${body}\n${split?.body ?? ''}`)
  if (targets.length === 0) return
  await ctx.db
    .insert(smsLinks)
    .values(targets.map(target => ({ campaignId: id, target, code: newCode() })))
    .onConflictDoNothing({ target: [smsLinks.clientId, smsLinks.campaignId, smsLinks.target] })
}

export async function linksOf(ctx: Ctx, campaignId: string): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ target: smsLinks.target, code: smsLinks.code })
    .from(smsLinks)
    .where(eq(smsLinks.campaignId, campaignId))
  return new Map(rows.map(row => [row.target, row.code]))
}

interface Visit {
  userAgent: string
  /** Only looked at, as previews do. */
  head: boolean
  requestId: string
}

/** Where a short address leads; counts the click, apart from those of machines. undefined: there is no such link. */
export async function follow(code: string, visit: Visit): Promise<string | undefined> {
  const link = await asPlatform('short link', async db => {
    const [row] = await db
      .select()
      .from(smsLinks)
      .where(eq(smsLinks.code, code.slice(0, LINK)))
    return row
  })
  if (!link) return
  await asActor(link.clientId, { type: 'visitor' }, visit.requestId, async ctx => {
    const [whose] = await ctx.db
      .select({ id: smsRecipients.id, writtenAt: smsRecipients.writtenAt })
      .from(smsRecipients)
      .where(and(eq(smsRecipients.campaignId, link.campaignId), eq(smsRecipients.code, code.slice(LINK))))
    if (!whose) return
    // Phone companies look into every text the moment it passes.
    const early = !whose.writtenAt || clock.ms() - whose.writtenAt.getTime() < seconds(2)
    const bot = visit.head || early || isbot(visit.userAgent) || visit.userAgent === ''
    await ctx.db.insert(smsClicks).values({ linkId: link.id, recipientId: whose.id, bot })
    announce(ctx, 'campaigns', link.campaignId)
  })
  return link.target
}
