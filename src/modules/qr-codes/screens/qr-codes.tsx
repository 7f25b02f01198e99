import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CardsTab } from '#business-cards/widgets/cards-tab.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { activeCampaigns } from '../rules/states.ts'
import { Analytics } from './analytics.tsx'
import { Campaigns } from './campaigns.tsx'
import { Generator } from './generator.tsx'

export const meta = () => titled('QR Code Generator')

const tabs = {
  generator: 'Generator',
  campaigns: 'Campaigns',
  'business-cards': 'Business cards',
  analytics: 'Analytics',
} as const
type Tab = keyof typeof tabs
const isTab = (text: string | null): text is Tab => text !== null && text in tabs

/** Codes for paper and screens: made, followed, counted. */
export default function QrCodes() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('tab')
  const tab = isTab(asked) ? asked : 'generator'
  return (
    <>
      <PageHeader
        title="QR Code Generator"
        purpose="Codes for bulletins, signs and cards, and how often they are scanned."
      />
      <Tiles />
      <Tabs
        value={tab}
        onChange={value => change({ tab: value === 'generator' ? null : value, code: null, of: null })}
        keepMounted={false}
        mt="md"
      >
        <Tabs.List mb="md">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="generator">
          <Generator />
        </Tabs.Panel>
        <Tabs.Panel value="campaigns">
          <Campaigns />
        </Tabs.Panel>
        <Tabs.Panel value="business-cards">
          <CardsTab />
        </Tabs.Panel>
        <Tabs.Panel value="analytics">
          <Analytics />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Tiles() {
  const { number } = useFormat()
  const totals = useQuery(api.qrCodes.totals.queryOptions({ input: {}, meta: { live: ['qrCodes'] } }))
  const cards = useQuery(
    api.businessCards.list.queryOptions({ input: { limit: 1 }, meta: { live: ['businessCards'] } }),
  )
  const { data } = totals
  const failed = { error: totals.error, onRetry: () => void totals.refetch() }
  return (
    <StatRow>
      <StatTile
        label="Total QR codes"
        to="/qr-codes?tab=campaigns"
        value={data && number(data.codes)}
        formula="All codes that are not in the trash"
        {...failed}
      />
      <StatTile
        label="Total scans"
        to="/qr-codes?tab=analytics"
        value={data && number(data.scans)}
        formula="Scans of tracked codes by people; previews and programs are not counted"
        {...failed}
      />
      <StatTile
        label="Business cards"
        to="/qr-codes?tab=business-cards"
        value={cards.data && number(cards.data.total)}
        formula="All cards that are not in the trash"
        error={cards.error}
        onRetry={() => void cards.refetch()}
      />
      <StatTile
        label="Active campaigns"
        to={`/qr-codes?tab=campaigns&${new URLSearchParams(activeCampaigns)}`}
        value={data && number(data.active)}
        formula="Tracked codes that are neither paused, expired nor archived"
        {...failed}
      />
    </StatRow>
  )
}
