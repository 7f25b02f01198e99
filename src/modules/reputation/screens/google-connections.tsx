import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'

export const connectionsQuery = () =>
  api.reviewConnections.list.queryOptions({ input: {}, meta: { live: ['reviews'] } })
type Connection = Awaited<ReturnType<typeof client.reviewConnections.list>>['items'][number]
const keys = [api.reviewConnections.key(), api.reviewSources.key(), api.reviews.key()]

/** Permissions that the church gave on Google. Without an OAuth client of the server there is nothing to give. */
export function GoogleConnections() {
  const { data } = useQuery(connectionsQuery())
  const act = useAct()
  if (data?.google !== 'live') return null
  const connect = () => act(async () => location.assign((await client.reviewConnections.start({})).url))
  return (
    <Card withBorder component="section" aria-label="Google Business Profile">
      <Stack gap="xs">
        <Text fw={600}>Google Business Profile</Text>
        <Text size="sm" c="dimmed">
          Sign in at Google as a manager of your profile. Lampstand reads its reviews and publishes your responses, and
          changes nothing else there.
        </Text>
        {data.items.map(connection => (
          <ConnectionCard key={connection.id} connection={connection} />
        ))}
        <Button w="fit-content" onClick={() => void connect()}>
          {data.items.length === 0 ? 'Connect Google' : 'Connect another Google account'}
        </Button>
      </Stack>
    </Card>
  )
}

function ConnectionCard({ connection: { id, connectedAt, sources } }: { connection: Connection }) {
  const { dateTime } = useFormat()
  const act = useAct(...keys)
  const [isChoosing, setChoosing] = useState(sources.length === 0)
  const disconnect = async () => {
    const sure = await confirm({
      title: 'Disconnect from Google?',
      text: 'Nothing further is read, and responses can no longer be published from here. Reviews stay.',
      confirm: 'Disconnect',
      danger: true,
    })
    if (sure) await act(() => client.reviewConnections.remove({ id }), 'Disconnected')
  }
  return (
    <Stack gap="xs">
      <Text size="sm">
        Connected {dateTime(connectedAt)}: {sources.join(', ') || 'no entry chosen yet'}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setChoosing(!isChoosing)}>
          Choose entries
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => void disconnect()}>
          Disconnect
        </Button>
      </Group>
      {isChoosing ? <EntryChoice id={id} /> : null}
    </Stack>
  )
}

/** Entries of the Google account, and which of them are read. */
export function EntryChoice({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(api.reviewConnections.findEntries.queryOptions({ input: { id } }))
  const act = useAct(...keys)
  if (error) return <ErrorPanel error={error} what="the entries on Google" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.items.length === 0)
    return <Text size="sm">This Google account manages no business profile. Sign in with the account that does.</Text>
  return (
    <Stack gap="xs">
      {data.items.map(({ entry, name, address, isAdded }) => (
        <Group key={entry} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {address}
            </Text>
          </div>
          {isAdded ? (
            <Text size="sm" c="dimmed">
              Added
            </Text>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Add ${name}`}
              onClick={() => void act(() => client.reviewConnections.addEntry({ id, entry }), 'Entry added')}
            >
              Add
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
