import { Anchor, Badge, SegmentedControl, Text, Title, UnstyledButton } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { client } from '#web/api.ts'
import { queryClient } from '#web/query.ts'
import { titled } from '#web/title.ts'
import classes from './outbox.module.css'

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
              ? 'Mail that Lampstand sent while no mail server is set. Nothing has left this machine.'
              : 'What your account has sent, newest first.'}
          </Text>
        </div>
        <Anchor href="/">Lampstand</Anchor>
      </header>
      {error ? (
        <ErrorPanel error={error} what="the outbox" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="Nothing sent yet"
          text="Invitations, password links and notices appear here as soon as they are sent."
        />
      ) : (
        <Split items={data.items} />
      )}
    </main>
  )
}

function Split({ items }: { items: Message[] }) {
  const [chosen, choose] = useState<string | null>(null)
  const message = items.find(item => item.id === chosen) ?? items[0]
  return (
    <div className={classes.split}>
      <nav aria-label="Messages" className={classes.list}>
        {items.map(item => (
          <UnstyledButton
            key={item.id}
            className={classes.item}
            aria-current={item.id === message?.id || undefined}
            onClick={() => choose(item.id)}
          >
            <Text fw={550} truncate>
              {item.subject || item.text}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {item.recipient}
            </Text>
            <Text size="xs" c="dimmed">
              <RelativeTime at={item.createdAt} />
            </Text>
          </UnstyledButton>
        ))}
      </nav>
      {message ? <Reading key={message.id} message={message} /> : null}
    </div>
  )
}

function Reading({ message }: { message: Message }) {
  const [view, setView] = useState('text')
  return (
    <article className={classes.reading} aria-label={message.subject || 'Text message'}>
      <div className={classes.about}>
        <Title order={2}>{message.subject || 'Text message'}</Title>
        <Text size="sm" c="dimmed">
          To {message.recipient}
          {message.sender ? `, from ${message.sender}` : ''}
        </Text>
        <div className={classes.states}>
          <StatusBadge of="message" value={message.state} />
          {message.provider ? (
            <Badge variant="light" color="gray" tt="none">
              {message.provider}
            </Badge>
          ) : null}
          {message.problem ? (
            <Text size="sm" c="red">
              {message.problem}
            </Text>
          ) : null}
          <SegmentedControl
            size="xs"
            ml="auto"
            aria-label="Part"
            value={view}
            onChange={setView}
            data={[
              { value: 'text', label: 'Text' },
              { value: 'mail', label: 'As it looks' },
            ]}
          />
        </div>
      </div>
      {view === 'mail' && message.html ? (
        <iframe
          title="The mail as it is shown"
          className={classes.frame}
          sandbox="allow-popups allow-top-navigation-by-user-activation"
          srcDoc={message.html.replace('<head>', '<head><base target="_top">')}
        />
      ) : (
        <Text className={classes.text}>{withLinks(message.text)}</Text>
      )}
    </article>
  )
}

const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, i) => {
    const key = `${i} ${part.slice(0, 20)}`
    return /^https?:/.test(part) ? (
      <a key={key} href={part}>
        {part}
      </a>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
