import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import { intentLabel, reasonLabels } from '../rules/options.ts'
import { StaffTools } from './staff-tools.tsx'
import classes from './thread-assistant.module.css'
import { live, percent, useAssistantAct } from './use-assistant.ts'

type State = Awaited<ReturnType<typeof client.assistant.thread>>

interface ThreadAssistantProps {
  conversationId: string
  /** puts words into the composer */
  onUse: (text: string) => void
}

/** Who answers here, what the assistant suggests, and help with words. Nothing of it in a confidential conversation. */
export function ThreadAssistant({ conversationId, onUse }: ThreadAssistantProps) {
  const { data } = useQuery(api.assistant.thread.queryOptions({ input: { conversationId }, meta: live }))
  if (!data || data.isConfidential) return null
  return (
    <Stack gap="xs" className={classes.bar} data-quiet={!data.enabled || !data.status || undefined}>
      <Group gap="xs" justify="space-between">
        <Handler state={data} conversationId={conversationId} />
        <StaffTools key={conversationId} conversationId={conversationId} hasModel={data.hasModel} onUse={onUse} />
      </Group>
      {data.turn && (data.turn.state === 'sent' || data.turn.state === 'used') ? <Review turn={data.turn} /> : null}
      {data.turn?.state === 'drafted' && data.turn.action === 'reply' ? (
        <Suggestion key={data.turn.id} turn={data.turn} onUse={onUse} />
      ) : null}
    </Stack>
  )
}

function Handler({ state, conversationId }: { state: State; conversationId: string }) {
  const act = useAssistantAct()
  const [busy, setBusy] = useState(false)
  const { status, handler, takenByName, enabled, reason, turn } = state
  if (!enabled || !status) return <span />
  const press = (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    void act(work, done).finally(() => setBusy(false))
  }
  if (handler === 'person')
    return (
      <Group gap="xs">
        <Text size="sm">{takenByName ? `${takenByName} answers` : 'A person answers'}</Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() => press(() => client.assistant.handBack({ conversationId }), 'The assistant answers again')}
        >
          Hand back
        </Button>
      </Group>
    )
  return (
    <Group gap="xs">
      {turn?.state === 'sent' && status === 'active' ? (
        <Badge variant="light" leftSection={<IconSparkles size={12} />}>
          Autopilot
        </Badge>
      ) : (
        <StatusBadge of="assistantConversation" value={status} />
      )}
      {status === 'escalated' && reason ? <Text size="sm">{reasonLabels[reason]}</Text> : null}
      <Button
        size="compact-sm"
        variant={status === 'escalated' ? 'filled' : 'default'}
        loading={busy}
        onClick={() =>
          press(() => client.assistant.takeOver({ conversationId, greet: false }), 'You answer from here on')
        }
      >
        Take Over
      </Button>
    </Group>
  )
}

/** How sure it is; of a template there is nothing to be sure of. */
const basis = (confidence: number | null) =>
  confidence === null ? 'From your template' : `Confidence ${percent(confidence)}`

/** A draft with what it is taken from; a person reads, changes and sends it. */
function Suggestion({ turn, onUse }: { turn: NonNullable<State['turn']>; onUse: (text: string) => void }) {
  const act = useAssistantAct()
  const { id, text, intent, confidence, sources } = turn
  return (
    <Stack gap={4} component="section" aria-label="Suggested reply">
      <Text size="sm" className={classes.draft}>
        {text}
      </Text>
      <Group gap="xs">
        <Badge variant="light">{intentLabel(intent)}</Badge>
        <Text size="xs">{basis(confidence)}</Text>
        {sources.length > 0 ? <Text size="xs">From: {sources.map(({ title }) => title).join(', ')}</Text> : null}
        <Button
          size="compact-sm"
          onClick={() => {
            onUse(text)
            void act(() => client.assistant.useDraft({ id }))
          }}
        >
          Use
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => void act(() => client.assistant.dismiss({ id }), 'Suggestion dismissed')}
        >
          Dismiss
        </Button>
      </Group>
    </Stack>
  )
}

/** Says whether the last answer was right: what its confidence is held against. */
function Review({ turn }: { turn: NonNullable<State['turn']> }) {
  const act = useAssistantAct()
  const { id, intent, confidence, sources, verdict, action } = turn
  const say = (given: 'good' | 'bad') => void act(() => client.assistant.review({ id, verdict: given }), 'Thank you')
  return (
    <Group gap="xs">
      <Badge variant="light">{intentLabel(intent)}</Badge>
      {action === 'reply' ? <Text size="xs">{basis(confidence)}</Text> : null}
      {sources.length > 0 ? <Text size="xs">From: {sources.map(({ title }) => title).join(', ')}</Text> : null}
      <Text size="xs">Was this right?</Text>
      <Button
        size="compact-sm"
        variant={verdict === 'good' ? 'filled' : 'default'}
        aria-pressed={verdict === 'good'}
        onClick={() => say('good')}
      >
        Yes
      </Button>
      <Button
        size="compact-sm"
        variant={verdict === 'bad' ? 'filled' : 'default'}
        aria-pressed={verdict === 'bad'}
        onClick={() => say('bad')}
      >
        No
      </Button>
    </Group>
  )
}
