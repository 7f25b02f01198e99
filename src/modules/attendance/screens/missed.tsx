import { Anchor, Button, Group } from '@mantine/core'
import { IconCheck, IconMessage } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useList } from '#ui/use-list.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'

export const meta = () => titled('Missed Sundays')

type Missing = Awaited<ReturnType<typeof client.attendance.missed>>['items'][number]

const weeks = ['1', '2', '4', '6'].map(value => ({ value, label: value === '1' ? '1 week' : `${value} weeks` }))

const useColumns = (): Column<Missing>[] => {
  const { date } = useFormat()
  return [
    {
      key: 'name',
      header: 'Person',
      width: '28%',
      name: one => one.name,
      render: one => (
        <Anchor component={Link} to={`/people/${one.id}`} fw={550}>
          {one.name}
        </Anchor>
      ),
    },
    { key: 'lastAttendedAt', header: 'Last attended', render: one => date(String(one.lastAttendedAt)) },
    { key: 'missed', header: 'Weeks missed', align: 'right', render: one => one.missed },
    { key: 'attended', header: 'Before that', optional: true, render: one => `${one.attended} of 8 weeks` },
    { key: 'handledAt', header: 'Follow-up', render: one => <FollowUp one={one} /> },
  ]
}

function FollowUp({ one }: { one: Missing }) {
  const mayWrite = useMay('people.write')
  const { run, busy } = useMutate({ keys: [api.attendance.missed.key(), api.attendance.stats.key()] })
  const mark = (done: boolean) => client.attendance.followUp({ personId: one.id, done })
  const done = () => run(() => mark(true), { done: `Follow-up with ${one.name} recorded`, undo: () => mark(false) })
  if (!mayWrite) return null
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        component={Link}
        to={`/people/${one.id}?write=text`}
        size="compact-sm"
        variant="default"
        leftSection={<IconMessage size={14} stroke={1.75} />}
        aria-label={`Text ${one.name}`}
      >
        Text
      </Button>
      {one.handledAt ? (
        <span>Done</span>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={busy}
          leftSection={<IconCheck size={14} stroke={1.75} />}
          aria-label={`Done: follow-up with ${one.name}`}
          onClick={() => void done()}
        >
          Done
        </Button>
      )}
    </Group>
  )
}

/** People who came regularly and then stopped. */
export default function MissedScreen() {
  const { state, table } = useList(api.attendance.missed, {
    filters: ['missed', 'handled'],
    input: ({ filters: { missed, handled } }) => ({
      ...(missed && { missed: Number(missed) }),
      ...(handled && { handled: true }),
    }),
    live: ['attendance'],
  })
  return (
    <>
      <PageHeader
        title="Missed Sundays"
        purpose="People who came at least four of eight weeks and then stopped. A short call or text means a lot."
        action={
          <Button component={Link} to="/attendance" variant="default">
            All services
          </Button>
        }
      />
      <DataTable
        label="people"
        columns={useColumns()}
        {...table}
        searchPlaceholder="Name"
        filters={
          <>
            <FilterSelect state={state} name="missed" label="Missed" any="3 weeks or more" options={weeks} />
            <FilterSelect
              state={state}
              name="handled"
              label="Follow-up"
              any="To do"
              options={[{ value: 'true', label: 'All' }]}
            />
          </>
        }
        empty={{
          title: 'Everyone was here lately',
          text: 'When a regular misses three weeks in a row, their name appears here.',
        }}
      />
    </>
  )
}
