import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { newId } from '#ui/new-id.ts'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Shift } from '../contract.ts'
import { ESCALATE_MINUTES, weekdayNames } from '../rules/options.ts'

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour * 60 + minute
}
const hoursText = ({ fromMinute, untilMinute }: Shift) =>
  fromMinute === untilMinute ? 'All day' : `${clockText(fromMinute)} to ${clockText(untilMinute)}`
const daysText = ({ weekdays }: Shift) =>
  weekdays.length === 7 ? 'Every day' : weekdays.map(day => weekdayNames[day]!.slice(0, 3)).join(', ')

/** Who is paged when someone may be in danger, how fast it escalates, and a try of it. */
export function OnCall() {
  const { data, error, refetch } = useQuery(api.crisis.rota.queryOptions({ input: {}, meta: { live: ['crisis'] } }))
  if (error) return <ErrorPanel error={error} what="who is on call" onRetry={() => void refetch()} />
  return (
    <Panel title="On call">
      {data ? (
        <Stack>
          <Text size="sm" c="dimmed">
            When a prayer request, a message or a form shows that someone may be in danger, these people get a text, a
            call, an email and a notification, until one of them takes it.
          </Text>
          {data.isEmpty ? (
            <Alert color="yellow" variant="light">
              Nobody is on call. The owner is paged instead.
            </Alert>
          ) : (
            <Text size="sm">On call now: {data.now.join(', ')}</Text>
          )}
          <Shifts shifts={data.shifts} />
          <Speed minutes={data.settings.escalateMinutes} />
          <Actions />
        </Stack>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Panel>
  )
}

function useReload() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.crisis.key() })
}

function Shifts({ shifts }: { shifts: readonly Shift[] }) {
  const { run } = useMutate({})
  const reload = useReload()
  const mayWrite = useMay('settings.write')
  if (shifts.length === 0) return null
  return (
    <Table aria-label="On-call shifts">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Days</Table.Th>
          <Table.Th>Hours</Table.Th>
          <Table.Th>Phone</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shifts.map(shift => (
          <Table.Tr key={shift.id}>
            <Table.Td>{shift.name}</Table.Td>
            <Table.Td>{daysText(shift)}</Table.Td>
            <Table.Td>{hoursText(shift)}</Table.Td>
            <Table.Td>{shift.phone ?? 'No phone: email only'}</Table.Td>
            <Table.Td>
              {mayWrite ? (
                <ActionIcon
                  variant="subtle"
                  aria-label={`Remove the shift of ${shift.name}`}
                  onClick={() =>
                    void run(
                      async () => {
                        await client.crisis.removeShift({ id: shift.id })
                        await reload()
                      },
                      { failed: 'Not removed' },
                    )
                  }
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Speed({ minutes }: { minutes: number }) {
  const { run, busy } = useMutate({})
  const reload = useReload()
  const form = useForm({ initialValues: { escalateMinutes: minutes } })
  if (!useMay('settings.write')) return null
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        values =>
          void run(
            async () => {
              await client.crisis.saveSettings(values)
              await reload()
            },
            { done: 'Saved', failed: 'Not saved' },
          ),
      )}
    >
      <Group align="flex-end">
        <NumberInput
          label="Page the next people after (minutes)"
          min={ESCALATE_MINUTES.least}
          max={ESCALATE_MINUTES.most}
          {...form.getInputProps('escalateMinutes')}
        />
        <Button type="submit" variant="default" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  )
}

function Actions() {
  const [opened, dialog] = useDisclosure()
  const { run, busy } = useMutate({})
  const go = useNavigate()
  const mayWrite = useMay('settings.write')
  const test = () =>
    void run(
      async () => {
        const { id } = await client.crisis.test({})
        await go(`/crisis/${id}`)
      },
      { failed: 'Not sent' },
    )
  return (
    <Group>
      {mayWrite ? <Button onClick={dialog.open}>Add a shift</Button> : null}
      <Button variant="default" loading={busy} onClick={test}>
        Send a test page
      </Button>
      <NewShift opened={opened} onClose={dialog.close} />
    </Group>
  )
}

interface Values extends Record<string, unknown> {
  userId: string
  weekdays: string[]
  from: string
  until: string
  phone: string
}
const initial: Values = {
  userId: '',
  weekdays: ['0', '1', '2', '3', '4', '5', '6'],
  from: '00:00',
  until: '00:00',
  phone: '',
}

function NewShift({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const team = useQuery(api.members.list.queryOptions({ input: {}, enabled: opened }))
  const reload = useReload()
  const form = useForm<Values>({ initialValues: initial })
  return (
    <FormDialog
      opened={opened}
      title="Add a shift"
      submitLabel="Add"
      form={form}
      onClose={onClose}
      onSubmit={async ({ from, until, weekdays, ...rest }) => {
        await client.crisis.addShift({
          ...rest,
          id: newId(),
          weekdays: weekdays.map(Number),
          fromMinute: minuteOf(from),
          untilMinute: minuteOf(until),
        })
        await reload()
      }}
    >
      <Select
        label="Team member"
        data={(team.data?.items ?? []).map(({ userId, name, email }) => ({ value: userId, label: name || email }))}
        {...form.getInputProps('userId')}
      />
      <Checkbox.Group label="Days" {...form.getInputProps('weekdays')}>
        <Group gap="sm" mt={4}>
          {weekdayNames.map((name, day) => (
            <Checkbox key={name} value={String(day)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group grow>
        <TextInput type="time" label="From" {...form.getInputProps('from')} />
        <TextInput type="time" label="Until" description="The same time is all day" {...form.getInputProps('until')} />
      </Group>
      <TextInput
        type="tel"
        label="Phone"
        description="Texts and calls go there. Without one: email and notification."
        {...form.getInputProps('phone')}
      />
    </FormDialog>
  )
}
