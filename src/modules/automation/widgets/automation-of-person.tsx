import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

type Run = Awaited<ReturnType<typeof client.workflowExplanations.runs>>['items'][number]
type Message = Awaited<ReturnType<typeof client.workflowExplanations.messages>>['items'][number]

/** Where a person is in workflows, and what they got without a member writing it. */
export function AutomationOfPerson({ personId }: { personId: string }) {
  const input = { personId }
  const runs = useQuery(api.workflowExplanations.runs.queryOptions({ input, meta: { live: ['automation'] } }))
  const messages = useQuery(
    api.workflowExplanations.messages.queryOptions({ input, meta: { live: ['automation', 'people'] } }),
  )
  if (!runs.data?.items.length && !messages.data?.items.length) return null
  return (
    <Panel title="Automation">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          Where are they now?
        </Text>
        {runs.data?.items.map(run => (
          <OpenRun key={run.runId} run={run} />
        ))}
        {runs.data?.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            In no workflow at the moment.
          </Text>
        ) : null}
        {messages.data?.items.length ? (
          <>
            <Text size="sm" fw={600}>
              Sent automatically
            </Text>
            {messages.data.items.map(message => (
              <Sent key={message.messageId} message={message} />
            ))}
          </>
        ) : null}
      </Stack>
    </Panel>
  )
}

function OpenRun({ run }: { run: Run }) {
  const { dateTime } = useFormat()
  const mayWrite = useMay('automation.write')
  const act = useAct(api.workflowExplanations.key(), api.workflowRuns.key())
  const cancel = async () => {
    const sure = await confirm({
      title: `Take them out of “${run.workflowName}”?`,
      text: 'The steps that are left are not done. What was done stays.',
      confirm: 'Take out',
      danger: true,
    })
    if (sure) await act(() => client.workflowRuns.cancel({ id: run.runId }), 'Taken out of the workflow')
  }
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Anchor component={Link} to={`/automation/${run.workflowId}`} size="sm">
          {run.workflowName}
        </Anchor>
        <StatusBadge of="run" value={run.state} />
      </Group>
      <Text size="sm" c="dimmed">
        {run.step ? `${run.step}. ` : ''}Since {dateTime(run.since)}
        {run.until ? `, until ${dateTime(run.until)} at the latest` : ''}
      </Text>
      {mayWrite ? (
        <Button size="compact-xs" variant="default" onClick={() => void cancel()} style={{ alignSelf: 'start' }}>
          Cancel
        </Button>
      ) : null}
    </Stack>
  )
}

function Sent({ message }: { message: Message }) {
  const { dateTime } = useFormat()
  const [opened, setOpened] = useState(false)
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {message.what || 'A message'}
      </Text>
      <Text size="xs" c="dimmed">
        {dateTime(message.at)} ·{' '}
        <Anchor component="button" type="button" size="xs" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          Why did they get this?
        </Anchor>
      </Text>
      {opened ? (
        <Text size="sm">
          {message.sentence}{' '}
          {message.href ? (
            <Anchor component={Link} to={message.href} size="sm">
              Show
            </Anchor>
          ) : null}
        </Text>
      ) : null}
    </Stack>
  )
}
