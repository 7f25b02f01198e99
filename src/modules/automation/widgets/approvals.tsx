import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'

/** What workflows ask the member about someone: the first answer counts. */
export function ApprovalsOfPerson({ personId }: { personId: string }) {
  const { date } = useFormat()
  const act = useAct(api.workflowApprovals.key(), api.workflowRuns.key())
  const { data } = useQuery(
    api.workflowApprovals.list.queryOptions({ input: { personId }, meta: { live: ['tasks', 'automation'] } }),
  )
  if (!data || data.items.length === 0) return null
  const answer = (id: string, given: 'yes' | 'no') =>
    act(() => client.workflowApprovals.answer({ id, answer: given }), given === 'yes' ? 'Approved' : 'Declined')
  return (
    <Panel title="Approvals">
      <Stack gap="sm">
        {data.items.map(({ id, question, workflowName, dueAt }) => (
          <Stack key={id} gap={4}>
            <Text size="sm">{question}</Text>
            <Text size="xs" c="dimmed">
              {workflowName}, declined if nobody answers by {date(String(dueAt))}
            </Text>
            <Group gap="xs">
              <Button size="xs" onClick={() => answer(id, 'yes')}>
                Approve
              </Button>
              <Button size="xs" variant="default" onClick={() => answer(id, 'no')}>
                Decline
              </Button>
            </Group>
          </Stack>
        ))}
      </Stack>
    </Panel>
  )
}
