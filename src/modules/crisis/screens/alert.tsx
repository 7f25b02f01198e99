import { Anchor, Button, Group, Alert as Notice, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { signNames, sourceNames, stateNames } from '../rules/options.ts'

type Alert = Awaited<ReturnType<typeof client.crisis.get>>

/** One alert: taken by one person, who then reads what was written and how to reach its writer. */
export default function AlertScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(api.crisis.get.queryOptions({ input: { id }, meta: { live: ['crisis'] } }))
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return <EmptyState title="Alert not found" text="The link may be incomplete." />
  return (
    <Stack>
      <PageHeader title={data?.level === 'look' ? 'A message to read' : 'Crisis alert'} />
      {error ? (
        <ErrorPanel error={error} what="this alert" onRetry={() => void refetch()} />
      ) : data ? (
        <Details alert={data} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Stack>
  )
}

/** What happens until someone takes it. */
const waiting = {
  page: 'Others are paged every few minutes until someone takes it. Once you take it, you see what was written and how to reach the person.',
  look: 'This may be a sign that someone is in danger. Nothing was sent, and nothing automatic answers. Take it to read what was written; if it is harmless, close it as a false alarm and everything goes on as usual.',
}

function Details({ alert }: { alert: Alert }) {
  const queries = useQueryClient()
  const { run, busy } = useMutate({})
  const mine = useMe().user.id === alert.takenBy
  const change = (work: () => Promise<unknown>) =>
    void run(
      async () => {
        await work()
        // The words are closed once it is.
        await queries.invalidateQueries({ queryKey: api.crisis.get.key() })
        await queries.invalidateQueries({ queryKey: api.crisis.list.key() })
      },
      { failed: 'Not saved' },
    )
  return (
    <Panel title={signNames[alert.kind]}>
      <Stack>
        <Group gap="xs">
          <StatusBadge of="crisisAlert" value={alert.state} label={stateNames[alert.state]} />
          <Text size="sm">
            Written in {sourceNames[alert.source]}, <RelativeTime at={alert.createdAt} />
          </Text>
        </Group>
        {alert.state === 'open' ? (
          <>
            <Text>{waiting[alert.level]}</Text>
            <Group>
              <Button
                color={alert.level === 'page' ? 'red' : undefined}
                loading={busy}
                onClick={() => change(() => client.crisis.take({ id: alert.id }))}
              >
                I’m taking this
              </Button>
            </Group>
          </>
        ) : null}
        {alert.state === 'taken' && !mine ? <Text>Taken by {alert.takenByName}.</Text> : null}
        {alert.state === 'taken' && mine ? <Taken id={alert.id} busy={busy} change={change} /> : null}
        {alert.state === 'closed' ? (
          <Text>
            Taken by {alert.takenByName}. {alert.falseAlarm ? 'It was a false alarm.' : ''}
          </Text>
        ) : null}
      </Stack>
    </Panel>
  )
}

interface TakenProps {
  id: string
  busy: boolean
  change: (work: () => Promise<unknown>) => void
}
/** What the one who took it reads, and how it ends. */
const Taken = ({ id, busy, change }: TakenProps) => (
  <>
    <Written id={id} isClosing={busy} />
    <Group>
      <Button loading={busy} onClick={() => change(() => client.crisis.close({ id }))}>
        Close this alert
      </Button>
      <Button
        variant="default"
        loading={busy}
        onClick={() => change(() => client.crisis.close({ id, falseAlarm: true }))}
      >
        Close as a false alarm
      </Button>
    </Group>
  </>
)

function Written({ id, isClosing }: { id: string; isClosing: boolean }) {
  // Not asked for again while the alert is being closed: news of that comes before the answer, and the words are refused then.
  const { data, error, refetch } = useQuery(api.crisis.words.queryOptions({ input: { id }, enabled: !isClosing }))
  if (error) return <ErrorPanel error={error} what="what was written" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  return (
    <Notice color="red" variant="light" title={data.name || 'No name was given'}>
      <Stack gap="xs">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.text}</Text>
        {data.phone ? <Anchor href={`tel:${data.phone}`}>{data.phone}</Anchor> : null}
        {data.email ? <Anchor href={`mailto:${data.email}`}>{data.email}</Anchor> : null}
        {data.href ? (
          <Anchor component={Link} to={data.href}>
            Open it where it is handled
          </Anchor>
        ) : null}
      </Stack>
    </Notice>
  )
}
