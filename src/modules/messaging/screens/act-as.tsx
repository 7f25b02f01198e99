import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReportKind } from '../receipts/rules.ts'
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
  if (message.channel !== 'email' || (message.state !== 'delivered' && message.state !== 'sent')) return null
  const act = async ({ kind, label }: (typeof acts)[number]) => {
    const answer = await fetch(`/rest/v1/outbox/caught/${message.id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    }).catch(() => undefined)
    setSaid(answer?.ok ? `Noted: ${label.toLowerCase()}.` : 'That did not work. Please try again.')
    onDone()
  }
  return (
    <Group gap="xs" className={classes.act}>
      <Text size="sm" c="dimmed">
        Answer as the recipient’s mail server:
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
