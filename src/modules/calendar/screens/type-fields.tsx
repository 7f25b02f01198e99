import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { frameTag, scriptTag } from '#public-page/rules/embed.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { useMay } from '#web/me.tsx'
import { locationLabels } from './edit-appointment.tsx'
import { DatesField, HoursField } from './hours-field.tsx'
import type { TypeValues } from './type.tsx'
import { type CalendarType, useResources } from './use-calendar.ts'

interface PartProps {
  form: UseFormReturnType<TypeValues>
}

/** Where guests find it. */
export function ShareType({ type }: { type: CalendarType }) {
  const path = new URL(type.page).pathname.replace('/book/', '/embed/booking/')
  const script = `${location.origin}${path}.js`
  const url = `${location.origin}${new URL(type.page).pathname}`
  return (
    <Panel title="Booking page">
      <CopiedText text={url} what="link" />
      <Text size="sm" c="dimmed" my="xs">
        On your own website, where the script is placed:
      </Text>
      <CopiedText text={scriptTag(script)} what="script" />
      <Text size="sm" c="dimmed" my="xs">
        Where scripts aren’t allowed, a frame of a fixed height:
      </Text>
      <CopiedText text={frameTag({ src: `${url}?embed=1`, title: type.name })} what="frame" />
    </Panel>
  )
}

export function Basics({ form }: PartProps) {
  const seats = form.values.assignment === 'seats'
  return (
    <Panel title="What">
      <Stack>
        <TextInput label="Name" required maxLength={120} {...form.getInputProps('name')} />
        <TextInput
          label="Address of its page"
          description="Made from the name if you leave it empty."
          maxLength={60}
          {...form.getInputProps('slug')}
        />
        <Textarea label="Description" autosize minRows={2} maxLength={5_000} {...form.getInputProps('description')} />
        <Select
          label="Type"
          allowDeselect={false}
          data={[
            { value: 'meeting', label: 'Meeting' },
            { value: 'call', label: 'Call' },
            { value: 'event', label: 'Class or event' },
          ]}
          {...form.getInputProps('type')}
        />
        <TextInput
          label="Duration in minutes"
          description="Several lengths with commas: guests choose one."
          {...form.getInputProps('durations')}
        />
        <Group grow align="start">
          <Select label="Where" allowDeselect={false} data={locationLabels} {...form.getInputProps('locationKind')} />
          <TextInput label="Location or link" maxLength={300} {...form.getInputProps('location')} />
        </Group>
        <NumberInput
          label="Price"
          description="Empty: free. It is shown on the page."
          min={0}
          decimalScale={2}
          {...form.getInputProps('price')}
        />
        {seats ? <NumberInput label="Seats of each date" min={1} {...form.getInputProps('capacity')} /> : null}
        {seats ? (
          <Switch
            label="Keep a waitlist when it is full"
            {...form.getInputProps('hasWaitlist', { type: 'checkbox' })}
          />
        ) : null}
        <Switch label="Active: guests can book" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      </Stack>
    </Panel>
  )
}

const assignmentLabels = [
  { value: 'single', label: 'One host: the first who is free' },
  { value: 'round_robin', label: 'Round robin: hosts take turns' },
  { value: 'collective', label: 'Collective: all hosts together' },
  { value: 'seats', label: 'Seats: people sign up for dates' },
]
const safeguardLabels = [
  { value: 'none', label: 'None' },
  { value: 'two_adults', label: 'A second adult' },
  { value: 'glass_door', label: 'A room with a window in its door' },
  { value: 'either', label: 'A second adult or such a room' },
]

export function Who({ form }: PartProps) {
  const all = useResources().data?.items ?? []
  const of = (kind: string) => all.filter(one => one.kind === kind).map(one => ({ value: one.id, label: one.name }))
  const mayHide = useMay('pastoral.read')
  const { hosts, assignment } = form.values
  const setHosts = (ids: string[]) =>
    form.setFieldValue(
      'hosts',
      ids.map(
        resourceId => hosts.find(host => host.resourceId === resourceId) ?? { resourceId, weight: 1, priority: 0 },
      ),
    )
  const setHost = (resourceId: string, part: object) =>
    form.setFieldValue(
      'hosts',
      hosts.map(host => (host.resourceId === resourceId ? { ...host, ...part } : host)),
    )
  return (
    <Panel title="Who and where">
      <Stack>
        <Select
          label="Who meets the guest"
          allowDeselect={false}
          data={assignmentLabels}
          {...form.getInputProps('assignment')}
        />
        <MultiSelect
          label="Hosts"
          searchable
          data={of('host')}
          value={hosts.map(host => host.resourceId)}
          onChange={setHosts}
          error={form.errors.hosts}
        />
        {assignment === 'round_robin'
          ? hosts.map(host => (
              <Group key={host.resourceId} grow align="end">
                <Text size="sm">{all.find(one => one.id === host.resourceId)?.name}</Text>
                <NumberInput
                  label="Weight"
                  size="xs"
                  min={0}
                  max={100}
                  value={host.weight}
                  onChange={weight => setHost(host.resourceId, { weight: Number(weight) })}
                />
                <NumberInput
                  label="Priority"
                  size="xs"
                  min={0}
                  max={100}
                  value={host.priority}
                  onChange={priority => setHost(host.resourceId, { priority: Number(priority) })}
                />
              </Group>
            ))
          : null}
        <MultiSelect
          label="Rooms"
          description="One of them that is free."
          searchable
          data={of('room')}
          {...form.getInputProps('roomIds')}
        />
        <MultiSelect
          label="Equipment"
          description="All of it."
          searchable
          data={of('equipment')}
          {...form.getInputProps('equipmentIds')}
        />
        <Select
          label="Safeguard"
          description="For counseling, and where minors come."
          allowDeselect={false}
          data={safeguardLabels}
          {...form.getInputProps('safeguard')}
        />
        {mayHide ? (
          <Switch
            label="Confidential: others see the time only"
            {...form.getInputProps('isConfidential', { type: 'checkbox' })}
            error={form.errors.isConfidential}
          />
        ) : null}
      </Stack>
    </Panel>
  )
}

export function When({ form }: PartProps) {
  return (
    <Panel title="When">
      <Stack>
        <HoursField
          label="Weekly hours"
          usual="The hours of its hosts"
          value={form.values.weekly}
          onChange={weekly => form.setFieldValue('weekly', weekly)}
          error={form.errors.weekly}
        />
        <Text fw={550} size="sm">
          Holidays and special dates
        </Text>
        <DatesField value={form.values.overrides} onChange={overrides => form.setFieldValue('overrides', overrides)} />
        <Group grow align="start">
          <NumberInput label="Minutes free before" min={0} {...form.getInputProps('bufferBefore')} />
          <NumberInput label="Minutes free after" min={0} {...form.getInputProps('bufferAfter')} />
        </Group>
        <Group grow align="start">
          <NumberInput label="Offer a time every … minutes" min={5} {...form.getInputProps('slotMinutes')} />
          <NumberInput
            label="Travel time in minutes"
            description="For home visits, before and after."
            min={0}
            {...form.getInputProps('travelMinutes')}
          />
        </Group>
      </Stack>
    </Panel>
  )
}

const hoursBefore = [0, 60, 120, 240, 720, 1_440, 2_880, 10_080]
const lengthLabel = (minutes: number) =>
  minutes === 0
    ? 'Any time'
    : minutes < 1_440
      ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'} before`
      : `${minutes / 1_440} ${minutes === 1_440 ? 'day' : 'days'} before`
const lengthOptions = (own: number) =>
  [...new Set([...hoursBefore, own])]
    .sort((a, b) => a - b)
    .map(minutes => ({ value: String(minutes), label: lengthLabel(minutes) }))

export function Rules({ form }: PartProps) {
  const { noticeMinutes, cancelNoticeMinutes, confirmation } = form.values
  return (
    <Panel title="Rules">
      <Stack>
        <Select
          label="Can be booked until"
          allowDeselect={false}
          data={lengthOptions(noticeMinutes)}
          value={String(noticeMinutes)}
          onChange={value => form.setFieldValue('noticeMinutes', Number(value))}
        />
        <NumberInput
          label="Can be booked so many days ahead"
          min={1}
          max={730}
          {...form.getInputProps('horizonDays')}
        />
        <NumberInput
          label="At most so many a day"
          description="Empty: no limit."
          min={1}
          {...form.getInputProps('dailyLimit')}
        />
        <Select
          label="Confirmation"
          allowDeselect={false}
          data={[
            { value: 'automatic', label: 'Booked at once' },
            { value: 'manual', label: 'You confirm each request' },
          ]}
          {...form.getInputProps('confirmation')}
        />
        {confirmation === 'manual' ? (
          <Checkbox
            label="A request keeps its time until you answer"
            {...form.getInputProps('pendingBlocks', { type: 'checkbox' })}
          />
        ) : null}
        <Select
          label="Guests can cancel or move it until"
          allowDeselect={false}
          data={lengthOptions(cancelNoticeMinutes)}
          value={String(cancelNoticeMinutes)}
          onChange={value => form.setFieldValue('cancelNoticeMinutes', Number(value))}
        />
        <Select
          label="Who can see its page"
          allowDeselect={false}
          data={[
            { value: 'public', label: 'Public: listed on your booking page' },
            { value: 'unlisted', label: 'Unlisted: everyone who has the link' },
            { value: 'members', label: 'Members: booked by your team only' },
          ]}
          {...form.getInputProps('visibility')}
        />
        <TextInput
          label="Lead guests to this page afterwards"
          placeholder="https://"
          maxLength={500}
          {...form.getInputProps('redirect')}
        />
      </Stack>
    </Panel>
  )
}

const keyOf = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40) || 'question'

export function Questions({ form }: PartProps) {
  const { questions } = form.values
  const change = (at: number, part: object) =>
    form.setFieldValue(
      'questions',
      questions.map((one, i) => (i === at ? { ...one, ...part } : one)),
    )
  const add = () =>
    form.setFieldValue('questions', [
      ...questions,
      { key: `question_${questions.length + 1}`, label: '', type: 'text', required: false, options: [] },
    ])
  return (
    <Panel title="Questions">
      <Stack>
        <Text size="sm" c="dimmed">
          Guests are always asked for name, email and phone.
        </Text>
        {questions.map((one, i) => (
          <Stack key={`question ${i}`} gap={4}>
            <Group align="end" wrap="nowrap">
              <TextInput
                style={{ flex: 1 }}
                label={`Question ${i + 1}`}
                value={one.label}
                onChange={event =>
                  change(i, { label: event.currentTarget.value, key: keyOf(event.currentTarget.value) })
                }
                error={form.errors[`questions.${i}.label`]}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove question ${i + 1}`}
                onClick={() =>
                  form.setFieldValue(
                    'questions',
                    questions.filter((_, at) => at !== i),
                  )
                }
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </Group>
            <Group>
              <Select
                aria-label={`Kind of question ${i + 1}`}
                size="xs"
                allowDeselect={false}
                data={[
                  { value: 'text', label: 'One line' },
                  { value: 'long', label: 'Several lines' },
                  { value: 'choice', label: 'Choice' },
                  { value: 'yes_no', label: 'Yes or no' },
                ]}
                value={one.type}
                onChange={type => change(i, { type })}
              />
              <Checkbox
                label="Required"
                checked={one.required}
                onChange={event => change(i, { required: event.currentTarget.checked })}
              />
            </Group>
            {one.type === 'choice' ? (
              <TextInput
                size="xs"
                label="Choices, with commas"
                defaultValue={one.options.join(', ')}
                onBlur={event =>
                  change(i, {
                    options: event.currentTarget.value
                      .split(',')
                      .map(text => text.trim())
                      .filter(Boolean),
                  })
                }
              />
            ) : null}
          </Stack>
        ))}
        <Button size="xs" variant="default" style={{ alignSelf: 'start' }} onClick={add}>
          Add question
        </Button>
      </Stack>
    </Panel>
  )
}

const reminderTimes = [30, 60, 120, 240, 720, 1_440, 2_880, 10_080].map(minutes => ({
  value: String(minutes),
  label: minutes < 60 ? `${minutes} minutes before` : lengthLabel(minutes),
}))

export function Reminders({ form }: PartProps) {
  const { reminders } = form.values
  const change = (at: number, part: object) =>
    form.setFieldValue(
      'reminders',
      reminders.map((one, i) => (i === at ? { ...one, ...part } : one)),
    )
  return (
    <Panel title="Reminders">
      <Stack>
        <Text size="sm" c="dimmed">
          Texts go to guests who agreed to them. They can reply Y to confirm or N to cancel.
        </Text>
        {reminders.map((one, i) => (
          <Group key={`${one.channel} ${one.minutesBefore} ${i}`} wrap="nowrap">
            <Select
              aria-label={`Channel of reminder ${i + 1}`}
              allowDeselect={false}
              data={[
                { value: 'email', label: 'Email' },
                { value: 'sms', label: 'Text' },
              ]}
              value={one.channel}
              onChange={channel => change(i, { channel })}
            />
            <Select
              aria-label={`Time of reminder ${i + 1}`}
              allowDeselect={false}
              data={reminderTimes}
              value={String(one.minutesBefore)}
              onChange={value => change(i, { minutesBefore: Number(value) })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove reminder ${i + 1}`}
              onClick={() =>
                form.setFieldValue(
                  'reminders',
                  reminders.filter((_, at) => at !== i),
                )
              }
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => form.setFieldValue('reminders', [...reminders, { channel: 'email', minutesBefore: 60 }])}
        >
          Add reminder
        </Button>
      </Stack>
    </Panel>
  )
}
