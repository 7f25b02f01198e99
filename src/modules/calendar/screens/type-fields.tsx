import { Group, NumberInput, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { frameTag, scriptTag } from '#public-page/rules/embed.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { locationLabels } from './edit-appointment.tsx'
import { DatesField, HoursField } from './hours-field.tsx'
import type { CalendarType } from './use-calendar.ts'
import type { TypeValues } from './use-type-form.ts'

export interface PartProps {
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
        On your website, paste this script where the calendar should appear:
      </Text>
      <CopiedText text={scriptTag(script)} what="script" />
      <Text size="sm" c="dimmed" my="xs">
        If your website doesn’t allow scripts, use a frame with a fixed height:
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
          label="Page address"
          description="Leave it empty to use the name."
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
          description="Separate several lengths with commas, and guests choose one."
          {...form.getInputProps('durations')}
        />
        <Group grow align="start">
          <Select label="Where" allowDeselect={false} data={locationLabels} {...form.getInputProps('locationKind')} />
          <TextInput label="Location or link" maxLength={300} {...form.getInputProps('location')} />
        </Group>
        <NumberInput
          label="Price"
          description="Shown on the page. Leave empty if it is free."
          min={0}
          decimalScale={2}
          {...form.getInputProps('price')}
        />
        {form.values.price === '' || seats ? null : <Charging form={form} />}
        {seats ? <Seats form={form} /> : null}
        <Switch label="Active: guests can book" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      </Stack>
    </Panel>
  )
}

/** Whether it is paid to book it, and what a guest who cancels gets back. */
function Charging({ form }: PartProps) {
  const { charge, refunds } = form.values
  return (
    <>
      <Select
        label="Payment"
        description="What is paid online comes through your payment gateway. The time is kept for 30 minutes meanwhile."
        allowDeselect={false}
        data={[
          { value: 'later', label: 'At the appointment' },
          { value: 'deposit', label: 'A deposit when they book' },
          { value: 'full', label: 'The full price when they book' },
        ]}
        {...form.getInputProps('charge')}
      />
      {charge === 'deposit' ? (
        <NumberInput label="Deposit" min={0} decimalScale={2} {...form.getInputProps('deposit')} />
      ) : null}
      {charge === 'later' ? null : (
        <Select
          label="If a guest cancels"
          allowDeselect={false}
          data={[
            { value: 'full', label: 'Refund everything' },
            { value: 'until', label: 'Refund everything until some hours before' },
            { value: 'none', label: 'No refund' },
          ]}
          {...form.getInputProps('refunds')}
        />
      )}
      {charge !== 'later' && refunds === 'until' ? (
        <NumberInput label="Hours before" min={0} max={8_760} {...form.getInputProps('refundHours')} />
      ) : null}
    </>
  )
}

function Seats({ form }: PartProps) {
  return (
    <>
      <NumberInput label="Seats per date" min={1} {...form.getInputProps('capacity')} />
      <Switch label="Keep a waitlist when it is full" {...form.getInputProps('hasWaitlist', { type: 'checkbox' })} />
    </>
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
          <NumberInput label="Buffer minutes before" min={0} {...form.getInputProps('bufferBefore')} />
          <NumberInput label="Buffer minutes after" min={0} {...form.getInputProps('bufferAfter')} />
        </Group>
        <Group grow align="start">
          <NumberInput label="Minutes between offered times" min={5} {...form.getInputProps('slotMinutes')} />
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
