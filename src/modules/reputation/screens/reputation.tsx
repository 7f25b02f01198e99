import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { ratingText } from '../rules/rating-text.ts'
import { ReviewDrawer } from './review-drawer.tsx'
import { ReviewList } from './review-list.tsx'
import { Sources } from './sources.tsx'

export const meta = () => titled('Reputation Management')

/** What is said of the church elsewhere, and what it answers. */
export default function Reputation() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const review = useDetail('review')
  return (
    <>
      <PageHeader
        title="Reputation Management"
        purpose="Reviews from every platform in one list, and your answers to them."
        action={
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} stroke={1.75} />}
            onClick={() => change({ sources: '1' })}
          >
            Platforms
          </Button>
        }
      />
      <Tiles />
      <ReviewList onOpen={review.open} />
      <ReviewDrawer id={review.id} onClose={review.close} />
      {params.get('sources') === null ? null : <Sources onClose={() => change({ sources: null })} />}
    </>
  )
}

function Tiles() {
  const { number, percent } = useFormat()
  const { data, error, refetch } = useQuery(
    api.reviews.summary.queryOptions({ input: {}, meta: { live: ['reviews'] } }),
  )
  const failed = { error, onRetry: () => void refetch() }
  return (
    <StatRow>
      <StatTile
        label="Average Rating"
        to="/reputation"
        value={data && ratingText(data.average)}
        formula="Mean of all reviews that stand on their platforms"
        {...failed}
      />
      <StatTile
        label="Total Reviews"
        to="/reputation"
        value={data && number(data.total)}
        hint={data && `${number(data.stars[0]!)} with 5 stars`}
        {...failed}
      />
      <StatTile
        label="Response Rate"
        to="/reputation"
        value={data && (data.responseRate === null ? 'n/a' : percent(data.responseRate))}
        formula="Share of reviews with a response"
        {...failed}
      />
      <StatTile
        label="Unanswered"
        to="/reputation?unanswered=true"
        value={data && number(data.unanswered)}
        hint={data && (data.unanswered === 0 ? 'nothing waits' : counted(data.unanswered, 'open reviews', number))}
        {...failed}
      />
    </StatRow>
  )
}
