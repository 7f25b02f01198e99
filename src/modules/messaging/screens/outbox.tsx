import '#web/app.css'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { client } from '#web/api.ts'
import { queryClient } from '#web/query.ts'
import { titled } from '#web/title.ts'
import { ActAs, AnswerAs } from './act-as.tsx'
import classes from './outbox.module.css'
import { PhonesPanel } from './phones.tsx'
import { Split } from './reading.tsx'

export const meta = () => titled('Outbox')

type Message = Awaited<ReturnType<typeof client.outbox.list>>['items'][number]

/** On a machine that tries Lampstand the open outbox, else one's own account's; a member is asked to sign in. */
async function load(): Promise<{ items: Message[]; open: boolean }> {
  const caught = await fetch('/rest/v1/outbox/caught')
  if (caught.ok) return { ...((await caught.json()) as { items: Message[] }), open: true }
  return { items: (await client.outbox.list({ limit: 200 })).items, open: false }
}

export default function OutboxScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outbox />
    </QueryClientProvider>
  )
}

function Outbox() {
  const { data, error, refetch } = useQuery({ queryKey: ['outbox page'], queryFn: load, refetchInterval: 2_000 })
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <div>
          <Title order={1}>Outbox</Title>
          <Text c="dimmed">
            {data?.open
              ? 'Emails, texts and calls from Lampstand while no mail server or carrier is set up. Nothing was really sent.'
              : 'Messages your account has sent, newest first.'}
          </Text>
        </div>
        <Group gap="md">
          {data?.open ? <Anchor href="/outbox/templates">Templates</Anchor> : null}
          {data?.open ? <Anchor href="/sandbox/bank">Bank</Anchor> : null}
          <Anchor href="/">Lampstand</Anchor>
        </Group>
      </header>
      {data?.open ? <PhonesPanel /> : null}
      {error ? (
        <ErrorPanel error={error} what="the outbox" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="Nothing sent yet"
          text="Invitations, password links and notifications appear here when they are sent."
        />
      ) : (
        <Split
          items={data.items}
          foot={message =>
            data.open ? (
              <>
                <AnswerAs message={message} onDone={() => void refetch()} />
                <ActAs message={message} onDone={() => void refetch()} />
              </>
            ) : null
          }
        />
      )}
    </main>
  )
}
