import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { dice } from '#people/rules/seeded-random.ts'
import type { PlatformReview } from '#providers/reviews/index.ts'
import { addSandboxReviews } from '#providers/reviews/sandbox/service.ts'
import demo from './data/demo-reviews.json' with { type: 'json' }
import { type Platform, platforms } from './rules/platforms.ts'
import { storeReviews } from './service/store.ts'
import { reviewSources, reviews } from './tables.ts'

interface Words {
  text: string
  response: string | null
}
/** How many of each rating: 156 in all, 4.8 on average. */
const ratings = { five: 134, four: 17, three: 2, two: 1, one: 2 } as const
const stars = { five: 5, four: 4, three: 3, two: 2, one: 1 } as const
/** The share of each platform, in percent. */
const shares: Record<Platform, number> = { google: 64, facebook: 20, yelp: 9, trustpilot: 7 }
const YEARS = 3
/** Where guests write one; the others show why they can't be asked for. */
const reviewUrls: Partial<Record<Platform, string>> = {
  google: 'https://example.org/google/write-a-review',
  trustpilot: 'https://example.org/trustpilot/evaluate',
}

type Written = PlatformReview & { platform: Platform }

/** Words are used once; guests who come after them give stars alone, as many do. */
function write(roll: ReturnType<typeof dice>): Written[] {
  const all = Object.entries(ratings).flatMap(([kind, count]) => {
    const words: readonly Words[] = demo[kind as keyof typeof ratings]
    return Array.from({ length: count }, (_, at) => ({ rating: stars[kind as keyof typeof stars], words: words[at] }))
  })
  const shuffled = all.map(one => ({ one, at: roll.next() + (one.words ? 0 : 0.4) })).sort((a, b) => a.at - b.at)
  return shuffled.map(({ one: { rating, words } }, at) => {
    // More come in lately than years ago.
    const age = days(2) + (days(365 * YEARS) * at ** 2) / shuffled.length ** 2
    const reviewedAt = new Date(clock.ms() - age - hours(roll.next() * 20))
    const percent = roll.next() * 100
    let below = 0
    const platform = platforms.find(name => percent < (below += shares[name])) ?? 'google'
    return {
      platform,
      externalId: randomUUID(),
      rating,
      title: '',
      content: words?.text ?? '',
      author: roll.next() < 0.06 ? null : demo.authors[at % demo.authors.length]!,
      reviewedAt,
      response: words?.response ?? null,
      respondedAt: words?.response
        ? new Date(Math.min(reviewedAt.getTime() + days(1 + roll.next() * 4), clock.ms()))
        : null,
    }
  })
}

/** Reviews of three years on four platforms: Google's in the sandbox, the others as a file would bring them. */
export async function seedReviews(ctx: Ctx): Promise<void> {
  const written = write(dice(156))
  for (const platform of platforms) {
    const entry = platform === 'google' ? `sandbox-${randomUUID()}` : null
    const [source] = await ctx.db
      .insert(reviewSources)
      .values({
        platform,
        name: 'Grace Community Church',
        entry,
        reviewUrl: reviewUrls[platform] ?? '',
        nextAt: entry ? clock.now() : null,
        syncedAt: clock.now(),
      })
      .returning()
    const found = written.filter(one => one.platform === platform)
    if (entry) await addSandboxReviews(entry, found)
    await storeReviews(ctx, source!, found)
  }
  // Someone went through the older ones.
  await ctx.db
    .update(reviews)
    .set({ state: 'closed' })
    .where(and(lt(reviews.reviewedAt, new Date(clock.ms() - days(45))), eq(reviews.responseState, 'none')))
}
