import { Checkbox, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { Panel } from '#ui/panel.tsx'
import type { PartProps } from './type-fields.tsx'

const hoursBefore = [0, 60, 120, 240, 720, 1_440, 2_880, 10_080]
export const lengthLabel = (minutes: number) =>
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
  return (
    <Panel title="Rules">
      <Stack>
        <Limits form={form} />
        <Answering form={form} />
        <Select
          label="Who can see its page"
          allowDeselect={false}
          data={[
            { value: 'public', label: 'Public: listed on your booking page' },
            { value: 'unlisted', label: 'Unlisted: anyone with the link' },
            { value: 'members', label: 'Members: booked only by your team' },
          ]}
          {...form.getInputProps('visibility')}
        />
        <TextInput
          label="Page to show after booking"
          placeholder="https://"
          maxLength={500}
          {...form.getInputProps('redirect')}
        />
      </Stack>
    </Panel>
  )
}

interface LengthProps extends PartProps {
  label: string
  field: 'noticeMinutes' | 'cancelNoticeMinutes'
}

function Length({ form, label, field }: LengthProps) {
  const minutes = form.values[field]
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={lengthOptions(minutes)}
      value={String(minutes)}
      onChange={value => form.setFieldValue(field, Number(value))}
    />
  )
}

function Limits({ form }: PartProps) {
  return (
    <>
      <Length form={form} label="Can be booked until" field="noticeMinutes" />
      <NumberInput label="Days ahead it can be booked" min={1} max={730} {...form.getInputProps('horizonDays')} />
      <NumberInput
        label="Most bookings per day"
        description="Leave empty for no limit."
        min={1}
        {...form.getInputProps('dailyLimit')}
      />
    </>
  )
}

function Answering({ form }: PartProps) {
  return (
    <>
      <Select
        label="Confirmation"
        allowDeselect={false}
        data={[
          { value: 'automatic', label: 'Booked right away' },
          { value: 'manual', label: 'You confirm each request' },
        ]}
        {...form.getInputProps('confirmation')}
      />
      {form.values.confirmation === 'manual' ? (
        <Checkbox
          label="Hold the time until you confirm or decline"
          {...form.getInputProps('pendingBlocks', { type: 'checkbox' })}
        />
      ) : null}
      <Length form={form} label="Guests can cancel or reschedule until" field="cancelNoticeMinutes" />
    </>
  )
}
