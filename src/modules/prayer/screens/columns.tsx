import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { Column } from '#ui/data-table-rows.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { moderationNames, statusNames, visibilityNames } from '../rules/options.ts'
import { StatusMenu } from './status-menu.tsx'
import { type Row, usePray } from './use-prayer.ts'

/** Counted once a day for each member; who prayed is never shown. */
export function PrayButton({ row }: { row: Row }) {
  const pray = usePray()
  const Icon = row.prayedToday ? IconHeartFilled : IconHeart
  return (
    <Button
      size="compact-sm"
      variant={row.prayedToday ? 'light' : 'default'}
      leftSection={<Icon size={14} />}
      disabled={row.prayedToday || row.moderation !== 'approved'}
      aria-label={`Pray for ${row.name ?? 'this request'}`}
      onClick={event => {
        event.stopPropagation()
        void pray(row.id)
      }}
    >
      {row.prayedToday ? 'Prayed' : 'Pray'}
    </Button>
  )
}

const Request = ({ row }: { row: Row }) => (
  <Stack gap={2}>
    <Group gap={6}>
      <Text span fw={550}>
        {row.name ?? 'Anonymous'}
      </Text>
      {row.isUrgent ? <Badge color="red">Urgent</Badge> : null}
      {row.isPrivate ? <Badge color="grape">Private</Badge> : null}
      {row.moderation === 'pending' ? (
        <StatusBadge of="prayerModeration" value={row.moderation} label={moderationNames[row.moderation]} />
      ) : null}
    </Group>
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {row.request}
    </Text>
  </Stack>
)

export const columns: Column<Row>[] = [
  {
    key: 'request',
    header: 'Request',
    width: '34%',
    name: row => row.name ?? 'Anonymous',
    render: row => <Request row={row} />,
  },
  { key: 'category', header: 'Category', width: '10%', render: row => row.category },
  { key: 'visibility', header: 'Who may read it', width: '10%', render: row => visibilityNames[row.visibility] },
  {
    key: 'status',
    header: 'Status',
    width: '9%',
    render: row => <StatusBadge of="prayerRequest" value={row.status} label={statusNames[row.status]} />,
  },
  { key: 'prayerCount', header: 'Prayers', width: '7%', sortable: true, render: row => row.prayerCount },
  {
    key: 'createdAt',
    header: 'Asked',
    width: '9%',
    sortable: true,
    render: row => <RelativeTime at={row.createdAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    width: '21%',
    render: row => (
      <Group gap={4} wrap="nowrap">
        <PrayButton row={row} />
        <StatusMenu row={row} />
      </Group>
    ),
  },
]
