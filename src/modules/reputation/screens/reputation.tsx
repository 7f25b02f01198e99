import { Button, Group, Tabs } from '@mantine/core'
import { IconPlugConnected, IconQuote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { ratingText } from '../rules/rating-text.ts'
import { RequestTemplates } from './request-templates.tsx'
import { Requests } from './requests.tsx'
import { ReviewDrawer } from './review-drawer.tsx'
import { ReviewList } from './review-list.tsx'
import { Sources } from './sources.tsx'

export const meta = () => titled('Reputation Management')

const tabs = {
  reviews: { label: 'Reviews', Content: Reviews },
  requests: { label: 'Review Requests', Content: Requests },
  templates: { label: 'Templates', Content: RequestTemplates },
} as const
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[]

/** What is said of the church elsewhere, what it answers, and whom it asks. */
export default function Reputation() {
  const [params, setParams] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('tab') as Tab
  const tab = names.includes(asked) ? asked : 'reviews'
  return (
    <>
      <PageHeader
        title="Reputation Management"
        purpose="Reviews from every platform in one list, your answers to them, and whom you ask for one."
        action={
          <Group gap="xs">
            <Button
              component={Link}
              to="/reputation/testimonies"
              variant="default"
              leftSection={<IconQuote size={16} stroke={1.75} />}
            >
              Testimonies
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlugConnected size={16} stroke={1.75} />}
              onClick={() => change({ sources: '1' })}
            >
              Platforms
            </Button>
          </Group>
        }
      />
      <Tiles />
      <Tabs
        value={tab}
        onChange={value => setParams(value && value !== 'reviews' ? { tab: value } : {}, { preventScrollReset: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {names.map(name => (
            <Tabs.Tab key={name} value={name}>
              {tabs[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map(name => {
          const { Content } = tabs[name]
          return (
            <Tabs.Panel key={name} value={name}>
              <Content />
            </Tabs.Panel>
          )
        })}
      </Tabs>
      {params.get('sources') === null ? null : <Sources onClose={() => change({ sources: null })} />}
    </>
  )
}

function Reviews() {
  const review = useDetail('review')
  return (
    <>
      <ReviewList onOpen={review.open} />
      <ReviewDrawer id={review.id} onClose={review.close} />
    </>
  )
}

function Tiles() {
  const { number, percent } = useFormat()
  const { data, error, refetch } = useQuery(
    api.reviews.summary.queryOptions({ input: {}, meta: { live: ['reviews'] } }),
  )
  const requests = useQuery(api.reviewRequests.summary.queryOptions({ input: {}, meta: { live: ['reviews'] } }))
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
        hint={data && (data.unanswered === 0 ? 'all answered' : counted(data.unanswered, 'open reviews', number))}
        formula="Share of reviews with a response"
        {...failed}
      />
      <StatTile
        label="Requests → Clicks"
        to="/reputation?tab=requests"
        value={requests.data && `${number(requests.data.requests)} → ${number(requests.data.clicked)}`}
        hint={requests.data && `${number(requests.data.reviewed)} reviewed`}
        error={requests.error}
        onRetry={() => void requests.refetch()}
      />
    </StatRow>
  )
}
