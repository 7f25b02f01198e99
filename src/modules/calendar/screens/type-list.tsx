import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './calendar.module.css'
import { type CalendarType, useTypes } from './use-calendar.ts'

const SHOWN = 6

/** What guests can book, with how often they did. */
export function TypeList() {
  const { data, error, refetch } = useTypes()
  const mayWrite = useMay('calendar.write')
  return (
    <Panel
      title="Calendar Types"
      actions={
        mayWrite ? (
          <Button
            component={Link}
            to="/calendar/types/new"
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} />}
          >
            Add
          </Button>
        ) : undefined
      }
    >
      {error ? (
        <ErrorPanel error={error} what="calendar types" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="No calendar types yet"
          text="Add one, and guests can book a time with you on a page of its own."
        />
      ) : (
        <>
          {data.items.slice(0, SHOWN).map(type => (
            <Row key={type.id} type={type} mayWrite={mayWrite} />
          ))}
          <Text size="sm" mt="sm">
            <Link to="/calendar/types">All calendar types, rooms and hosts →</Link>
          </Text>
        </>
      )}
    </Panel>
  )
}

export const durationText = ({ durations }: Pick<CalendarType, 'durations'>) => `${durations.join(' / ')} min`
export const bookingsText = ({ bookings }: Pick<CalendarType, 'bookings'>) =>
  bookings === 1 ? '1 booking' : `${bookings} bookings`

function Row({ type, mayWrite }: { type: CalendarType; mayWrite: boolean }) {
  const { run } = useMutate({ keys: [api.calendarTypes.key(), api.appointments.key()] })
  const toggle = (isActive: boolean) =>
    void run(() => client.calendarTypes.update({ id: type.id, version: type.version, isActive }), {
      done: isActive ? `${type.name} can be booked` : `${type.name} is closed`,
    })
  return (
    <div className={classes.row}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div>
          <Link to={`/calendar/types/${type.id}`}>{type.name}</Link>
          <Text size="sm" c="dimmed">
            {durationText(type)} · {bookingsText(type)}
          </Text>
        </div>
        {mayWrite ? (
          <Switch
            aria-label={`${type.name} can be booked`}
            checked={type.isActive}
            onChange={event => toggle(event.currentTarget.checked)}
          />
        ) : (
          <Badge color={type.isActive ? 'green' : 'gray'}>{type.isActive ? 'Active' : 'Inactive'}</Badge>
        )}
      </Group>
    </div>
  )
}
