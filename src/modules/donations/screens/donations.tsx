import { Button, Menu, NativeSelect, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Range, rangeLabels, ranges } from '#clients/rules/local-day.ts'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { NOT_YET } from '../published/rules.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'
import { Analytics } from './analytics.tsx'
import { CampaignCards } from './campaign-cards.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { RecentDonations } from './recent-donations.tsx'

export const meta = () => titled('Donations and Tithing')

const tabs = { campaigns: 'Campaigns', donors: 'Donors', analytics: 'Analytics' } as const
type Tab = keyof typeof tabs
const isTab = (text: string | null): text is Tab => text !== null && text in tabs

/** Gifts, and what they are for. Who may see sums alone sees campaigns and tiles. */
export default function Donations() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const [seesGifts, mayWrite] = [useMay('giving.read'), useMay('giving.write')]
  const [adding, setAdding] = useState(false)
  const asked = params.get('tab')
  const tab = isTab(asked) && seesGifts ? asked : 'campaigns'
  return (
    <>
      <PageHeader
        title="Donations and Tithing"
        purpose="Gifts from the plate, by check and by bank, and the campaigns that they are for."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
              New Campaign
            </Button>
          ) : undefined
        }
        {...(seesGifts && { menu: <More /> })}
      />
      <Tiles seesGifts={seesGifts} />
      <Tabs
        value={tab}
        onChange={value => change({ tab: value === 'campaigns' ? null : value, gift: null, campaign: null })}
        keepMounted={false}
        mt="md"
      >
        <Tabs.List mb="md">
          {Object.entries(tabs)
            .filter(([value]) => seesGifts || value === 'campaigns')
            .map(([value, label]) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Panels onAdd={mayWrite ? () => setAdding(true) : null} />
      </Tabs>
      {adding ? <CampaignForm campaign={null} onClose={() => setAdding(false)} /> : null}
    </>
  )
}

const Panels = ({ onAdd }: { onAdd: (() => void) | null }) => (
  <>
    <Tabs.Panel value="campaigns">
      <CampaignCards onAdd={onAdd} />
    </Tabs.Panel>
    <Tabs.Panel value="donors">
      <RecentDonations />
    </Tabs.Panel>
    <Tabs.Panel value="analytics">
      <Analytics />
    </Tabs.Panel>
  </>
)

const More = () => (
  <>
    <Menu.Item component={Link} to="/donations/batches">
      Batches
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/donors">
      All donors
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/recurring">
      Recurring gifts
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/pledges">
      Pledges
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/statements">
      Giving statements
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/bookkeeping">
      Bookkeeping
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/imports">
      Import gifts
    </Menu.Item>
    <Menu.Item component={Link} to="/donations/funds">
      Funds
    </Menu.Item>
  </>
)

const isRange = (text: string | null): text is Range => ranges.some(range => range === text)

const useRange = (): Range => {
  const asked = useSearchParams()[0].get('range')
  return isRange(asked) ? asked : 'ytd'
}

/** The figures of a range as text; sums of different currencies are never added. */
function useFigures(seesGifts: boolean) {
  const money = useMoney()
  const day = useDay()
  const range = useRange()
  const { data, error, refetch } = useQuery(
    api.giving.figures.queryOptions({ input: { range }, meta: { live: ['giving'] } }),
  )
  const [main, ...others] = data?.totals ?? []
  const isHidden = data?.isHidden ?? false
  const text = (of: 'total' | 'average') =>
    data && (isHidden ? '–' : money(main?.[of] ?? 0, main?.currency ?? data.currency))
  return {
    range,
    data,
    total: text('total'),
    average: text('average'),
    donors: isHidden ? null : (main?.donors ?? 0),
    note: isHidden ? NOT_YET : data?.asOf ? `As of ${day(data.asOf)}` : '',
    also: others.map(one => money(one.total, one.currency)).join(', '),
    failed: { error, onRetry: () => void refetch() },
    rows:
      seesGifts && data
        ? `/donations?tab=donors&g.from=${data.from}&g.to=${data.to}&range=${range}`
        : `/donations?range=${range}`,
  }
}

function Tiles({ seesGifts }: { seesGifts: boolean }) {
  const { number } = useFormat()
  const { range, data, total, average, donors, also, note, failed, rows } = useFigures(seesGifts)
  return (
    <>
      <RangeSelect range={range} />
      <StatRow>
        <StatTile
          label="Total raised"
          to={rows}
          value={total}
          {...((also || note) && { hint: [also && `and ${also}`, note].filter(Boolean).join(' · ') })}
          formula="Gifts received in this range. Refunds are subtracted; pending, failed and voided gifts don’t count."
          {...failed}
        />
        <StatTile
          label="Total donors"
          to={seesGifts ? '/donations/donors' : rows}
          value={data && (donors === null ? '–' : number(donors))}
          formula="Different people who gave in this range. Gifts of unknown donors are not counted here."
          {...failed}
        />
        <StatTile
          label="Average donation"
          to={rows}
          value={average}
          formula="Total raised, divided by the number of gifts"
          {...failed}
        />
        <StatTile
          label="Active campaigns"
          to="/donations?status=active"
          value={data && number(data.activeCampaigns)}
          formula="Campaigns that are neither completed nor paused"
          {...failed}
        />
      </StatRow>
    </>
  )
}

function RangeSelect({ range }: { range: Range }) {
  const change = useSearchChange()
  return (
    <NativeSelect
      aria-label="Range of the figures"
      w="fit-content"
      mb="sm"
      value={range}
      onChange={event => change({ range: event.currentTarget.value === 'ytd' ? null : event.currentTarget.value })}
      data={ranges.map(value => ({ value, label: rangeLabels[value] }))}
    />
  )
}
