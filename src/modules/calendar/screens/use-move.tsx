import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import type { Appointment } from './use-calendar.ts'

interface Wanted {
  appointment: Appointment
  startsAt: string
  minutes: number
}

/** After a drag: where it goes, and whether its attendees hear of it. Until then nothing has moved. */
export function useMoveAppointment() {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  return {
    ask: (appointment: Appointment, startsAt: string, minutes: number) => setWanted({ appointment, startsAt, minutes }),
    dialog: wanted ? <MoveDialog wanted={wanted} onClose={() => setWanted(null)} /> : null,
  }
}

function MoveDialog({ wanted, onClose }: { wanted: Wanted; onClose: () => void }) {
  const { appointment, startsAt, minutes } = wanted
  const { dateTime, time } = useFormat()
  const guests = appointment.attendees.filter(one => one.email && one.state !== 'cancelled').length
  const [notify, setNotify] = useState(guests > 0)
  const { run, busy } = useMutate({ keys: [api.appointments.key()] })
  const save = async () => {
    const done = await run(
      () =>
        client.appointments.move({
          id: appointment.id,
          version: appointment.version,
          startsAt: new Date(startsAt),
          minutes,
          notify,
        }),
      { done: 'Appointment moved', failed: 'It was not moved' },
    )
    if (done) onClose()
  }
  const ends = new Date(Date.parse(startsAt) + minutes * 60_000)
  return (
    <Modal opened onClose={onClose} title="Move this appointment?">
      <Stack>
        <Text>
          {appointment.title}: {dateTime(startsAt)} – {time(ends)}
        </Text>
        {guests > 0 ? (
          <Switch
            label={guests === 1 ? 'Notify the attendee by email' : `Notify ${guests} attendees by email`}
            checked={notify}
            onChange={event => setNotify(event.currentTarget.checked)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep as it was
          </Button>
          <Button loading={busy} onClick={() => void save()} data-autofocus>
            Move
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
