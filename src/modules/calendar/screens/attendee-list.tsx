import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { counted } from '#ui/counted.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import type { Appointment } from './use-calendar.ts'

type Attendee = Appointment['attendees'][number]

const stateLabels = {
  booked: 'Booked',
  confirmed: 'Confirmed',
  waitlisted: 'Waitlist',
  cancelled: 'Canceled',
  checked_in: 'Checked in',
  no_show: 'No-show',
} as const

const stateColor = (state: Attendee['state']) =>
  state === 'cancelled' ? 'gray' : state === 'waitlisted' ? 'yellow' : 'green'

interface AttendeesProps {
  one: Appointment
  mayWrite: boolean
}

/** Everyone who comes, with the seats and the waitlist of a class. */
export function Attendees({ one, mayWrite }: AttendeesProps) {
  if (one.attendees.length === 0) return null
  const seated = one.attendees.filter(each => !['cancelled', 'waitlisted'].includes(each.state)).length
  return (
    <section>
      <Title order={3} size="h5">
        Attendees{one.capacity === null ? '' : ` (${seated} of ${counted(one.capacity, 'seats')})`}
      </Title>
      {one.attendees.map(each => (
        <Group key={each.id} justify="space-between" gap="xs" py="xs">
          <div>
            {each.personId ? (
              <Link to={`/people/${each.personId}`}>{each.name || each.email}</Link>
            ) : (
              <Text>{each.name || each.email}</Text>
            )}
            <Text size="sm" c="dimmed">
              {[each.email, each.phone && phoneText(each.phone)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Group gap="xs">
            <Badge color={stateColor(each.state)}>{stateLabels[each.state]}</Badge>
            {mayWrite && each.state !== 'cancelled' ? <Actions one={one} attendee={each} /> : null}
          </Group>
        </Group>
      ))}
    </section>
  )
}

function Actions({ one, attendee }: { one: Appointment; attendee: Attendee }) {
  const { run } = useMutate({ keys: [api.appointments.key()] })
  const ids = { id: one.id, attendeeId: attendee.id }
  const isHere = attendee.state === 'checked_in'
  return (
    <>
      {one.type === 'event' && attendee.state !== 'waitlisted' ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void run(() => client.appointments.checkIn({ ...ids, present: !isHere }))}
        >
          {isHere ? 'Undo' : 'Check in'}
        </Button>
      ) : null}
      {one.capacity === null ? null : (
        <Anchor
          component="button"
          size="sm"
          mih={24}
          onClick={() =>
            void run(() => client.appointments.removeAttendee(ids), {
              done: 'Removed from the list',
            })
          }
        >
          Remove
        </Anchor>
      )}
    </>
  )
}
