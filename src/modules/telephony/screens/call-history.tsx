import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { type CallState, callStates, minutesOf } from '../rules/states.ts'
import { PlayRecording } from '../widgets/play-recording.tsx'
import { CallDetails } from './call-details.tsx'
import { useNumbers } from './from-select.tsx'

export type CallRow = Awaited<ReturnType<typeof client.calls.list>>['items'][number]

const columns: Column<CallRow>[] = [
  {
    key: 'who',
    header: 'With',
    width: '20%',
    name: row => row.name ?? phoneText(row.theirs),
    render: row => (
      <div>
        <Text fw={550} truncate>
          {row.personId ? <Link to={`/people/${row.personId}`}>{row.name}</Link> : phoneText(row.theirs)}
        </Text>
        {row.personId ? (
          <Text size="xs" c="dimmed" data-figures>
            {phoneText(row.theirs)}
          </Text>
        ) : null}
      </div>
    ),
  },
  {
    key: 'direction',
    header: 'Direction',
    render: row => (
      <div>
        <Text size="sm">{row.direction === 'in' ? 'Incoming' : 'Outgoing'}</Text>
        {row.userName ? (
          <Text size="xs" c="dimmed">
            {row.direction === 'in' ? `for ${row.userName}` : `by ${row.userName}`}
          </Text>
        ) : null}
      </div>
    ),
  },
  {
    key: 'number',
    header: 'Our number',
    optional: true,
    render: row => <span data-figures>{phoneText(row.direction === 'in' ? row.to : row.from)}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    render: row => (
      <Group gap="xs">
        <StatusBadge of="call" value={row.state} label={row.missed ? 'Missed' : statusOf(row.state)} />
        {row.problem ? (
          <Text size="xs" c="dimmed">
            {row.problem}
          </Text>
        ) : null}
        {row.transcript ? (
          <Text size="xs" c="dimmed" lineClamp={2}>
            “{row.transcript}”
          </Text>
        ) : null}
      </Group>
    ),
  },
  {
    key: 'duration',
    header: 'Duration',
    align: 'right',
    render: row => <span data-figures>{minutesOf(row.duration)}</span>,
  },
  { key: 'time', header: 'Time', render: row => <RelativeTime at={row.createdAt} /> },
  {
    key: 'recording',
    header: 'Recording',
    align: 'right',
    width: '17%',
    card: 'plain',
    render: row => (
      <Group gap="xs" justify="flex-end">
        {row.recorded ? <PlayRecording call={{ ...row, who: row.name ?? phoneText(row.theirs) }} /> : null}
        {row.led ? <CallDetails call={row} /> : null}
      </Group>
    ),
  },
]

/** `no-answer` reads "No answer". */
export const statusOf = (state: CallState) => statusLabel(state.replace('-', ' '))

const filterOf = ({ q, filters }: ListState<string>) => ({
  ...(q && { search: q }),
  ...(filters as { direction?: 'in' | 'out'; state?: CallState; number?: string; from?: string; to?: string }),
})

/** Every call, newest first, with what became of it. */
export function CallHistory() {
  const state = useListState<string>({
    sort: '',
    filters: ['direction', 'state', 'number', 'from', 'to'],
    prefix: 'calls',
  })
  const filter = filterOf(state)
  const list = useInfiniteQuery(
    api.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['calls'] },
    }),
  )
  return (
    <DataTable
      label="calls"
      columns={columns}
      source={rowsOf(list)}
      state={state}
      searchPlaceholder="Search names, numbers and voicemail"
      filters={<Filters state={state} />}
      actions={<ExportPeople name="calls.csv" make={() => client.calls.export(filter)} />}
      empty={{
        title: 'No calls yet',
        text: 'Calls to and from your numbers appear here, with their length and recordings.',
      }}
    />
  )
}

function Filters({ state }: { state: ListState<string> }) {
  return (
    <>
      <Choice
        state={state}
        name="direction"
        label="Direction"
        data={[
          { value: '', label: 'In and out' },
          { value: 'in', label: 'Incoming' },
          { value: 'out', label: 'Outgoing' },
        ]}
      />
      <Choice
        state={state}
        name="state"
        label="Status"
        data={[
          { value: '', label: 'Any status' },
          { value: 'missed', label: 'Missed' },
          ...callStates.map(value => ({ value, label: statusOf(value) })),
        ]}
      />
      <NumberChoice state={state} />
      <Days state={state} />
    </>
  )
}

interface ChoiceProps {
  state: ListState<string>
  name: string
  label: string
  data: { value: string; label: string }[]
}

export const Choice = ({ state, name, label, data }: ChoiceProps) => (
  <NativeSelect
    aria-label={label}
    value={state.filters[name] ?? ''}
    onChange={event => state.setFilter(name, event.currentTarget.value || null)}
    data={data}
  />
)

/** One of our numbers, where there are several. */
export function NumberChoice({ state }: { state: ListState<string> }) {
  const { data } = useNumbers()
  if (!data || data.items.length < 2) return null
  const numbers = data.items.map(one => ({ value: one.number, label: one.friendlyName }))
  return (
    <Choice state={state} name="number" label="Our number" data={[{ value: '', label: 'Any number' }, ...numbers]} />
  )
}

export const Days = ({ state }: { state: ListState<string> }) => (
  <>
    {(['from', 'to'] as const).map(name => (
      <TextInput
        key={name}
        type="date"
        aria-label={name === 'from' ? 'From' : 'To'}
        value={state.filters[name] ?? ''}
        onChange={event => state.setFilter(name, event.currentTarget.value || null)}
      />
    ))}
  </>
)
