import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { heldText } from '#messaging/rules/held.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { Choice, Days, NumberChoice } from './call-history.tsx'
import classes from './twilio.module.css'

type Row = Awaited<ReturnType<typeof client.texts.list>>['items'][number]
type Filter = Parameters<typeof client.texts.list>[0]

const numberText = (number: string) => (number.startsWith('+') ? phoneText(number) : number)

const columns: Column<Row>[] = [
  {
    key: 'who',
    header: 'With',
    width: '20%',
    name: row => row.name ?? numberText(row.direction === 'in' ? row.from : row.to),
    render: row => <Who row={row} />,
  },
  {
    key: 'body',
    header: 'Message',
    width: '32%',
    render: row => (
      <Text size="sm" lineClamp={2} className={classes.words}>
        {row.body}
      </Text>
    ),
  },
  {
    key: 'direction',
    header: 'Direction',
    optional: true,
    render: row => (row.direction === 'in' ? 'Incoming' : 'Outgoing'),
  },
  { key: 'status', header: 'Status', width: '20%', render: row => <Status row={row} /> },
  { key: 'time', header: 'Time', render: row => <RelativeTime at={row.createdAt} /> },
  { key: 'actions', header: 'Actions', align: 'right', card: 'plain', render: row => <Actions row={row} /> },
]

function Who({ row }: { row: Row }) {
  const theirs = numberText(row.direction === 'in' ? row.from : row.to)
  return (
    <div>
      <Text fw={550} truncate>
        {row.personId ? <Link to={`/people/${row.personId}`}>{row.name}</Link> : (row.name ?? theirs)}
      </Text>
      {row.name ? (
        <Text size="xs" c="dimmed" data-figures>
          {theirs}
        </Text>
      ) : null}
    </div>
  )
}

/** The state, and in plain words why it did not arrive and what helps. */
function Status({ row }: { row: Row }) {
  const said = [row.problem, row.fix].filter(Boolean).join(' ')
  const formats = useFormat()
  const held = row.status === 'queued' ? heldText(row.heldUntil, Date.now(), formats) : undefined
  return (
    <div>
      <Group gap={6}>
        <StatusBadge
          of="message"
          value={row.direction === 'in' ? 'delivered' : row.status}
          label={row.direction === 'in' ? 'Received' : held}
        />
        {row.errorCode && /^\d+$/.test(row.errorCode) ? (
          <Text size="xs" c="dimmed" data-figures>
            {row.errorCode}
          </Text>
        ) : null}
      </Group>
      {row.problem ? (
        <Tooltip label={said} multiline maw={320}>
          <Text size="xs" c="dimmed" tabIndex={0} lineClamp={2}>
            {row.problem}
          </Text>
        </Tooltip>
      ) : null}
    </div>
  )
}

function Actions({ row }: { row: Row }) {
  const act = useAct(api.texts.key(), api.telephony.key())
  const mayRead = useMay('conversations.read')
  return (
    <Group gap="xs" justify="flex-end">
      {row.mayRetry ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void act(() => client.texts.retry({ id: row.id }), 'Sending again')}
        >
          Retry
        </Button>
      ) : null}
      {row.conversationId && mayRead ? (
        <ActionIcon
          component={Link}
          variant="subtle"
          to={`/conversations?c=${row.conversationId}`}
          aria-label="Open conversation"
        >
          <IconMessages size={18} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}

/** Every text in and out, newest first. */
export function SmsHistory() {
  const state = useListState<string>({
    sort: '',
    filters: ['direction', 'status', 'number', 'from', 'to'],
    prefix: 'sms',
  })
  const filter = { ...(state.q && { search: state.q }), ...(state.filters as Partial<Filter>) }
  const list = useInfiniteQuery(
    api.texts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: 10_000,
      meta: { live: ['outbox', 'conversations'] },
    }),
  )
  return (
    <DataTable
      label="texts"
      columns={columns}
      source={rowsOf(list)}
      state={state}
      searchPlaceholder="Search text, names and numbers"
      filters={<Filters state={state} />}
      actions={<ExportPeople name="texts.csv" make={() => client.texts.export(filter)} />}
      empty={{
        title: 'No texts yet',
        text: 'Every text to and from your numbers appears here with its status.',
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
        name="status"
        label="Status"
        data={[
          { value: '', label: 'Any status' },
          { value: 'pending', label: 'Pending' },
          { value: 'held', label: 'Held' },
          { value: 'delivered', label: 'Delivered' },
          { value: 'undelivered', label: 'Undelivered' },
          { value: 'failed', label: 'Failed' },
          { value: 'unknown', label: 'Unknown' },
          { value: 'skipped', label: 'Not sent' },
        ]}
      />
      <NumberChoice state={state} />
      <Days state={state} />
    </>
  )
}
