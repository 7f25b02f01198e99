import { Button, List, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { Transcript } from '../widgets/transcript.tsx'
import type { CallRow } from './call-history.tsx'

/** The way of one call: which menus it heard, what was pressed, and who was rung. */
export function CallDetails({ call }: { call: CallRow }) {
  const [opened, { open, close }] = useDisclosure(false)
  const who = call.name ?? phoneText(call.theirs)
  return (
    <>
      <Button size="compact-sm" variant="subtle" aria-label={`Steps of the call with ${who}`} onClick={open}>
        Steps
      </Button>
      <Modal opened={opened} onClose={close} title={`Call from ${who}`}>
        {opened ? <Steps call={call} /> : null}
      </Modal>
    </>
  )
}

function Steps({ call }: { call: CallRow }) {
  const { dateTime } = useFormat()
  const { data, error, refetch } = useQuery(
    api.calls.steps.queryOptions({ input: { id: call.id }, meta: { live: ['calls'] } }),
  )
  if (error) return <ErrorPanel error={error} what="its steps" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={24} />
  return (
    <Stack>
      <Text size="sm" c="dimmed" data-figures>
        {dateTime(call.createdAt)}
      </Text>
      <List type="ordered" size="sm" spacing="xs">
        {data.items.map(one => (
          <List.Item key={`${one.what} ${one.at}`}>{one.what}</List.Item>
        ))}
      </List>
      {call.transcript ? <Transcript text={call.transcript} /> : null}
    </Stack>
  )
}
