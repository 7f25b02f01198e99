import { Grid, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { titled } from '#web/title.ts'
import { CheckInList } from './check-in-list.tsx'
import { Headcount } from './headcount.tsx'

export const meta = () => titled('Check-in')

/** Check-in and headcount of one service or event. */
export default function EventScreen() {
  const { id = '' } = useParams()
  const { dateTime } = useFormat()
  const { data, error, refetch } = useQuery(
    api.attendance.get.queryOptions({ input: { id }, meta: { live: ['attendance', 'calendar'] } }),
  )
  if (error) return <ErrorPanel error={error} what="this event" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={56} />
  const here = `/attendance/${id}?present=true`
  return (
    <>
      <PageHeader
        title={data.title}
        purpose={[dateTime(String(data.startsAt)), data.location].filter(Boolean).join(', ')}
        action={
          data.checkedIn > 0 ? (
            <ExportPeople name="check-ins.csv" make={() => client.attendance.export({ eventId: id })} />
          ) : undefined
        }
      />
      <SimpleGrid cols={3} mb="md">
        <StatTile label="Checked in" to={here} value={data.checkedIn} />
        <StatTile label="First visits" to={here} value={data.firstVisits} />
        <StatTile label="Headcount" to={`/attendance/${id}`} value={data.headcount} />
      </SimpleGrid>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <CheckInList id={id} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Headcount key={id} id={id} groups={data.groups} />
        </Grid.Col>
      </Grid>
    </>
  )
}
