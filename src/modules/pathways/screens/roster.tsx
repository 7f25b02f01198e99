import { ActionIcon, Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { TrainingBadge } from './role.tsx'

type Assignment = Awaited<ReturnType<typeof client.servingAssignments.list>>['items'][number]
type Event = Awaited<ReturnType<typeof client.servingAssignments.events>>['items'][number]
const live = ['pathways', 'courses', 'calendar']
const SHOWN = 8

/** Who serves at the next events. */
export function Roster({ roles }: { roles: readonly { id: string; name: string }[] }) {
  const mayWrite = useMay('content.write')
  const [at, setAt] = useState<Event | null>(null)
  const events = useQuery(api.servingAssignments.events.queryOptions({ input: { limit: SHOWN }, meta: { live } }))
  const list = useQuery(api.servingAssignments.list.queryOptions({ input: { limit: 200 }, meta: { live } }))
  const error = events.error ?? list.error
  return (
    <Panel title="Upcoming events">
      {error ? (
        <ErrorPanel
          error={error}
          what="the roster"
          onRetry={() => void Promise.all([events.refetch(), list.refetch()])}
        />
      ) : !events.data || !list.data ? (
        <SkeletonRows rows={4} height={48} />
      ) : events.data.items.length === 0 ? (
        <Text c="dimmed">No upcoming events. Add a service or an event to the calendar.</Text>
      ) : (
        <Stack gap="lg">
          {events.data.items.map(event => (
            <OneEvent
              key={event.id}
              event={event}
              assignments={list.data.items.filter(one => one.appointmentId === event.id)}
              onAssign={mayWrite && roles.length > 0 ? () => setAt(event) : undefined}
            />
          ))}
        </Stack>
      )}
      {at ? <AssignDialog key={at.id} event={at} roles={roles} onClose={() => setAt(null)} /> : null}
    </Panel>
  )
}

interface OneEventProps {
  event: Event
  assignments: Assignment[]
  onAssign: (() => void) | undefined
}

function OneEvent({ event, assignments, onAssign }: OneEventProps) {
  const { dateTime } = useFormat()
  return (
    <Stack gap="xs" component="section" aria-label={`${event.title}, ${dateTime(event.startsAt)}`}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0}>
          <Text fw={550}>{event.title}</Text>
          <Text size="sm" c="dimmed">
            {dateTime(event.startsAt)}
          </Text>
        </Stack>
        {onAssign ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            aria-label={`Assign someone to ${event.title}, ${dateTime(event.startsAt)}`}
            onClick={onAssign}
          >
            Assign
          </Button>
        ) : null}
      </Group>
      {assignments.map(one => (
        <OneAssignment key={one.id} one={one} />
      ))}
    </Stack>
  )
}

function OneAssignment({ one }: { one: Assignment }) {
  const mayWrite = useMay('content.write')
  const act = useAct(api.servingAssignments.key(), api.servingRoles.key())
  return (
    <Group gap="xs">
      <Text size="sm">
        {one.role}: {one.name}
      </Text>
      {one.isBlocked ? (
        <Badge color="red" variant="light">
          Not covered
        </Badge>
      ) : null}
      {one.lapsed.map(training => (
        <Group key={training.courseId} gap={4}>
          <Text size="sm">{training.title}</Text>
          <TrainingBadge training={training} />
        </Group>
      ))}
      {mayWrite ? (
        <ActionIcon
          aria-label={`Remove ${one.name} from ${one.role}`}
          onClick={() => void act(() => client.servingAssignments.remove({ id: one.id }), `${one.name} removed`)}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}

interface AssignProps {
  event: Event
  roles: readonly { id: string; name: string }[]
  onClose: () => void
}

/** A refusal says whose training is missing, or when it ends. */
function AssignDialog({ event, roles, onClose }: AssignProps) {
  const queries = useQueryClient()
  const { dateTime } = useFormat()
  const [name, setName] = useState('')
  const form = useForm({ initialValues: { roleId: roles[0]?.id ?? '', personId: '' } })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${event.title}, ${dateTime(event.startsAt)}`}
      submitLabel="Assign"
      form={form}
      schema={() => import('../serving/contract.ts').then(file => file.Assign.omit({ appointmentId: true }))}
      onSubmit={async values => {
        await client.servingAssignments.assign({ appointmentId: event.id, ...values })
        await queries.invalidateQueries({ queryKey: api.servingAssignments.key() })
        await queries.invalidateQueries({ queryKey: api.servingRoles.key() })
        toast(`${name} assigned`)
      }}
    >
      <Select
        label="Role"
        allowDeselect={false}
        data={roles.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('roleId')}
      />
      <PersonPicker
        label="Person"
        focused
        onPick={(personId, name) => {
          setName(name)
          form.setFieldValue('personId', personId)
        }}
      />
      {name ? <Text>{name}</Text> : null}
      {form.errors.personId ? (
        <Text c="red" size="sm" role="alert">
          {name ? form.errors.personId : 'Please choose a person'}
        </Text>
      ) : null}
    </FormDialog>
  )
}
