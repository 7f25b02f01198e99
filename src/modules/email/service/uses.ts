import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { emailCampaigns, emailTemplates } from '../tables.ts'

/** Campaigns that are not sent yet, and templates, that lead to the page of a video; `id` is its public one. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  if (kind !== 'video-page') return []
  const chosen = `%/${id.replaceAll('_', '\\_')}"%`
  const campaigns = await ctx.db
    .select({ id: emailCampaigns.id, name: emailCampaigns.name, subject: emailCampaigns.subject })
    .from(emailCampaigns)
    .where(
      and(
        isNull(emailCampaigns.deletedAt),
        inArray(emailCampaigns.state, ['draft', 'ready', 'scheduled', 'sending', 'paused']),
        sql`(${emailCampaigns.blocks}::text like ${chosen} or ${emailCampaigns.split}::text like ${chosen})`,
      ),
    )
    .orderBy(asc(emailCampaigns.id))
    .limit(20)
  const templates = await ctx.db
    .select({ name: emailTemplates.name })
    .from(emailTemplates)
    .where(and(isNull(emailTemplates.deletedAt), sql`${emailTemplates.blocks}::text like ${chosen}`))
    .orderBy(asc(emailTemplates.name))
    .limit(20)
  return [
    ...campaigns.map(one => ({
      label: `the email “${one.name || one.subject}”`,
      href: `/dashboard/campaigns/${one.id}`,
    })),
    ...templates.map(({ name }) => ({ label: `the email template “${name}”`, href: '/dashboard/campaigns' })),
  ]
}
