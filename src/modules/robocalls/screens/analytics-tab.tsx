import { Group, NativeSelect, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { resultLabels } from '../rules/states.ts'
import { useDollars } from '../widgets/use-dollars.ts'
import { useLengthWords } from '../widgets/use-length-words.ts'
import { BestHours } from './best-hours.tsx'
import { costWords } from './call-tiles.tsx'
import classes from './robocalls.module.css'
import { WithTable } from './with-table.tsx'

type CallStats = Awaited<ReturnType<typeof client.robocalls.stats>>

const ranges = [30, 90, 365].map(days => ({ value: String(days), label: `Last ${counted(days, 'days')}` }))

/** How calls did, what they cost, and when people answer. */
export function AnalyticsTab() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('days') ?? '90'
  const days = ranges.some(one => one.value === asked) ? Number(asked) : 90
  const { data, error, refetch } = useQuery(
    api.robocalls.stats.queryOptions({ input: { days }, meta: { live: ['campaigns'] } }),
  )
  return (
    <Stack>
      <NativeSelect
        label="Period"
        w={200}
        value={String(days)}
        onChange={event => change({ days: event.currentTarget.value === '90' ? null : event.currentTarget.value })}
        data={ranges}
      />
      {error && !data ? (
        <ErrorPanel error={error} what="the analytics" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.totalCalls === 0 ? (
        <EmptyState
          title="No calls in this period"
          text="Once a campaign has called, you see here how many people answered, when, and what it cost."
        />
      ) : (
        <Shown data={data} />
      )}
    </Stack>
  )
}

const Shown = ({ data }: { data: CallStats }) => (
  <>
    <WithTable title="Performance" chart={<Days data={data} />} table={<DayTable data={data} />} />
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title="Call results">
        <Results data={data} />
      </Panel>
      <Panel title="Cost analysis">
        <Cost data={data} />
      </Panel>
    </SimpleGrid>
    <BestHours hours={data.hours} />
  </>
)

const atNoon = (day: string) => `${day}T12:00:00Z`

type Bar = Pick<CallStats['days'][number], 'day' | 'calls' | 'answered'>
const DAY_MS = 86_400_000
/** More days than this become weeks: a bar has to be seen. */
const MOST_BARS = 92

/** A bar for each day from the first with calls to the last, also where nobody was called; by the week where it is long. */
function toBars(days: CallStats['days']): { bars: Bar[]; isWeekly: boolean } {
  const at = (day: string) => Date.parse(atNoon(day))
  const first = at(days[0]!.day)
  const length = Math.round((at(days.at(-1)!.day) - first) / DAY_MS) + 1
  const size = length > MOST_BARS ? 7 : 1
  const bars = Array.from(
    { length: Math.ceil(length / size) },
    (_, i): Bar => ({ day: new Date(first + i * size * DAY_MS).toISOString().slice(0, 10), calls: 0, answered: 0 }),
  )
  for (const { day, calls, answered } of days) {
    const bar = bars[Math.floor(Math.round((at(day) - first) / DAY_MS) / size)]!
    bar.calls += calls
    bar.answered += answered
  }
  return { bars, isWeekly: size > 1 }
}

function Days({ data: { days } }: { data: CallStats }) {
  const { date, number } = useFormat()
  const { bars, isWeekly } = toBars(days)
  const most = Math.max(1, ...bars.map(one => one.calls))
  const height = (count: number) => ({ height: `${(count / most) * 100}%` })
  return (
    <Stack gap="sm">
      <div className={classes.days}>
        {bars.map(({ day, calls, answered }) => {
          const label = `${isWeekly ? 'Week of ' : ''}${date(atNoon(day))}: ${counted(calls, 'calls', number)}, ${number(answered)} answered`
          return (
            <span key={day} role="img" aria-label={label} title={label}>
              <i className={classes.all} style={height(calls)} />
              <i className={classes.answered} style={height(answered)} />
            </span>
          )
        })}
      </div>
      <Group justify="space-between">
        <div className={classes.legend} aria-hidden>
          <span>
            <i className={classes.all} /> Calls
          </span>
          <span>
            <i className={classes.answered} /> Answered
          </span>
        </div>
        <Text size="sm" c="dimmed" data-figures>
          {date(atNoon(days[0]!.day))} to {date(atNoon(days.at(-1)!.day))}, at most {counted(most, 'calls', number)} a{' '}
          {isWeekly ? 'week' : 'day'}
        </Text>
      </Group>
    </Stack>
  )
}

function DayTable({ data: { days } }: { data: CallStats }) {
  const { date, number } = useFormat()
  const dollars = useDollars()
  return (
    <Table aria-label="Calls by day" data-figures>
      <Table.Thead>
        <Table.Tr>
          {['Day', 'Calls', 'Answered', 'Cost'].map(header => (
            <Table.Th key={header} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map(({ day, calls, answered, cost }) => (
          <Table.Tr key={day}>
            <Table.Td>{date(atNoon(day))}</Table.Td>
            <Table.Td>{number(calls)}</Table.Td>
            <Table.Td>{number(answered)}</Table.Td>
            <Table.Td>{dollars(cost)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const always = new Set(['human', 'voicemail', 'no_answer', 'busy', 'failed'])

function Results({ data: { results, totalCalls, optOuts } }: { data: CallStats }) {
  const { number, percent } = useFormat()
  return (
    <Stack gap="xs">
      {results
        .filter(({ result, count }) => count > 0 || always.has(result))
        .map(({ result, count }) => (
          <div key={result}>
            <Group justify="space-between">
              <Text size="sm">{resultLabels[result]}</Text>
              <Text size="sm" data-figures>
                {number(count)} ({percent(count / totalCalls)})
              </Text>
            </Group>
            <Progress value={(count / totalCalls) * 100} color={colors[result]} aria-label={resultLabels[result]} />
          </div>
        ))}
      <Text size="sm" c="dimmed" data-figures>
        {optOuts === 0 ? 'Nobody opted out with 9.' : `${counted(optOuts, 'people', number)} opted out with 9.`}
      </Text>
    </Stack>
  )
}

const colors: Record<string, string> = {
  human: 'green',
  voicemail: 'blue',
  no_answer: 'yellow',
  busy: 'yellow',
  failed: 'red',
  fax: 'red',
  unknown: 'gray',
}

function Cost({ data }: { data: CallStats }) {
  const lengthWords = useLengthWords()
  const dollars = useDollars()
  const { totalCost, costPerCall, averageDuration, results } = data
  const answered = results.find(one => one.result === 'human')?.count ?? 0
  const facts: [string, string][] = [
    ['Total cost', dollars(totalCost)],
    ['Cost per call', costPerCall === null ? '–' : costWords(costPerCall)],
    ['Cost per answered call', answered === 0 ? '–' : costWords(totalCost / answered)],
    ['Average length', averageDuration === null ? '–' : lengthWords(averageDuration)],
  ]
  return (
    <Stack gap="sm">
      <dl className={classes.facts} data-figures>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        As the phone company charged it. Calls it hasn’t billed yet count at its list price.
      </Text>
    </Stack>
  )
}
