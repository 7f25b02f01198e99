import { Blockquote, Group, Select, Stack, Text } from '@mantine/core'
import { IconHeartCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'

export const meta = () => titled('Answered prayers')

const thisYear = () => new Date().getFullYear()

/** The prayers of a year and their answers, for the annual report. */
export default function Answered() {
  const [year, setYear] = useState(String(thisYear()))
  const { data, error, refetch } = useQuery(
    api.prayerRequests.year.queryOptions({ input: { year: Number(year) }, meta: { live: ['prayer'] } }),
  )
  const years = Array.from({ length: 6 }, (_, back) => String(thisYear() - back))
  return (
    <Stack>
      <PageHeader title="Answered prayers" purpose="The prayers of a year and their answers, for the annual report.">
        <Select
          aria-label="Year"
          w={110}
          allowDeselect={false}
          data={years}
          value={year}
          onChange={one => setYear(one ?? years[0]!)}
        />
      </PageHeader>
      {error ? (
        <ErrorPanel error={error} what="the answered prayers" onRetry={() => void refetch()} />
      ) : data ? (
        <Year {...data} />
      ) : (
        <SkeletonRows rows={4} height={72} />
      )}
    </Stack>
  )
}

interface YearProps {
  requests: number
  prayers: number
  items: { id: string; request: string; testimony: string; answeredAt: string }[]
}
function Year({ requests, prayers, items }: YearProps) {
  const { date } = useFormat()
  return (
    <>
      <Group>
        <Text>
          {counted(requests, 'requests')}, {counted(prayers, 'prayers')}, {counted(items.length, 'answered')}
        </Text>
      </Group>
      {items.length === 0 ? (
        <EmptyState
          icon={<IconHeartCheck size={28} stroke={1.5} />}
          title="No answered prayers in this year"
          text="Set a request to Answered, and add what happened."
        />
      ) : null}
      {items.map(({ id, request, testimony, answeredAt }) => (
        <Panel key={id} title={date(answeredAt)}>
          <Text style={{ overflowWrap: 'anywhere' }}>{request}</Text>
          {testimony ? <Blockquote mt="sm">{testimony}</Blockquote> : null}
        </Panel>
      ))}
    </>
  )
}
