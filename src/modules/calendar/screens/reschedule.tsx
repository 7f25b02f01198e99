import { Button, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { Problem } from '#ui/problem.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { Conflict, takenOf } from './conflict.tsx'
import { ResourceFields } from './resource-fields.tsx'
import type { Appointment } from './use-calendar.ts'

/** Another time, other hosts or rooms. */
export function Reschedule({ one, onDone }: { one: Appointment; onDone: () => void }) {
  const { timeZone } = useFormat()
  const [at, setAt] = useState(clockTime(String(one.startsAt), timeZone))
  const [minutes, setMinutes] = useState<number | string>(
    Math.round((Date.parse(String(one.endsAt)) - Date.parse(String(one.startsAt))) / 60_000),
  )
  const [resourceIds, setResourceIds] = useState(one.resourceIds)
  const [notify, setNotify] = useState(one.attendees.some(each => each.email))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { run, busy, problem } = useMutate({ keys: [api.appointments.key()], form: { setErrors } })
  const taken = takenOf(problem)
  const save = async (startsAt: string, override?: { reason: string }) => {
    setErrors({})
    const input = {
      id: one.id,
      version: one.version,
      startsAt: new Date(startsAt),
      minutes: Number(minutes),
      resourceIds,
      notify,
    }
    const done = await run(() => client.appointments.move({ ...input, ...(override && { override }) }), {
      done: 'Appointment moved',
    })
    if (done) onDone()
  }
  return (
    <Stack>
      {taken ? (
        <Conflict
          taken={taken}
          onChoose={chosen => {
            setAt(clockTime(chosen, timeZone))
            void save(chosen)
          }}
          onOverride={reason => void save(instantAt(at, timeZone), { reason })}
        />
      ) : (
        <Problem error={problem} />
      )}
      <TextInput
        label="Starts"
        type="datetime-local"
        value={at}
        onChange={event => setAt(event.currentTarget.value)}
        error={errors.startsAt}
        data-autofocus
      />
      <NumberInput label="Minutes" min={5} step={15} value={minutes} onChange={setMinutes} error={errors.minutes} />
      <ResourceFields value={resourceIds} onChange={setResourceIds} error={errors.resourceIds} />
      <Switch
        label="Notify attendees by email"
        checked={notify}
        onChange={event => setNotify(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Back
        </Button>
        <Button loading={busy} onClick={() => void save(instantAt(at, timeZone))}>
          Save new time
        </Button>
      </Group>
    </Stack>
  )
}
