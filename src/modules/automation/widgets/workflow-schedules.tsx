import { NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { stages } from '#leads/rules/stages.ts'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { api } from '#web/api.ts'

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
const numberIn = (value: unknown) => (typeof value === 'number' ? value : '')
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
}))

const HourField = ({ value, onChange }: FormProps) => (
  <NativeSelect
    label="At"
    value={String(value.hour ?? 9)}
    data={hours}
    onChange={event => onChange({ ...value, hour: Number(event.currentTarget.value) })}
  />
)

export function DateForm(props: FormProps) {
  const { value, onChange } = props
  const { data } = useQuery(api.personFields.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const own = (data?.items ?? []).filter(({ type }) => type === 'date')
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Date"
        required
        value={textIn(value.field)}
        data={[
          { value: '', label: 'Choose a date' },
          { value: 'birthDate', label: 'Birthday' },
          { value: 'anniversary', label: 'Anniversary' },
          ...own.map(({ key, label }) => ({ value: `custom.${key}`, label })),
        ]}
        onChange={event => onChange({ ...value, field: event.currentTarget.value || undefined })}
      />
      <NumberInput
        label="Days after it"
        description="Negative for days before it."
        min={-365}
        max={365}
        allowDecimal={false}
        value={numberIn(value.offsetDays ?? 0)}
        onChange={days => onChange({ ...value, offsetDays: Number(days) || 0 })}
      />
      <HourField {...props} />
    </Stack>
  )
}

export function StaleForm(props: FormProps) {
  const { value, onChange } = props
  const { stageTitles } = useLeadNames()
  return (
    <Stack gap="sm">
      <NumberInput
        label="Days without activity"
        required
        min={1}
        max={365}
        allowDecimal={false}
        value={numberIn(value.days)}
        onChange={days => onChange({ ...value, days: days === '' ? undefined : Number(days) })}
      />
      <NativeSelect
        label="Stage"
        value={textIn(value.stage)}
        data={[
          { value: '', label: 'Any stage' },
          ...stages.filter(one => one !== 'closed').map(one => ({ value: one, label: stageTitles[one] })),
        ]}
        onChange={event => onChange({ ...value, stage: event.currentTarget.value || null })}
      />
      <HourField {...props} />
    </Stack>
  )
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const monthDays = Array.from({ length: 31 }, (_, i) => ({ value: String(i + 1), label: `Day ${i + 1}` }))

export function RepeatForm(props: FormProps) {
  const { value, onChange } = props
  const isMonthly = value.every === 'month'
  return (
    <Stack gap="sm">
      <NativeSelect
        label="How often"
        required
        value={textIn(value.every)}
        data={[
          { value: '', label: 'Choose how often' },
          { value: 'week', label: 'Every week' },
          { value: 'month', label: 'Every month' },
        ]}
        onChange={event => onChange({ ...value, every: event.currentTarget.value || undefined, on: 1 })}
      />
      <NativeSelect
        label="On"
        value={String(value.on ?? 1)}
        data={isMonthly ? monthDays : weekdays.map((label, day) => ({ value: String(day), label }))}
        onChange={event => onChange({ ...value, on: Number(event.currentTarget.value) })}
      />
      <HourField {...props} />
    </Stack>
  )
}
