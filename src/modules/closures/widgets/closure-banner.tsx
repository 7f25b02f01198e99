import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Closure } from '../contract.ts'

const isStanding = ({ endedAt, until }: { endedAt: string | null; until: string }) =>
  !endedAt && new Date(until) > new Date()

/** A closure that stands at present: how far it is, and its end. */
export function ClosureBanner() {
  const { dateTime } = useFormat()
  const mayEnd = useMay('settings.write')
  const { data } = useQuery(
    api.closures.list.queryOptions({
      input: { limit: 1 },
      refetchInterval: ({ state }) => (state.data?.items.some(isStanding) ? 3_000 : 60_000),
    }),
  )
  const { run, busy } = useMutate({ keys: [api.closures.key()] })
  const [closure] = data?.items ?? []
  if (!closure || !isStanding(closure)) return null
  const { id, message, until } = closure
  async function end() {
    const agreed = await confirm({
      title: 'End this closure?',
      text: 'The notice is removed from your public pages, and calls that haven’t been placed are canceled. What was sent stays sent.',
      confirm: 'End closure',
    })
    if (agreed) await run(() => client.closures.end({ id }), { done: 'The closure has ended' })
  }
  return (
    <Alert color="red" title="You announced a closure" mb="md">
      <Text size="sm">{message}</Text>
      <Group justify="space-between" mt="xs">
        <Text size="sm">
          <ClosureReachText closure={closure} /> On your public pages until {dateTime(until)}.
        </Text>
        {mayEnd ? (
          <Button variant="default" size="compact-sm" loading={busy} onClick={() => void end()}>
            End closure
          </Button>
        ) : null}
      </Group>
    </Alert>
  )
}

/** "12 of 12 texts, 40 of 41 emails, 3 of 9 calls." */
export function ClosureReachText({
  closure: { texts, emails, calls },
}: {
  closure: Pick<Closure, 'texts' | 'emails' | 'calls'>
}) {
  const callsText = `${calls.completed} of ${counted(calls.total, 'calls')}`
  return (
    <>
      {texts.sent} of {counted(texts.total, 'texts')}, {emails.sent} of {counted(emails.total, 'emails')},{' '}
      {calls.campaignId ? (
        <Anchor component={Link} to={`/robocalls/${calls.campaignId}`} size="sm" underline="always">
          {callsText}
        </Anchor>
      ) : (
        'no calls'
      )}
      .
    </>
  )
}
