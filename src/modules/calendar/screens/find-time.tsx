import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { clockTime } from '#ui/local-time.ts'
import { api } from '#web/api.ts'
import type { Form } from './appointment-fields.tsx'

const DAYS = 14
const SHOWN = 8

/** Free times of the chosen type in the two weeks from the chosen day on. */
export function FindTime({ form, typeId }: { form: Form; typeId: string }) {
  const { dateTime, timeZone } = useFormat()
  const [from, setFrom] = useState<Date | null>(null)
  const to = new Date((from?.getTime() ?? 0) + DAYS * 86_400_000)
  const { data, isFetching } = useQuery(
    api.calendarTypes.freeTimes.queryOptions({
      input: { id: typeId, from: from ?? new Date(0), to, duration: Number(form.values.minutes) || undefined },
      enabled: from !== null,
    }),
  )
  if (!from)
    return (
      <Button size="xs" variant="default" onClick={() => setFrom(new Date())}>
        Find a time
      </Button>
    )
  const times = data?.times.slice(0, SHOWN) ?? []
  return (
    <Group gap="xs" aria-live="polite">
      {isFetching ? <Text size="sm">Looking for free times …</Text> : null}
      {data && times.length === 0 ? <Text size="sm">No free times in the next two weeks.</Text> : null}
      {times.map(({ startsAt }) => (
        <Button
          key={String(startsAt)}
          size="compact-sm"
          variant="default"
          onClick={() => form.setFieldValue('startsAt', clockTime(String(startsAt), timeZone))}
        >
          {dateTime(String(startsAt))}
        </Button>
      ))}
    </Group>
  )
}
