import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { api, type client } from '#web/api.ts'

type Row = Awaited<ReturnType<typeof client.pathwayPeople.ofPerson>>['items'][number]

/** How far someone is on each of their pathways. */
export function PathwaysOfPerson({ personId }: { personId: string }) {
  const { data } = useQuery(
    api.pathwayPeople.ofPerson.queryOptions({ input: { personId }, meta: { live: ['pathways'] } }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Pathways">
      <Stack gap="md">
        {data.items.map(one => (
          <OnePathway key={one.id} one={one} />
        ))}
      </Stack>
    </Panel>
  )
}

function OnePathway({ one }: { one: Row }) {
  const { date } = useFormat()
  const open = one.steps.find(({ state }) => state === 'waiting') ?? one.steps.find(({ state }) => state === 'next')
  const line = one.completedAt
    ? `Completed ${date(one.completedAt)}`
    : open
      ? `${open.state === 'waiting' ? 'Waiting for sign-off' : 'Next'}: ${open.title}`
      : ''
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor component={Link} to={`/membership/pathways/${one.pathwayId}?tab=people`} size="sm" truncate>
          {one.pathway}
        </Anchor>
        <Text size="sm" c="dimmed" data-figures>
          {one.done} of {one.total}
        </Text>
      </Group>
      <Progress
        value={one.total > 0 ? (100 * one.done) / one.total : 0}
        aria-label={`${one.pathway}: ${one.done} of ${one.total} done`}
      />
      {line ? (
        <Text size="sm" c="dimmed">
          {line}
        </Text>
      ) : null}
    </Stack>
  )
}
