import { type Platform, platformNames } from './platforms.ts'

/** At most so many reviews or stories in one block. */
export const MOST_SHOWN = 12
/** Places of a block for reviews that were chosen by hand; each keeps one id. */
export const chosenKeys = ['review1', 'review2', 'review3', 'review4', 'review5', 'review6'] as const

/** The first letter of each part of a name, at most three: "M. A." */
export const toInitials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .flatMap(part => /\p{L}/u.exec(part)?.[0] ?? [])
    .slice(0, 3)
    .map(letter => `${letter.toUpperCase()}.`)
    .join(' ')

interface Signed {
  author: string | null
  platform: Platform
}
/** Who wrote it, as it stands on the platform, or its initials. */
export const authorText = ({ author, platform }: Signed, isInitials: boolean): string =>
  (author && (isInitials ? toInitials(author) : author)) || `A guest on ${platformNames[platform]}`

interface ReviewFigures {
  average: number
  total: number
}
interface ShownReview extends Signed {
  rating: number
  content: string
  date: Date
}
/** What search engines read of it (schema.org): the average of all reviews, and those that are shown. */
export const toReviewSchema = (
  church: { name: string; url: string },
  { average, total }: ReviewFigures,
  shown: readonly ShownReview[],
  isInitials: boolean,
) => ({
  '@context': 'https://schema.org',
  '@type': 'Church',
  name: church.name,
  url: church.url,
  aggregateRating: {
    '@type': 'AggregateRating',
    ratingValue: Number(average.toFixed(1)),
    reviewCount: total,
    bestRating: 5,
    worstRating: 1,
  },
  review: shown.map(review => ({
    '@type': 'Review',
    author: { '@type': 'Person', name: authorText(review, isInitials) },
    datePublished: review.date.toISOString().slice(0, 10),
    reviewBody: review.content,
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    publisher: { '@type': 'Organization', name: platformNames[review.platform] },
  })),
})

/** A line that ends the script element would end it, so that no `<` is written. */
export const toScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
