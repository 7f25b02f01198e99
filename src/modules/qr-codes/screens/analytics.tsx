import { Group, NativeSelect, Progress, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { csvFile } from '#kernel/csv.ts'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { Hours } from './hours.tsx'
import classes from './qr-codes.module.css'

type Figures = Awaited<ReturnType<typeof client.qrCodes.figures>>

const dayOf = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
const MONTH = 29 * 24 * 60 * 60 * 1000

/** Scans of one code or of all, over the chosen days. */
export function Analytics() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const { timeZone } = useMe().account
  const now = Date.now()
  const from = params.get('from') ?? dayOf(now - MONTH, timeZone)
  const to = params.get('to') ?? dayOf(now, timeZone)
  const code = params.get('of')
  const codes = useQuery(api.qrCodes.list.queryOptions({ input: { limit: 200, sort: 'name' } }))
  const figures = useQuery(
    api.qrCodes.figures.queryOptions({ input: { from, to, ...(code && { code }) }, meta: { live: ['qrCodes'] } }),
  )
  const { data, error } = figures
  const tracked = (codes.data?.items ?? []).filter(one => one.mode === 'tracked')
  return (
    <Stack>
      <Group align="flex-end">
        <NativeSelect
          label="QR code"
          value={code ?? ''}
          onChange={event => change({ of: event.currentTarget.value || null })}
          data={[{ value: '', label: 'All codes' }, ...tracked.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <TextInput
          type="date"
          label="From"
          value={from}
          max={to}
          onChange={event => change({ from: event.currentTarget.value || null })}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          min={from}
          onChange={event => change({ to: event.currentTarget.value || null })}
        />
        {data ? <ExportCsv name={`qr-scans-${from}-${to}.csv`} make={async () => ({ csv: csvOf(data) })} /> : null}
      </Group>
      {error && !data ? (
        <ErrorPanel error={error} what="the figures" onRetry={() => void figures.refetch()} />
      ) : data ? (
        <Shown figures={data} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Stack>
  )
}

function Shown({ figures }: { figures: Figures }) {
  const { number } = useFormat()
  return (
    <>
      <Panel title="Scan performance" minHeight={240}>
        <Stack>
          <Text>
            {counted(figures.clicks, 'scans', number)}, {number(figures.unique)} unique,{' '}
            {counted(figures.conversions, 'conversions', number)}.{' '}
            <Text span c="dimmed">
              {counted(figures.machines, 'visits', number)} of previews and programs not counted.
            </Text>
          </Text>
          {figures.clicks > 0 ? <Days days={figures.days} /> : <Text c="dimmed">No scans in this period.</Text>}
        </Stack>
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Scan locations">
          <Shares items={figures.countries} nameOf={countryOf} />
        </Panel>
        <Panel title="Devices">
          <Shares items={figures.devices} />
        </Panel>
        <Panel title="Systems">
          <Shares items={figures.systems} />
        </Panel>
        <Panel title="Browsers">
          <Shares items={figures.browsers} />
        </Panel>
      </SimpleGrid>
      <Panel title="Hours of the week">
        <Hours hours={figures.hours} />
      </Panel>
      <Panel title="Codes and placements">
        <Places places={figures.places} />
      </Panel>
    </>
  )
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' })
const countryOf = (key: string) => (/^[A-Z]{2}$/.test(key) ? (regions.of(key) ?? key) : key)

function Days({ days }: { days: Figures['days'] }) {
  const { date } = useFormat()
  const most = Math.max(1, ...days.map(one => one.clicks))
  return (
    <div className={classes.bars}>
      {days.map(({ day, clicks, unique }) => {
        const label = `${date(`${day}T12:00:00Z`)}: ${counted(clicks, 'scans')}, ${unique} unique`
        return (
          <span key={day} role="img" aria-label={label} title={label} style={{ height: `${(clicks / most) * 100}%` }} />
        )
      })}
    </div>
  )
}

const SHOWN = 10

interface SharesProps {
  items: { key: string; clicks: number }[]
  nameOf?: (key: string) => string
}
function Shares({ items, nameOf = key => key }: SharesProps) {
  const { number } = useFormat()
  if (items.length === 0) return <Text c="dimmed">No scans in this period.</Text>
  const all = items.reduce((sum, one) => sum + one.clicks, 0)
  return (
    <Stack gap="xs">
      {items.slice(0, SHOWN).map(({ key, clicks }) => (
        <div key={key}>
          <Group justify="space-between">
            <Text size="sm">{nameOf(key) || 'Unknown'}</Text>
            <Text size="sm" data-figures>
              {number(clicks)}
            </Text>
          </Group>
          <Progress value={(clicks / all) * 100} size="sm" aria-hidden />
        </div>
      ))}
    </Stack>
  )
}

function Places({ places }: { places: Figures['places'] }) {
  const { number } = useFormat()
  if (places.length === 0) return <Text c="dimmed">No scans in this period.</Text>
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Code</Table.Th>
          <Table.Th>Scans</Table.Th>
          <Table.Th>Unique</Table.Th>
          <Table.Th>Conversions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {places.map(({ id, name, clicks, unique, conversions }) => (
          <Table.Tr key={id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td data-figures>{number(clicks)}</Table.Td>
            <Table.Td data-figures>{number(unique)}</Table.Td>
            <Table.Td data-figures>{number(conversions)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Every figure on the screen, one a line. */
const csvOf = (figures: Figures) =>
  csvFile(
    ['What', 'Which', 'Scans', 'Unique scans', 'Conversions'],
    [
      ...figures.days.map(({ day, clicks, unique }) => ['Day', day, clicks, unique, '']),
      ...figures.places.map(({ name, clicks, unique, conversions }) => ['Code', name, clicks, unique, conversions]),
      ...(['countries', 'devices', 'systems', 'browsers'] as const).flatMap(part =>
        figures[part].map(({ key, clicks }) => [part, key || 'Unknown', clicks, '', '']),
      ),
      ['Previews and programs', '', figures.machines, '', ''],
    ],
  )
