import { Alert, Anchor, Blockquote, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { moderationNames, statusNames, visibilityNames } from '../rules/options.ts'
import { PrayButton } from './columns.tsx'
import { HandlingForm, PastoralNotes, SharingForm } from './request-actions.tsx'
import { StatusMenu } from './status-menu.tsx'
import { type Details, useReload } from './use-prayer.ts'

/** One request: to read and pray for, and for those who work with it, everything that can be done. */
export function RequestDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.prayerRequests.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      meta: { live: ['prayer'] },
    }),
  )
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      noun="Prayer request"
      title={row => row.name ?? 'Anonymous'}
      actions={row => (
        <>
          <PrayButton row={row} />
          <StatusMenu row={row} />
        </>
      )}
    >
      {row => <Body row={row} onClose={onClose} />}
    </DetailDrawer>
  )
}

function Body({ row, onClose }: { row: Details; onClose: () => void }) {
  const mayWrite = useMay('prayer.write')
  const mayRead = useMay('pastoral.read')
  return (
    <Stack>
      <Group gap="xs">
        <StatusBadge of="prayerRequest" value={row.status} label={statusNames[row.status]} />
        <Text size="sm" c="dimmed">
          {row.category} · {visibilityNames[row.visibility]} · prayed for {counted(row.prayerCount, 'times')} ·{' '}
          <RelativeTime at={row.createdAt} />
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{row.request}</Text>
      {row.testimony ? <Blockquote>{row.testimony}</Blockquote> : null}
      {mayWrite ? (
        <>
          <Hints row={row} />
          <Contact row={row} />
          <SharingForm key={`s${row.version}`} row={row} />
          <HandlingForm key={`h${row.version}`} row={row} />
          {mayRead ? <PastoralNotes id={row.id} /> : null}
          <History row={row} />
          <Last row={row} onClose={onClose} />
        </>
      ) : null}
    </Stack>
  )
}

/** What a moderator should look at twice. */
function Hints({ row }: { row: Details }) {
  const reload = useReload()
  const { run, busy } = useMutate({})
  const act = (work: () => Promise<unknown>) =>
    void run(
      async () => {
        await work()
        await reload()
      },
      { failed: 'Not saved' },
    )
  return (
    <>
      {row.moderation === 'pending' ? <Moderation row={row} act={act} busy={busy} /> : null}
      {row.namesOthers && row.visibility !== 'staff' ? (
        <Alert color="yellow" variant="light">
          This may name someone else’s troubles. Please read it twice before others do.
        </Alert>
      ) : null}
      {row.isMinor ? (
        <Alert color="yellow" variant="light">
          This is from a minor. Nobody is emailed, and sharing it needs a parent’s word.
        </Alert>
      ) : null}
      {row.doubles.map(double => (
        <Alert key={double.id} color="gray" variant="light" title="Came in twice?">
          <Text size="sm" lineClamp={2}>
            {double.request}
          </Text>
          <Button
            mt="xs"
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() => act(() => client.prayerRequests.merge({ id: row.id, doubleId: double.id }))}
          >
            Merge into this one
          </Button>
        </Alert>
      ))}
    </>
  )
}

interface ModerationProps {
  row: Details
  busy: boolean
  act: (work: () => Promise<unknown>) => void
}
function Moderation({ row, busy, act }: ModerationProps) {
  const moderate = (approve: boolean) =>
    act(() => client.prayerRequests.moderate({ id: row.id, version: row.version, approve }))
  return (
    <Alert color="yellow" variant="light" title={moderationNames.pending}>
      <Group mt="xs">
        <Button size="compact-sm" loading={busy} onClick={() => moderate(true)}>
          Approve
        </Button>
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => moderate(false)}>
          Reject
        </Button>
      </Group>
    </Alert>
  )
}

function Contact({ row }: { row: Details }) {
  const reload = useReload()
  const { run, busy } = useMutate({})
  const task = () =>
    void run(
      async () => {
        await client.prayerRequests.careTask({ id: row.id })
        await reload()
      },
      { done: 'Care task added', failed: 'Not added' },
    )
  return (
    <Group gap="sm">
      {row.personId ? (
        <Anchor component={Link} to={`/people/${row.personId}`}>
          Open the person
        </Anchor>
      ) : null}
      {row.personId ? (
        <Anchor component={Link} to={`/conversations?person=${row.personId}`}>
          Write to them
        </Anchor>
      ) : null}
      {row.email ? <Anchor href={`mailto:${row.email}`}>{row.email}</Anchor> : null}
      {row.phone ? <Anchor href={`tel:${row.phone}`}>{row.phone}</Anchor> : null}
      <Button size="compact-sm" variant="default" loading={busy} disabled={row.taskId !== null} onClick={task}>
        {row.taskId ? 'Care task added' : 'Add care task'}
      </Button>
    </Group>
  )
}

function History({ row }: { row: Details }) {
  const { dateTime } = useFormat()
  if (row.history.length === 0) return null
  const named = (state: string) => statusNames[state as keyof typeof statusNames] ?? state
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        History
      </Title>
      {row.history.map(step => (
        <Text key={`${String(step.at)}${step.to}`} size="sm">
          {dateTime(step.at)}: {named(step.from)} → {named(step.to)}
          {step.name ? ` by ${step.name}` : ''}
          {step.note ? `. ${step.note}` : ''}
        </Text>
      ))}
    </Stack>
  )
}

function Last({ row, onClose }: { row: Details; onClose: () => void }) {
  const reload = useReload()
  const { run } = useMutate({})
  async function erase() {
    const sure = await confirm({
      title: 'Erase this prayer request?',
      text: 'Its words, names and notes are deleted and can’t be restored. That it was prayed for stays counted.',
      confirm: 'Erase it',
      danger: true,
    })
    if (!sure) return
    const done = await run(
      async () => {
        await client.prayerRequests.erase({ id: row.id })
        await reload()
      },
      { done: 'Erased', failed: 'Not erased' },
    )
    if (done) onClose()
  }
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => void erase()}>
        Erase
      </Button>
    </Group>
  )
}
