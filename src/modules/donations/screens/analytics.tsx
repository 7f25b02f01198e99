import { Group, NativeSelect, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { csvFile } from '#kernel/csv.ts'
import { decimal } from '#kernel/money.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { useMoney, useToday } from '../widgets/use-money.ts'
import classes from './donations.module.css'

type Figures = Awaited<ReturnType<typeof client.giving.analytics>>

/** What was given, by fund, method and month; one currency at a time. */
export function Analytics() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const today = useToday()
  const from = params.get('since') ?? `${today.slice(0, 4)}-01-01`
  const to = params.get('until') ?? today
  const currency = params.get('currency')
  const { data, error, refetch } = useQuery(
    api.giving.analytics.queryOptions({
      input: { from, to, ...(currency && { currency }) },
      meta: { live: ['gifts'] },
    }),
  )
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          type="date"
          label="From"
          value={from}
          max={to}
          onChange={event => change({ since: event.currentTarget.value || null })}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          min={from}
          onChange={event => change({ until: event.currentTarget.value || null })}
        />
        {data && data.currencies.length > 1 ? (
          <NativeSelect
            label="Currency"
            value={data.currency}
            data={data.currencies}
            onChange={event => change({ currency: event.currentTarget.value })}
          />
        ) : null}
        {data ? <ExportCsv name={`giving-${from}-${to}.csv`} make={async () => ({ csv: csvOf(data) })} /> : null}
      </Group>
      {error && !data ? (
        <ErrorPanel error={error} what="the analytics" onRetry={() => void refetch()} />
      ) : data ? (
        <Shown figures={data} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Stack>
  )
}

const csvOf = ({ months, currency }: Figures) =>
  csvFile(
    ['Month', 'Amount', 'Currency', 'Gifts'],
    months.map(({ month, amount, gifts }) => [month, decimal(amount, currency), currency, gifts]),
  )

function Shown({ figures }: { figures: Figures }) {
  const { number, percent } = useFormat()
  const money = useMoney()
  const { newDonors, lapsedDonors, returningDonors, pledged, pledgeGiven, currency } = figures
  return (
    <>
      <StatRow>
        <StatTile
          label="New donors"
          to="/donations/donors?state=new"
          value={number(newDonors)}
          formula="Their first gift was in this range"
        />
        <StatTile
          label="Returning donors"
          to="/donations/donors?state=active"
          value={number(returningDonors)}
          formula="Gave before this range, and again since it began"
        />
        <StatTile
          label="Lapsed donors"
          to="/donations/donors?state=lapsed"
          value={number(lapsedDonors)}
          formula="No gift in the last 365 days"
        />
        <StatTile
          label="Pledges fulfilled"
          to="/donations/pledges"
          value={pledged > 0 ? percent(pledgeGiven / pledged) : '–'}
          hint={pledged > 0 ? `${money(pledgeGiven, currency)} of ${money(pledged, currency)}` : 'No pledges'}
          formula="Given by those who pledged, of what they pledged up to the end of this range"
        />
      </StatRow>
      <Panel title="By month" minHeight={240}>
        {figures.months.length > 0 ? <Months figures={figures} /> : <Text c="dimmed">No gifts in this range.</Text>}
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="By fund">
          <Shares items={figures.funds} currency={currency} />
        </Panel>
        <Panel title="By method">
          <Shares items={figures.methods} currency={currency} />
        </Panel>
      </SimpleGrid>
    </>
  )
}

function Months({ figures: { months, currency } }: { figures: Figures }) {
  const { locale } = useFormat()
  const money = useMoney()
  const name = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const most = Math.max(1, ...months.map(one => one.amount))
  return (
    <div className={classes.bars}>
      {months.map(({ month, amount }) => {
        const label = `${name.format(new Date(`${month}-01T00:00:00Z`))}: ${money(amount, currency)}`
        return (
          <span
            key={month}
            role="img"
            aria-label={label}
            title={label}
            style={{ height: `${(amount / most) * 100}%` }}
          />
        )
      })}
    </div>
  )
}

function Shares({ items, currency }: { items: Figures['funds']; currency: string }) {
  const money = useMoney()
  if (items.length === 0) return <Text c="dimmed">No gifts in this range.</Text>
  const all = items.reduce((sum, one) => sum + one.amount, 0)
  return (
    <Stack gap="xs">
      {items.map(({ key, name, amount }) => (
        <div key={key}>
          <Group justify="space-between">
            <Text size="sm">{name}</Text>
            <Text size="sm" data-figures>
              {money(amount, currency)}
            </Text>
          </Group>
          <Progress value={all > 0 ? (amount / all) * 100 : 0} size="sm" aria-hidden />
        </div>
      ))}
    </Stack>
  )
}
