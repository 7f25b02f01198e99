import { Badge, SegmentedControl, Text, Title, UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { client } from '#web/api.ts'
import { skipLabels } from '../send-policy/rules/reasons.ts'
import classes from './outbox.module.css'

export type Message = Awaited<ReturnType<typeof client.outbox.list>>['items'][number]
/** What is shown of a message; a template has no more than words. */
export type Readable = Pick<Message, 'id' | 'subject' | 'recipient' | 'text' | 'html'> & Partial<Message>

interface SplitProps<One extends Readable> {
  items: One[]
  /** under the words */
  foot?: (message: One) => ReactNode
}

/** Messages left, the chosen one right. */
export function Split<One extends Readable>({ items, foot }: SplitProps<One>) {
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
              {item.createdAt ? <RelativeTime at={item.createdAt} /> : null}
            </Text>
          </UnstyledButton>
        ))}
      </nav>
      {message ? <Reading key={message.id} message={message} foot={foot?.(message)} /> : null}
    </div>
  )
}

function Reading({ message, foot }: { message: Readable; foot?: ReactNode }) {
  const [view, setView] = useState('text')
  return (
    <article className={classes.reading} aria-label={message.subject || 'Text message'}>
      <div className={classes.about}>
        <Title order={2}>{message.subject || 'Text message'}</Title>
        <Text size="sm" c="dimmed">
          {message.state ? 'To ' : ''}
          {message.recipient}
          {message.sender ? `, from ${message.sender}` : ''}
        </Text>
        <div className={classes.states}>
          <States message={message} />
          <SegmentedControl
            size="xs"
            ml="auto"
            aria-label="View"
            value={view}
            onChange={setView}
            data={[
              { value: 'text', label: 'Text' },
              { value: 'mail', label: 'Preview' },
            ]}
          />
        </div>
      </div>
      {view === 'mail' && message.html ? (
        <iframe
          title="Email preview"
          className={classes.frame}
          sandbox="allow-popups allow-top-navigation-by-user-activation"
          srcDoc={message.html.replace('<head>', '<head><base target="_top">')}
        />
      ) : (
        <Text className={classes.text}>{withLinks(message.text)}</Text>
      )}
      {foot}
    </article>
  )
}

/** How far it is, by whom, and what stood against it. */
function States({ message }: { message: Readable }) {
  return (
    <>
      {message.state ? <StatusBadge of="message" value={message.state} /> : null}
      {message.provider ? (
        <Badge variant="light" color="gray" tt="none">
          {message.provider}
        </Badge>
      ) : null}
      {message.skipReason ? (
        <Text size="sm" c="dimmed">
          Not sent: {skipLabels[message.skipReason]}
        </Text>
      ) : null}
      {message.problem ? (
        <Text size="sm" c="red">
          {message.problem}
        </Text>
      ) : null}
    </>
  )
}

const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S*[^\s).,;:])/).map((part, i) => {
    const key = `${i} ${part.slice(0, 20)}`
    return /^https?:/.test(part) ? (
      <a key={key} href={part}>
        {part}
      </a>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
