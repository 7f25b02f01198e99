import { SegmentedControl, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import classes from './videos.module.css'

const ranges = { 7: '7 days', 30: '30 days', 365: 'A year' } as const

/** How often, how long and how far it was watched, and from where. */
export function Figures({ videoId }: { videoId: string }) {
  const [days, setDays] = useState('30')
  const { data, error, refetch } = useQuery(
    api.videoViews.figures.queryOptions({ input: { id: videoId, days: Number(days) }, meta: { live: ['videos'] } }),
  )
  const { number, percent } = useFormat()
  if (error) return <ErrorPanel error={error} what="the figures" onRetry={() => void refetch()} />
  return (
    <Stack>
      <SegmentedControl
        aria-label="Period"
        value={days}
        onChange={setDays}
        data={Object.entries(ranges).map(([value, label]) => ({ value, label }))}
        w="fit-content"
      />
      {data ? (
        <>
          <Text>
            {data.views === 1 ? '1 view' : `${number(data.views)} views`}, {minutesText(data.secondsWatched, number)}
          </Text>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Panel title="How far people watch">
              {data.views === 0 && data.secondsWatched === 0 ? (
                <Text c="dimmed">Nobody has watched it in this time.</Text>
              ) : (
                <Retention shares={data.retention} percent={percent} />
              )}
            </Panel>
            <Panel title="Where people watch">
              <Sources rows={data.bySource} number={number} />
            </Panel>
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            A view is ten seconds or a third of the video, once a day for each device. Your team and programs are not
            counted, and no cookie is set.
          </Text>
        </>
      ) : (
        <SkeletonRows rows={3} height={64} />
      )}
    </Stack>
  )
}

function minutesText(seconds: number, number: (value: number) => string): string {
  const minutes = Math.round(seconds / 60)
  if (seconds > 0 && minutes === 0) return 'less than a minute watched'
  return minutes === 1 ? '1 minute watched' : `${number(minutes)} minutes watched`
}

function Retention({ shares, percent }: { shares: number[]; percent: (value: number) => string }) {
  return (
    <>
      <div
        className={classes.bars}
        role="img"
        aria-label={`Half way through, ${percent(shares[10]!)} are still watching; at the end ${percent(shares[19]!)}.`}
      >
        {shares.map((share, at) => (
          <span key={at} style={{ height: `${share * 100}%` }} title={`${at * 5}%: ${percent(share)}`} />
        ))}
      </div>
      <Text size="sm" c="dimmed">
        From the beginning to the end: how many of those who began are still watching.
      </Text>
    </>
  )
}

interface SourceRow {
  source: string
  views: number
  secondsWatched: number
}
const sourceNames: Record<string, string> = {
  watch: 'Watch page',
  embed: 'Other websites',
  library: 'Library',
  direct: 'Direct',
}

function Sources({ rows, number }: { rows: SourceRow[]; number: (value: number) => string }) {
  if (rows.length === 0) return <Text c="dimmed">Nothing yet.</Text>
  return (
    <Table aria-label="Sources">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Source</Table.Th>
          <Table.Th ta="right">Views</Table.Th>
          <Table.Th ta="right">Minutes</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ source, views, secondsWatched }) => (
          <Table.Tr key={source}>
            <Table.Td>{sourceNames[source] ?? source}</Table.Td>
            <Table.Td ta="right">{number(views)}</Table.Td>
            <Table.Td ta="right">{number(Math.round(secondsWatched / 60))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
