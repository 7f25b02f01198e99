import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { useMay } from '#web/me.tsx'

export interface Taken {
  conflicts: { title: string; startsAt: string | Date; endsAt: string | Date }[]
  alternatives: (string | Date)[]
}

/** What a refusal says of the time that was asked for; undefined for another one. */
export function takenOf(error: unknown): Taken | undefined {
  const { code, data } = (error ?? {}) as { code?: string; data?: Taken }
  return code === 'TIME_TAKEN' ? data : undefined
}

interface ConflictProps {
  taken: Taken
  onChoose: (at: string) => void
  onOverride: (reason: string) => void
}

/** What is in the way, the nearest free times, and the way past it for those who may. */
export function Conflict({ taken, onChoose, onOverride }: ConflictProps) {
  const { dateTime, time } = useFormat()
  const mayOverride = useMay('calendar.override')
  const [reason, setReason] = useState('')
  return (
    <Alert color="red" title="That time is taken" role="alert">
      <Stack gap="xs">
        {taken.conflicts.map(one => (
          <Text size="sm" key={`${one.title} ${one.startsAt}`}>
            {one.title}: {dateTime(String(one.startsAt))} – {time(String(one.endsAt))}
          </Text>
        ))}
        {taken.alternatives.length > 0 ? (
          <Group gap="xs">
            <Text size="sm">Free:</Text>
            {taken.alternatives.map(at => (
              <Button key={String(at)} size="compact-sm" variant="default" onClick={() => onChoose(String(at))}>
                {dateTime(String(at))}
              </Button>
            ))}
          </Group>
        ) : null}
        {mayOverride ? (
          <Group gap="xs" align="end">
            <TextInput
              label="Book it anyway, because"
              size="xs"
              value={reason}
              onChange={event => setReason(event.currentTarget.value)}
              maxLength={500}
            />
            <Button
              size="xs"
              color="red"
              variant="light"
              disabled={reason.trim().length < 3}
              onClick={() => onOverride(reason)}
            >
              Book anyway
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Alert>
  )
}
