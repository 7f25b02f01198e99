import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { statusLabels } from '../rules/states.ts'
import { Attendees } from './attendee-list.tsx'
import { EditAppointment } from './edit-appointment.tsx'
import { Reschedule } from './reschedule.tsx'
import { StatusActions } from './status-actions.tsx'
import { type Appointment, useResources } from './use-calendar.ts'

/** One appointment beside the calendar or the list. */
export function AppointmentDrawer() {
  const { id, close } = useDetail('appointment')
  const query = useQuery(
    api.appointments.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['calendar'] } }),
  )
  return (
    <DetailDrawer id={id} onClose={close} query={query} noun="Appointment" title={one => one.title}>
      {one => <Body one={one} />}
    </DetailDrawer>
  )
}

function Body({ one }: { one: Appointment }) {
  const mayWrite = useMay('calendar.write')
  const [open, setOpen] = useState<'move' | 'edit' | null>(null)
  const done = () => setOpen(null)
  if (open === 'move') return <Reschedule one={one} onDone={done} />
  if (open === 'edit') return <EditAppointment one={one} onDone={done} />
  return (
    <Stack>
      <Flags one={one} mayWrite={mayWrite} />
      {mayWrite ? (
        <Group gap="xs">
          <StatusActions one={one} onReschedule={() => setOpen('move')} as="buttons" />
          {one.isHidden ? null : (
            <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
        </Group>
      ) : null}
      <Facts one={one} />
      <Attendees one={one} mayWrite={mayWrite} />
    </Stack>
  )
}

function Flags({ one, mayWrite }: { one: Appointment; mayWrite: boolean }) {
  const { run } = useMutate({ keys: [api.appointments.key()] })
  return (
    <>
      {one.flag ? (
        <Alert color="yellow" title={one.flag}>
          {mayWrite ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void run(() => client.appointments.clearFlag({ id: one.id }))}
            >
              Done
            </Button>
          ) : null}
        </Alert>
      ) : null}
      {one.overrideReason ? (
        <Alert color="red" title="Booked over a conflict">
          {one.overrideReason}
        </Alert>
      ) : null}
      {one.isHidden ? (
        <Alert color="gray">This appointment is confidential. You see when it is, and nothing more.</Alert>
      ) : null}
    </>
  )
}

function Facts({ one }: { one: Appointment }) {
  const { dateTime, time } = useFormat()
  const resources = useResources().data?.items ?? []
  const names = one.resourceIds.flatMap(id => resources.find(each => each.id === id)?.name ?? [])
  const answers = Object.entries(one.answers)
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <StatusBadge of="appointment" value={one.status} label={statusLabels[one.status]} />
        {one.isConfidential ? <Badge color="gray">Confidential</Badge> : null}
        {one.seriesId ? <Badge color="gray">Repeats</Badge> : null}
      </Group>
      <Text>
        {dateTime(String(one.startsAt))} – {time(String(one.endsAt))}
      </Text>
      {names.length > 0 ? <Text size="sm">{names.join(', ')}</Text> : null}
      {one.location ? <Text size="sm">{one.location}</Text> : null}
      {one.cancelReason ? <Text size="sm">Canceled: {one.cancelReason}</Text> : null}
      {one.leadId ? (
        <Text size="sm">
          <Link to={`/leads?lead=${one.leadId}`}>Open the lead</Link>
        </Text>
      ) : null}
      {one.description ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {one.description}
        </Text>
      ) : null}
      {answers.map(([key, value]) => (
        <Text size="sm" key={key}>
          <Text span c="dimmed">
            {key.replaceAll('_', ' ')}:
          </Text>{' '}
          {value}
        </Text>
      ))}
    </Stack>
  )
}
