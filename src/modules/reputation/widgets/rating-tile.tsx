import { IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'
import { ratingText } from '../rules/rating-text.ts'

/** Mean of all reviews; opens them. */
export function RatingTile() {
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(
    api.reviews.summary.queryOptions({ input: {}, meta: { live: ['reviews'] } }),
  )
  return (
    <StatTile
      label="Avg Rating"
      to="/reputation"
      icon={<IconStar size={18} stroke={1.75} />}
      value={data && ratingText(data.average)}
      hint={data && `of ${counted(data.total, 'reviews', number)}`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
