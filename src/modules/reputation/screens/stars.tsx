import { Rating } from '@mantine/core'

/** One to five stars, said as a number to those who don't see them. */
export const Stars = ({ rating }: { rating: number }) => (
  <span role="img" aria-label={`${rating} of 5 stars`}>
    <Rating value={rating} readOnly size="xs" aria-hidden />
  </span>
)
