import { Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DateTime } from 'luxon'
import { useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMe } from '#web/me.tsx'
import classes from './funnels.module.css'
import { type Funnel, rangeNames, ranges } from './use-funnels.ts'

type Report = Awaited<ReturnType<typeof client.funnels.report>>
const DAY = /^\d{4}-\d\d-\d\d$/

/** The range of the address: some days up to today, or from one day to another. */
function useRange(id: string) {
  const [params] = useSearchParams()
  const zone = useMe().account?.timeZone ?? 'UTC'
  const today = DateTime.now().setZone(zone)
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const asked = params.get('days') ?? '30'
  const isOwn = DAY.test(from) && DAY.test(to) && from <= to
  const days = ranges.some(one => one === asked) ? asked : '30'
  const range = isOwn
    ? { from, to }
    : { from: today.minus({ days: Number(days) - 1 }).toISODate()!, to: today.toISODate()! }
  return { input: { id, ...range }, choice: isOwn ? 'own' : days, range }
}

/** By step, by source and by day. */
export function FunnelReport({ funnel }: { funnel: Funnel }) {
  const { input, choice, range } = useRange(funnel.id)
  const change = useSearchChange()
  const report = useQuery(api.funnels.report.queryOptions({ input, meta: { live: ['funnelFigures'] } }))
  const { data } = report
  const pick = (value: string) =>
    change(value === 'own' ? { ...range, days: null } : { days: value === '30' ? null : value, from: null, to: null })
  return (
    <Stack>
      <Group align="end">
        <NativeSelect
          label="Period"
          value={choice}
          data={[
            ...ranges.map(value => ({ value, label: rangeNames[value]! })),
            { value: 'own', label: 'From … to …' },
          ]}
          onChange={event => pick(event.currentTarget.value)}
        />
        {choice === 'own' ? (
          <>
            <Day label="From" value={range.from} onChange={from => change({ from })} />
            <Day label="To" value={range.to} onChange={to => change({ to })} />
          </>
        ) : null}
        <ExportPeople name="funnel.csv" make={() => client.funnels.exportReport(input)} />
      </Group>
      {report.error && !data ? (
        <ErrorPanel error={report.error} what="the report" onRetry={() => void report.refetch()} />
      ) : data ? (
        <>
          <BySteps report={data} />
          <ByDay report={data} />
          <BySource report={data} />
        </>
      ) : (
        <SkeletonRows rows={6} />
      )}
      <Text size="sm" c="dimmed">
        Visitors are counted without cookies, each once a day. Bots, previews and visits of your own team are left out.
      </Text>
    </Stack>
  )
}

interface DayProps {
  label: string
  value: string
  onChange: (day: string) => void
}
const Day = ({ label, value, onChange }: DayProps) => (
  <TextInput
    type="date"
    label={label}
    value={value}
    onChange={event => event.currentTarget.value && onChange(event.currentTarget.value)}
  />
)

function BySteps({ report }: { report: Report }) {
  const { number, percent } = useFormat()
  const rate = (value: number | null) => (value === null ? '–' : percent(value))
  return (
    <Panel title="By step">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="By step, scrolls sideways">
        <Table aria-label="By step" miw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Step</Table.Th>
              <Table.Th>Views</Table.Th>
              <Table.Th>Unique visitors</Table.Th>
              <Table.Th>Conversions</Table.Th>
              <Table.Th>Of all entrants</Table.Th>
              <Table.Th>Of the previous step</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.steps.map(one => (
              <Table.Tr key={one.stepId} data-figures>
                <Table.Td>
                  {one.name}
                  <Text size="sm" c="dimmed">
                    {one.goal}
                  </Text>
                </Table.Td>
                <Table.Td>{number(one.views)}</Table.Td>
                <Table.Td>{number(one.visitors)}</Table.Td>
                <Table.Td>{number(one.conversions)}</Table.Td>
                <Table.Td>{rate(one.ofEntrants)}</Table.Td>
                <Table.Td>{rate(one.ofPrevious)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Text size="sm" c="dimmed" mt="xs" data-figures>
        {counted(report.entrants, 'entrants', number)}, {counted(report.conversions, 'conversions', number)} (
        {rate(report.conversionRate)}). “Of the previous step” counts those who reached the goal before it first.
      </Text>
    </Panel>
  )
}

function ByDay({ report: { days } }: { report: Report }) {
  const { date, number } = useFormat()
  const most = Math.max(1, ...days.map(one => Math.max(one.visitors, one.conversions)))
  const height = (value: number) => ({ height: `${(value / most) * 100}%` })
  const [visitors, conversions] = (['visitors', 'conversions'] as const).map(name =>
    days.reduce((sum, one) => sum + one[name], 0),
  ) as [number, number]
  return (
    <Panel title="By day">
      <div
        className={classes.bars}
        role="img"
        aria-label={`${counted(visitors, 'unique visitors', number)} and ${counted(conversions, 'conversions', number)}, by day`}
      >
        {days.map(one => (
          <div
            key={one.day}
            className={classes.bar}
            title={`${date(`${one.day}T12:00:00Z`)}: ${counted(one.visitors, 'visitors')}, ${counted(one.conversions, 'conversions')}`}
          >
            <span className={classes.visitors} style={height(one.visitors)} />
            <span className={classes.conversions} style={height(one.conversions)} />
          </div>
        ))}
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        Light: unique visitors. Dark: conversions.
      </Text>
    </Panel>
  )
}

function BySource({ report: { sources } }: { report: Report }) {
  const { number, percent } = useFormat()
  return (
    <Panel title="By source">
      {sources.length === 0 ? <Text c="dimmed">No visitors in this period.</Text> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="By source, scrolls sideways">
        <Table aria-label="By source" miw={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Source</Table.Th>
              <Table.Th>Medium</Table.Th>
              <Table.Th>Campaign</Table.Th>
              <Table.Th>Short link or QR code</Table.Th>
              <Table.Th>Unique visitors</Table.Th>
              <Table.Th>Conversions</Table.Th>
              <Table.Th>Rate</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sources.map(one => (
              <Table.Tr key={`${one.source} ${one.medium} ${one.campaign} ${one.link}`} data-figures>
                <Table.Td>{one.source || 'Direct'}</Table.Td>
                <Table.Td>{one.medium || '–'}</Table.Td>
                <Table.Td>{one.campaign || '–'}</Table.Td>
                <Table.Td>{one.link ? `/l/${one.link}` : '–'}</Table.Td>
                <Table.Td>{number(one.visitors)}</Table.Td>
                <Table.Td>{number(one.conversions)}</Table.Td>
                <Table.Td>{one.visitors > 0 ? percent(one.conversions / one.visitors) : '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Panel>
  )
}
