import { Anchor, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { DateTime } from 'luxon'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMay } from '#web/me.tsx'
import { statusLabels } from '../rules/states.ts'
import classes from './calendar.module.css'
import { EntryLink } from './entry-link.tsx'
import { StatusActions } from './status-actions.tsx'
import { type Appointment, useAppointments } from './use-calendar.ts'
import { useEntries } from './use-entries.ts'

/** What is on today by the church's clocks, with what can be done about it. */
export function TodayList({ onOpen }: { onOpen: (id: string) => void }) {
  const { timeZone = 'UTC' } = useFormat()
  const day = DateTime.now().setZone(timeZone).startOf('day')
  const { data, error, refetch } = useAppointments(day, day.plus({ days: 1 }))
  const entries = useEntries(day, day.plus({ days: 1 })).data?.items ?? []
  const items = data?.items.filter(one => one.status !== 'cancelled' && one.type !== 'block')
  return (
    <Panel title="Today's Appointments">
      {error ? (
        <ErrorPanel error={error} what="today's appointments" onRetry={() => void refetch()} />
      ) : !items ? (
        <SkeletonRows rows={3} />
      ) : items.length === 0 ? (
        <EmptyState title="No appointments today" text="What you or your guests book for today appears here." />
      ) : (
        items.map(one => <Row key={one.id} one={one} onOpen={onOpen} />)
      )}
      {entries.map(one => (
        <EntryLink key={`${one.kind} ${one.id}`} entry={one} />
      ))}
    </Panel>
  )
}

function Row({ one, onOpen }: { one: Appointment; onOpen: (id: string) => void }) {
  const { time } = useFormat()
  const mayWrite = useMay('calendar.write')
  const guest = one.attendees.find(each => each.personId)
  const link = /^https?:\/\//.test(one.location) ? one.location : null
  return (
    <div className={classes.row}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <UnstyledButton onClick={() => onOpen(one.id)}>
          <Text fw={550} lineClamp={1}>
            {one.title}
          </Text>
          <Text size="sm" c="dimmed">
            {time(String(one.startsAt))} – {time(String(one.endsAt))}
            {one.attendees.length > 0 ? ` · ${one.attendees.map(each => each.name || each.email).join(', ')}` : ''}
          </Text>
        </UnstyledButton>
        <StatusBadge of="appointment" value={one.status} label={statusLabels[one.status]} />
      </Group>
      <Group gap="xs">
        {link ? (
          <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
            Join link
          </Anchor>
        ) : null}
        {guest?.personId ? (
          <Anchor href={`/people/${guest.personId}?write=text`} size="sm">
            Message
          </Anchor>
        ) : null}
        {mayWrite ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button size="compact-sm" variant="subtle" leftSection={<IconDots size={16} stroke={1.75} />}>
                Actions
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <StatusActions one={one} onReschedule={() => onOpen(one.id)} as="menu" />
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </Group>
    </div>
  )
}
