import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { choiceOf, rules, type Series, SeriesForm } from './series-form.tsx'

/** Services, classes and other events that repeat at the same local time. */
export function SeriesList() {
  const mayWrite = useMay('calendar.write')
  const detail = useDetail('series')
  const { date } = useFormat()
  const { table } = useList(api.appointmentSeries.list, { prefix: 's', live: ['calendar'] })
  const columns: Column<Series>[] = [
    { key: 'title', header: 'Title', width: '40%', name: one => one.title, render: one => one.title },
    {
      key: 'rule',
      header: 'Repeats',
      render: one => rules.find(each => each.value === choiceOf(one.rule))?.label ?? one.rule,
    },
    { key: 'conflicts', header: 'Conflicts', render: one => one.conflicts.map(at => date(String(at))).join(', ') },
  ]
  return (
    <>
      <DataTable
        label="repeating events"
        columns={columns}
        {...table}
        actions={
          mayWrite ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => detail.open('new')}
            >
              Add repeating event
            </Button>
          ) : undefined
        }
        onOpen={mayWrite ? one => detail.open(one.id) : undefined}
        empty={{
          title: 'No repeating events yet',
          text: 'Add your Sunday service, and no host can be booked while it takes place.',
        }}
      />
      {detail.id ? <SeriesDrawer key={detail.id} id={detail.id} onClose={detail.close} /> : null}
    </>
  )
}

function SeriesDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isNew = id === 'new'
  const { data } = useQuery(api.appointmentSeries.get.queryOptions({ input: { id }, enabled: !isNew }))
  if (!isNew && !data) return null
  return <SeriesForm series={data ?? null} onClose={onClose} />
}
