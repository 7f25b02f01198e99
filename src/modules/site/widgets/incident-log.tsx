import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import { impactWords, stateWords } from '../incidents/rules.ts'
import { IncidentForm } from './incident-form.tsx'
import classes from './incident-log.module.css'
import { IncidentUpdate } from './incident-update.tsx'
import { useIncidents } from './use-incidents.ts'

export type Incident = Awaited<ReturnType<typeof client.incidents.list>>['items'][number]
type Opened = { what: 'new' } | { what: 'edit' | 'tell'; incident: Incident } | null

/** What the status page tells: open incidents first, each with what was said about it. */
export function IncidentLog() {
  const [opened, setOpened] = useState<Opened>(null)
  const list = useQuery(api.incidents.list.queryOptions({ input: {} }))
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpened({ what: 'new' })}>
      New incident
    </Button>
  )
  const incident = opened && opened.what !== 'new' ? opened.incident : null
  return (
    <Stack>
      {list.error ? (
        <ErrorPanel error={list.error} what="the incidents" onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows rows={5} />
      ) : list.data.items.length === 0 ? (
        <EmptyState
          title="No incidents"
          text="When something goes wrong, report it here. It appears on the status page right away."
          action={add}
        />
      ) : (
        <>
          <div>{add}</div>
          <ul className={classes.list}>
            {list.data.items.map(one => (
              <One key={one.id} incident={one} onOpen={what => setOpened({ what, incident: one })} />
            ))}
          </ul>
        </>
      )}
      <IncidentForm
        key={incident?.id ?? 'new'}
        opened={opened?.what === 'new' || opened?.what === 'edit'}
        incident={incident}
        onClose={() => setOpened(null)}
      />
      {opened?.what === 'tell' ? (
        <IncidentUpdate key={incident!.version} incident={incident!} onClose={() => setOpened(null)} />
      ) : null}
    </Stack>
  )
}

function One({ incident, onOpen }: { incident: Incident; onOpen: (what: 'edit' | 'tell') => void }) {
  const { stamp } = useFormat()
  const act = useIncidents()
  const { id, title, state, impact, services, startedAt, updates } = incident
  async function remove() {
    const agreed = await confirm({
      title: `Delete “${title}”?`,
      text: 'It is removed from the status page with all its updates. This can’t be undone.',
      confirm: 'Delete',
      danger: true,
    })
    if (agreed) await act(() => client.incidents.remove({ id }), 'Deleted')
  }
  return (
    <li className={classes.one}>
      <Group justify="space-between" align="start" gap="xs">
        <div className={classes.words}>
          <Group gap="xs">
            <Title order={3}>{title}</Title>
            <StatusBadge of="incident" value={state} label={stateWords[state]} />
          </Group>
          <Text size="sm" c="dimmed">
            {impactWords[impact]}: {services.join(', ')}. Since {stamp(startedAt)}
          </Text>
        </div>
        <Group gap={4}>
          <Button size="compact-sm" variant="default" onClick={() => onOpen('tell')}>
            Add update
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => onOpen('edit')}>
            Edit
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remove()}>
            Delete
          </Button>
        </Group>
      </Group>
      <Updates updates={updates} />
    </li>
  )
}

function Updates({ updates }: Pick<Incident, 'updates'>) {
  const { stamp } = useFormat()
  return (
    <ul className={classes.updates}>
      {updates.map(update => (
        <li key={update.id}>
          <Text size="sm">
            <strong>{stateWords[update.state]}.</strong> {update.words}
          </Text>
          <Text size="sm" c="dimmed">
            {stamp(update.at)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
