import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './church-chat.module.css'

type Quarantined = Awaited<ReturnType<typeof client.churchChat.held>>['items'][number]

/** What may be a machine's waits here until someone has looked. */
export function QuarantinedChats() {
  const { data, error, refetch } = useQuery(
    api.churchChat.held.queryOptions({ input: {}, meta: { live: ['conversations'] } }),
  )
  return (
    <Panel title="Held back">
      <Text size="sm" c="dimmed" mb="md">
        These messages look automated. The sender got the usual automatic reply.
      </Text>
      {data ? (
        <ul className={classes.list}>
          {data.items.map(chat => (
            <QuarantinedChat key={chat.id} chat={chat} />
          ))}
        </ul>
      ) : error ? (
        <ErrorPanel error={error} what="the messages held back" onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Panel>
  )
}

function QuarantinedChat({ chat: { id, name, email, text, why, at } }: { chat: Quarantined }) {
  const act = useAct(api.churchChat.key(), api.conversations.key())
  const [busy, setBusy] = useState(false)
  const once = (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    void act(work, done).finally(() => setBusy(false))
  }
  const discard = async () => {
    const text = 'The messages are deleted for good.'
    if (await confirm({ title: 'Delete this chat?', text, confirm: 'Delete', danger: true }))
      once(() => client.churchChat.discard({ id }), 'Deleted')
  }
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          {[name, email].filter(Boolean).join(', ')}
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime at={at} />
        </Text>
      </Group>
      <Text size="sm" className={classes.said}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        It {why.join(', and ')}.
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => once(() => client.churchChat.release({ id }), 'Moved to Conversations')}
        >
          Not spam
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" disabled={busy} onClick={() => void discard()}>
          Delete
        </Button>
      </Group>
    </li>
  )
}
