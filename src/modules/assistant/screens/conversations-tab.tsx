import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { intentLabel, reasonLabels } from '../rules/options.ts'
import { percent, useAssistantAct } from '../widgets/use-assistant.ts'

type Row = Awaited<ReturnType<typeof client.assistant.conversations>>['items'][number] & { id: string }

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
  { value: 'escalated', label: 'Escalated' },
]

/** What people asked and what was answered; a person takes over with one press. */
export function ConversationsTab() {
  const { table, state } = useList(api.assistant.conversations, {
    filters: ['status'],
    live: ['assistant', 'conversations'],
  })
  const source = { ...table.source, rows: table.source.rows.map(row => ({ ...row, id: row.conversationId })) }
  return (
    <DataTable<Row>
      label="conversations"
      columns={columns}
      state={table.state}
      source={source}
      searchPlaceholder="Name"
      rowLink={row => `/conversations?c=${row.conversationId}`}
      filters={<FilterSelect state={state} name="status" label="Status" any="All" options={statuses} />}
      empty={{
        title: 'No conversations yet',
        text: 'As soon as someone writes and the assistant is on, what it answered is listed here.',
      }}
    />
  )
}

function TakeOver({ row }: { row: Row }) {
  const act = useAssistantAct()
  const navigate = useNavigate()
  const mayWrite = useMay('conversations.write')
  if (row.handler === 'person') return <Text size="sm">{row.takenByName ?? 'A person'}</Text>
  if (row.status !== 'escalated' || !mayWrite) return null
  return (
    <Button
      size="compact-sm"
      aria-label={`Take over the conversation with ${row.contactName}`}
      onClick={event => {
        event.stopPropagation()
        event.preventDefault()
        const work = () => client.assistant.takeOver({ conversationId: row.conversationId, greet: true })
        void act(work, 'You answer from here on').then(
          done => done && navigate(`/conversations?c=${row.conversationId}`),
        )
      }}
    >
      Take Over
    </Button>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'contactName',
    header: 'Contact',
    width: '16%',
    name: row => row.contactName,
    render: row => (
      <Anchor component={Link} to={`/conversations?c=${row.conversationId}`} c="inherit" underline="always" fw={550}>
        {row.contactName}
      </Anchor>
    ),
  },
  {
    key: 'lastMessage',
    header: 'Last message and answer',
    width: '36%',
    render: row => (
      <Stack gap={2}>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {row.lastMessage}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {row.aiResponse}
        </Text>
      </Stack>
    ),
  },
  { key: 'intent', header: 'Intent', width: '12%', render: row => intentLabel(row.intent) },
  { key: 'confidence', header: 'Confidence', width: '8%', align: 'right', render: row => percent(row.confidence) },
  {
    key: 'status',
    header: 'Status',
    width: '12%',
    render: row => (
      <Stack gap={2} align="flex-start">
        <StatusBadge of="assistantConversation" value={row.status} />
        {row.reason ? <Text size="xs">{reasonLabels[row.reason]}</Text> : null}
      </Stack>
    ),
  },
  { key: 'timestamp', header: 'Last change', width: '8%', render: row => <RelativeTime at={row.timestamp} /> },
  { key: 'takeOver', header: 'Answers', width: '8%', render: row => <TakeOver row={row} /> },
]
