import { Button, Group, Paper, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** A bulk enrollment that is under way: how far it is, and the way to stop it. */
export function Enrolling({ workflowId }: { workflowId: string }) {
  const { number } = useFormat()
  const mayWrite = useMay('automation.write')
  const act = useAct(api.workflowEnrollments.key())
  const { data } = useQuery(
    api.workflowEnrollments.list.queryOptions({
      input: { workflowId },
      meta: { live: ['automation'] },
      refetchInterval: query => (query.state.data?.items.some(one => one.state === 'running') ? 2_000 : false),
    }),
  )
  const running = data?.items.find(one => one.state === 'running')
  if (!running) return null
  const { id, total, enrolled, skipped } = running
  const share = total === 0 ? 100 : (100 * (enrolled + skipped)) / total
  return (
    <Paper p="sm">
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Text size="sm" data-figures role="status">
          Enrolling: {number(enrolled)} of {number(total)}
          {skipped > 0 ? `, ${number(skipped)} skipped` : ''}
        </Text>
        {mayWrite ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(() => client.workflowEnrollments.cancel({ id }), 'Enrollment stopped')}
          >
            Stop
          </Button>
        ) : null}
      </Group>
      <Progress value={share} aria-label="Enrolled" />
    </Paper>
  )
}
