import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReportKind } from '../bounces/rules.ts'
import classes from './outbox.module.css'
import type { Message } from './reading.tsx'

const acts: { kind: ReportKind; label: string }[] = [
  { kind: 'hard_bounce', label: 'No such mailbox' },
  { kind: 'soft_bounce', label: 'Mailbox full' },
  { kind: 'complaint', label: 'Report spam' },
]

/** Stands in for the recipient and their mail server, where mail stays on this machine. */
export function ActAs({ message, onDone }: { message: Message; onDone: () => void }) {
  const [said, setSaid] = useState('')
  if (
    message.channel !== 'email' ||
    (message.state !== 'delivered' && message.state !== 'sent') ||
    message.kind === 'inbound'
  )
    return null
  const act = async ({ kind, label }: (typeof acts)[number]) => {
    const answer = await fetch(`/rest/v1/outbox/caught/${message.id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    }).catch(() => undefined)
    setSaid(answer?.ok ? `Recorded: ${label.toLowerCase()}.` : 'That did not work. Please try again.')
    onDone()
  }
  return (
    <Group gap="xs" className={classes.act}>
      <Text size="sm" c="dimmed">
        Respond as the recipient’s mail server:
      </Text>
      {acts.map(one => (
        <Button key={one.kind} size="compact-sm" variant="default" onClick={() => void act(one)}>
          {one.label}
        </Button>
      ))}
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </Group>
  )
}

/** Stands in for the recipient, who answers. */
export function AnswerAs({ message, onDone }: { message: Message; onDone: () => void }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  if (message.channel === 'voice' || message.kind === 'inbound' || !['delivered', 'sent'].includes(message.state))
    return null
  const send = async () => {
    const answer = await fetch(`/rest/v1/outbox/caught/${message.id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    }).catch(() => undefined)
    setSaid(answer?.ok ? 'Your reply was delivered.' : 'That did not work. Please try again.')
    if (answer?.ok) setText('')
    onDone()
  }
  return (
    <form
      className={classes.act}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim()) void send()
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          label={`Reply as ${message.recipient}`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          maxLength={10_000}
        />
        <Button type="submit" variant="default">
          Answer
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {said}
        </Text>
      </Group>
    </form>
  )
}
