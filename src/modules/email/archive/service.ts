import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { asPlatform } from '#kernel/run.ts'
import { fillTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { archiveUrl, commonValues } from '../campaigns/service/sending.ts'
import { newsletterPage } from '../newsletters/service/rendering.ts'
import { rssOf } from '../rules/rss.ts'
import { emailCampaigns } from '../tables.ts'

/** The operator's own account. */
export async function operatorAccountId(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from clients where house`)
  return rows[0]?.id
}
export const clientOfArchive = (db: Db, of: string) =>
  of === 'site' ? operatorAccountId(db) : Promise.resolve(undefined)

/** Nobody in particular reads it: names fall back, the way out is none. */
const anybody = (common: TagValues): TagValues => {
  const link = `${env.publicUrl}/newsletter`
  return { ...common, unsubscribeLink: link, preferencesLink: link }
}

const sent = and(
  isNull(emailCampaigns.audience),
  isNotNull(emailCampaigns.startedAt),
  isNotNull(emailCampaigns.slug),
  ne(emailCampaigns.state, 'cancelled'),
  isNull(emailCampaigns.deletedAt),
)

async function issueOf(ctx: Ctx, row: typeof emailCampaigns.$inferSelect) {
  const values = anybody(await commonValues(ctx, row.slug))
  const plain = (text: string) =>
    fillTags(text, values)
      .text.replace(/\s+([,.!?])/g, '$1')
      .trim()
  return { slug: row.slug!, subject: plain(row.subject), preheader: plain(row.preheader), sentAt: row.startedAt! }
}

export async function list(ctx: Ctx) {
  const rows = await ctx.db.select().from(emailCampaigns).where(sent).orderBy(desc(emailCampaigns.startedAt)).limit(200)
  const items = []
  for (const row of rows) items.push(await issueOf(ctx, row))
  return { items }
}

export async function read(ctx: Ctx, { slug }: { slug: string }) {
  const [row] = await ctx.db
    .select()
    .from(emailCampaigns)
    .where(and(sent, eq(emailCampaigns.slug, slug)))
  const values = anybody(await commonValues(ctx, slug))
  const html = fillTags(await newsletterPage(ctx, found(row, 'Newsletter')), values, 'html').text
  return { ...(await issueOf(ctx, row!)), html }
}

/** Every issue of the operator's, for the sitemap and the feed. */
export async function issues(): Promise<{ slug: string; subject: string; preheader: string; sentAt: Date }[]> {
  return asPlatform('newsletter archive', async db => {
    const id = await operatorAccountId(db)
    const rows = await db
      .select()
      .from(emailCampaigns)
      .where(and(sent, eq(emailCampaigns.clientId, id!)))
      .orderBy(desc(emailCampaigns.startedAt))
      .limit(500)
    const plain = (text: string) => fillTags(text, {}).text.trim()
    return rows.map(row => ({
      slug: row.slug!,
      subject: plain(row.subject),
      preheader: plain(row.preheader),
      sentAt: row.startedAt!,
    }))
  })
}

/** RSS 2.0, newest first. */
export async function rss(): Promise<string> {
  const items = (await issues()).slice(0, 50).map(({ slug, subject, preheader, sentAt }) => ({
    title: subject,
    link: archiveUrl(slug),
    summary: preheader,
    at: sentAt,
  }))
  return rssOf({
    title: 'Lampstand newsletter',
    link: archiveUrl(null),
    self: archiveUrl('rss.xml'),
    description: 'What is new at Lampstand.',
    items,
  })
}
