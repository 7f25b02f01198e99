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

const minutesOf = (one: Appointment) =>
  Math.round((Date.parse(String(one.endsAt)) - Date.parse(String(one.startsAt))) / 60_000)

function useReschedule(one: Appointment, onDone: () => void) {
  const { timeZone } = useFormat()
  const [values, setValues] = useState({
    at: clockTime(String(one.startsAt), timeZone),
    minutes: minutesOf(one) as number | string,
    resourceIds: one.resourceIds,
    notify: one.attendees.some(each => each.email),
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { run, busy, problem } = useMutate({ keys: [api.appointments.key()], form: { setErrors } })
  const set = (part: Partial<typeof values>) => setValues(before => ({ ...before, ...part }))
  const save = async (at = values.at, override?: { reason: string }) => {
    setErrors({})
    set({ at })
    const { resourceIds, notify } = values
    const input = { id: one.id, version: one.version, minutes: Number(values.minutes), resourceIds, notify }
    const startsAt = new Date(instantAt(at, timeZone))
    const done = await run(() => client.appointments.move({ ...input, startsAt, ...(override && { override }) }), {
      done: 'Appointment moved',
    })
    if (done) onDone()
  }
  return { values, set, errors, busy, problem, save, timeZone }
}

/** Another time, other hosts or rooms. */
export function Reschedule({ one, onDone }: { one: Appointment; onDone: () => void }) {
  const { values, set, errors, busy, problem, save, timeZone } = useReschedule(one, onDone)
  const taken = takenOf(problem)
  return (
    <Stack>
      {taken ? (
        <Conflict
          taken={taken}
          onChoose={chosen => void save(clockTime(chosen, timeZone))}
          onOverride={reason => void save(values.at, { reason })}
        />
      ) : (
        <Problem error={problem} />
      )}
      <TextInput
        label="Starts"
        type="datetime-local"
        value={values.at}
        onChange={event => set({ at: event.currentTarget.value })}
        error={errors.startsAt}
        data-autofocus
      />
      <NumberInput
        label="Minutes"
        min={5}
        step={15}
        value={values.minutes}
        onChange={minutes => set({ minutes })}
        error={errors.minutes}
      />
      <ResourceFields
        value={values.resourceIds}
        onChange={resourceIds => set({ resourceIds })}
        error={errors.resourceIds}
      />
      <Switch
        label="Notify attendees by email"
        checked={values.notify}
        onChange={event => set({ notify: event.currentTarget.checked })}
      />
      <Foot busy={busy} onBack={onDone} onSave={() => void save()} />
    </Stack>
  )
}

function Foot({ busy, onBack, onSave }: { busy: boolean; onBack: () => void; onSave: () => void }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      <Button loading={busy} onClick={onSave}>
        Save new time
      </Button>
    </Group>
  )
}
