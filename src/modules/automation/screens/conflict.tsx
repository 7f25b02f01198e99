import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '#ui/relative-time.tsx'
import { api } from '#web/api.ts'
import type { Draft } from './use-draft.ts'

/** Someone else saved meanwhile: nothing was overwritten, and one of the two is chosen. */
export function Conflict({ workflowId, draft }: { workflowId: string; draft: Draft }) {
  const { data } = useQuery(
    api.workflowVersions.lastChange.queryOptions({ input: { workflowId }, staleTime: 0, refetchOnMount: 'always' }),
  )
  return (
    <Alert color="yellow" role="alert" title={`${data?.name ?? 'Someone else'} changed this workflow`}>
      <Text size="sm" mb="xs">
        {data?.at ? (
          <>
            Saved <RelativeTime at={data.at} />.{' '}
          </>
        ) : null}
        Nothing was overwritten. Reload shows the saved one; Keep mine saves yours over it.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => void draft.settle(false)}>
          Reload
        </Button>
        <Button size="xs" onClick={() => void draft.settle(true)}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  )
}
