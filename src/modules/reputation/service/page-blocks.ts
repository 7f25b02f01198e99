import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { clients } from '#clients/tables.ts'
import { readDanger } from '#crisis/rules/danger.ts'
import { Id, line } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { ShownBlock } from '#public-page/rules/blocks.ts'
import type { Review } from '../contract.ts'
import { authorText, chosenKeys, MOST_SHOWN, toReviewSchema, toScriptJson } from '../rules/page-blocks.ts'
import { platformNames } from '../rules/platforms.ts'
import { ratingText } from '../rules/rating-text.ts'
import { reviews } from '../tables.ts'
import { listPublished } from '../testimonies/service.ts'
import { readSummary, selectReviews } from './list.ts'

export const REVIEW_STYLES = '/reviews.css'
const styles = [REVIEW_STYLES]
const id = Id.nullable().catch(null)
const title = line(120).catch('')
const count = z.number().int().min(1).max(MOST_SHOWN).catch(3)
/** What the forms of the blocks kept; anything else is as if nothing were chosen yet. */
const ChosenReviews = z.object({
  title,
  count,
  isChosen: z.boolean().catch(false),
  isInitials: z.boolean().catch(false),
  ...Object.fromEntries(chosenKeys.map(key => [key, id])),
})
const ChosenTestimony = z.object({ title, count, testimonyId: id })

const heading = (text: string) => (text ? `<h2>${e(text)}</h2>` : '')
const stars = (rating: number) =>
  `<p class="review-stars" role="img" aria-label="${rating} of 5 stars">${'★'.repeat(rating)}<span>${'☆'.repeat(5 - rating)}</span></p>`

/**
 * The newest with words, or those that someone chose; never by what they gave. Words that may tell of danger are for the people on
 * call, and are not put before visitors.
 */
async function readShown(ctx: Ctx, chosen: readonly string[] | null, most: number): Promise<Review[]> {
  const there = and(isNull(reviews.goneAt), ne(reviews.content, ''))
  const rows: Review[] = await selectReviews(ctx)
    .where(chosen ? and(there, inArray(reviews.id, [...chosen])) : there)
    .orderBy(desc(reviews.reviewedAt), desc(reviews.id))
    .limit(most * 2)
  return rows.filter(({ content }) => readDanger(content) === null).slice(0, most)
}

/** Reviews with the average of all of them, for visitors and for search engines. */
export async function renderReviews(ctx: Ctx, value: Record<string, unknown>): Promise<ShownBlock> {
  const { title, count, isChosen, isInitials, ...rest } = ChosenReviews.parse(value)
  const picked = chosenKeys.flatMap(key => (rest as Record<string, string | null>)[key] ?? [])
  const { average, total } = await readSummary(ctx)
  if (average === null)
    return {
      html: `${heading(title)}<p class="quiet">There are no reviews yet.</p>`,
      styles,
      problem: { message: 'there are no reviews yet', isBlocking: false },
    }
  const shown = await readShown(ctx, isChosen ? picked : null, isChosen ? chosenKeys.length : count)
  const [church] = await ctx.db
    .select({ name: clients.name, slug: clients.slug })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const zone = { timeZone: ctx.client.timeZone, dateStyle: 'medium' } as const
  const dated = (at: Date) => new Intl.DateTimeFormat(ctx.client.locale, zone).format(at)
  const cards = shown.map(
    review =>
      `<li class="review">${stars(review.rating)}<blockquote>${e(review.content)}</blockquote><p class="facts">${[e(authorText(review, isInitials)), review.author ? platformNames[review.platform] : '', dated(review.date)].filter(Boolean).join(' · ')}</p></li>`,
  )
  const all = total === 1 ? '1 review' : `${total.toLocaleString(ctx.client.locale)} reviews`
  const of = { name: church!.name, url: `${env.publicUrl}/c/${church!.slug}` }
  const schema = toScriptJson(toReviewSchema(of, { average, total }, shown, isInitials))
  return {
    html: `${heading(title)}<p class="review-average"><strong>${ratingText(average)}</strong> of 5, the average of ${all}</p>${
      cards.length > 0 ? `<ul class="reviews">${cards.join('')}</ul>` : ''
    }<script type="application/ld+json">${schema}</script>`,
    styles,
    ...(isChosen && shown.length === 0 && { problem: { message: 'choose a review', isBlocking: true } }),
  }
}

/** A story, or the newest ones. One that was withdrawn or has expired is no longer there, and the page says nothing of it. */
export async function renderTestimonies(ctx: Ctx, value: Record<string, unknown>): Promise<ShownBlock> {
  const { title, count, testimonyId } = ChosenTestimony.parse(value)
  const rows = await listPublished(ctx, { id: testimonyId, limit: testimonyId ? 1 : count })
  if (rows.length === 0)
    return {
      html: '',
      problem: {
        message: testimonyId ? 'this testimony is no longer published' : 'no testimony is published',
        isBlocking: false,
      },
    }
  const cards = rows.map(
    ({ content, shownName }) =>
      `<li class="review"><blockquote>${e(content)}</blockquote>${shownName ? `<p class="facts">${e(shownName)}</p>` : ''}</li>`,
  )
  return { html: `${heading(title)}<ul class="reviews">${cards.join('')}</ul>`, styles }
}
