import { ActionIcon, Badge, Button, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { ConnectCalendar } from './connect-calendar.tsx'
import classes from './other-calendars.module.css'

type Source = Awaited<ReturnType<typeof client.calendarSources.list>>['items'][number]

/** Calendars of hosts at Google, Microsoft and elsewhere: guests can't book what is busy there. */
export function ConnectedCalendars() {
  const sources = useQuery(api.calendarSources.list.queryOptions({ input: {}, meta: { live: ['calendar'] } }))
  const [adding, setAdding] = useState(false)
  return (
    <Panel
      title="Connected calendars"
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
          Connect calendar
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Guests can’t book a host who is busy in a connected calendar. Only the times are stored, not what they are for;
        the title is stored only for events that can’t be read.
      </Text>
      {sources.error ? (
        <ErrorPanel error={sources.error} what="the connected calendars" onRetry={() => void sources.refetch()} />
      ) : !sources.data ? (
        <SkeletonRows rows={2} />
      ) : sources.data.items.length === 0 ? (
        <Text size="sm">No connected calendars yet.</Text>
      ) : (
        <ul className={classes.list}>
          {sources.data.items.map(source => (
            <Row key={source.id} source={source} />
          ))}
        </ul>
      )}
      {adding ? <ConnectCalendar onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

const stateOf = ({ enabled, problem, lastReadAt }: Source) =>
  !enabled
    ? { label: 'Off', color: 'gray' }
    : problem
      ? { label: 'Problem', color: 'red' }
      : lastReadAt
        ? { label: 'Connected', color: 'green' }
        : { label: 'Connecting', color: 'blue' }

function Row({ source }: { source: Source }) {
  const { relative } = useFormat()
  const { name, hostName, server, writesOut, busyTimes, ignored, lastReadAt, problem } = source
  const state = stateOf(source)
  const facts = [
    lastReadAt ? `Last read ${relative(lastReadAt)}` : 'Not read yet',
    counted(busyTimes, 'busy times'),
    ignored > 0 && `${counted(ignored, 'events')} not fully read`,
    writesOut && 'appointments are added to it',
  ].filter(Boolean)
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.what}>
        <Text fw={550}>{name}</Text>
        <Text size="sm">{server ? `${hostName} · ${server}` : hostName}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(', ')}
        </Text>
        <UnreadEvents source={source} />
        {problem ? (
          <Text size="sm" role="status">
            {problem}
          </Text>
        ) : null}
      </Stack>
      <Badge color={state.color}>{state.label}</Badge>
      <Actions source={source} />
    </li>
  )
}

/** What guests might book over: the church corrects it there, or blocks the time here. */
function UnreadEvents({ source: { name, ignored, unread } }: { source: Source }) {
  const { date } = useFormat()
  if (unread.length === 0) return null
  return (
    <details>
      <summary>Events that could not be fully read in {name}</summary>
      <Text size="sm" c="dimmed">
        Guests may be able to book these times. Correct the events in that calendar, or block the times here.
      </Text>
      <ul className={classes.unread}>
        {unread.map((event, i) => (
          <li key={`${i} ${event.title}`}>
            <Text size="sm">
              <bdi>{event.title || 'Event without a title'}</bdi>
              {event.day ? `, ${date(`${event.day}T12:00:00Z`)}` : ''}: {event.reason}
            </Text>
          </li>
        ))}
      </ul>
      {ignored > unread.length ? <Text size="sm">and {ignored - unread.length} more</Text> : null}
    </details>
  )
}

function Actions({ source: { id, version, name, kind, enabled, writesOut } }: { source: Source }) {
  const act = useAct(api.calendarSources.key())
  const change = (set: { enabled?: boolean; writesOut?: boolean }) => () =>
    void act(() => client.calendarSources.update({ id, version, ...set }), 'Saved')
  async function disconnect() {
    const agreed = await confirm({
      title: `Disconnect ${name}?`,
      text: 'Its busy times are deleted here. Appointments that were added to it stay there.',
      confirm: 'Disconnect calendar',
      danger: true,
    })
    if (agreed) await act(() => client.calendarSources.remove({ id }), 'Calendar disconnected')
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {enabled ? (
          <Menu.Item onClick={() => void act(() => client.calendarSources.sync({ id }), 'Syncing')}>Sync now</Menu.Item>
        ) : null}
        {kind === 'ics' ? null : (
          <Menu.Item onClick={change({ writesOut: !writesOut })}>
            {writesOut ? 'Stop adding appointments' : 'Add appointments to it'}
          </Menu.Item>
        )}
        <Menu.Item onClick={change({ enabled: !enabled })}>{enabled ? 'Turn off' : 'Turn on'}</Menu.Item>
        <Menu.Item color="red" onClick={() => void disconnect()}>
          Disconnect
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
