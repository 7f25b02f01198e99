import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { type Line, usePlayback } from '#ui/use-playback.ts'
import classes from './outbox.module.css'

export interface PhoneCall {
  sid: string
  from: string
  to: string
  direction: string
  state: string
  answeredBy: string | null
  /** All that was heard. */
  lines: Line[]
  /** The keys that were pressed. */
  pressed: string
  keys: boolean
  speaks: boolean
  startedAt: string
}

const answererLabels: Record<string, string> = {
  human: 'Answered by a person',
  fax: 'Answered by a fax machine',
  unknown: 'Not known who answered',
}

/** Who picked up and which keys were pressed; nothing where neither is known. */
export function CallFacts({ call }: { call: PhoneCall }) {
  const { answeredBy, pressed } = call
  const facts = [
    answeredBy && (answererLabels[answeredBy] ?? 'Answered by voicemail'),
    pressed && `Pressed ${[...pressed].join(', ')}`,
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  )
}

/** What was said, line by line. */
export function CallLines({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <div className={classes.lines}>
      {lines.map((line, i) => {
        // The same words may be said twice.
        const key = `${i} ${line.text}`
        return (
          <Text key={key} size="sm" c="dimmed" lang={line.language ?? undefined}>
            {line.url ? <a href={line.url}>Recording</a> : `“${line.text}”`}
          </Text>
        )
      })}
    </div>
  )
}

/** Lets one hear what they heard. */
export function PlayCall({ call }: { call: PhoneCall }) {
  const { playing, problem, play, stop } = usePlayback(call.lines)
  if (call.lines.length === 0) return null
  const whom = call.direction === 'inbound' ? call.from : call.to
  const Icon = playing ? IconPlayerStop : IconPlayerPlay
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon size={14} stroke={1.75} />}
        aria-label={`${playing ? 'Stop' : 'Play'} the call with ${whom}`}
        onClick={() => (playing ? stop() : void play())}
      >
        {playing ? 'Stop' : 'Play'}
      </Button>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
    </Group>
  )
}

async function load(): Promise<PhoneCall[]> {
  const answer = await fetch('/rest/v1/outbox/phones/ended')
  return answer.ok ? ((await answer.json()) as { calls: PhoneCall[] }).calls : []
}

/** Calls of the last day that are over, newest first. */
export function EndedCalls() {
  const { data = [] } = useQuery({ queryKey: ['outbox ended calls'], queryFn: load, refetchInterval: 3_000 })
  if (data.length === 0) return null
  return (
    <details className={classes.ended}>
      <summary>Ended calls ({data.length})</summary>
      <ul className={classes.calls} aria-label="Ended calls">
        {data.map(call => (
          <li key={call.sid}>
            <Group gap="xs">
              <Text size="sm" data-figures>
                To {call.to} from {call.from}
              </Text>
              <StatusBadge of="call" value={call.state} label={statusLabel(call.state.replaceAll('-', ' '))} />
              <Text size="xs" c="dimmed">
                <RelativeTime at={call.startedAt} />
              </Text>
            </Group>
            <CallFacts call={call} />
            <CallLines lines={call.lines} />
            <PlayCall call={call} />
          </li>
        ))}
      </ul>
    </details>
  )
}
