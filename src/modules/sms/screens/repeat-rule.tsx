import { Chip, Group, Input, NativeSelect, NumberInput } from '@mantine/core'
import classes from './sms.module.css'
import type { Repeat } from './use-repeat.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, i) => ({ value: String(i + 1), label }))
const nths = [
  ...['First', 'Second', 'Third', 'Fourth'].map((label, i) => ({ value: String(i + 1), label })),
  { value: '-1', label: 'Last' },
]

/** How often, and on which days. */
export const RepeatRule = ({ repeat }: { repeat: Repeat }) => {
  const { values, set, errors } = repeat
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="How often"
          value={values.kind}
          onChange={event => set({ kind: event.currentTarget.value as typeof values.kind })}
          data={[
            { value: 'week', label: 'Weekly' },
            { value: 'day', label: 'Monthly on a date' },
            { value: 'nth', label: 'Monthly on a weekday' },
          ]}
        />
        <NumberInput
          label={values.kind === 'week' ? 'Repeat every (weeks)' : 'Repeat every (months)'}
          min={1}
          max={12}
          value={values.interval}
          error={errors['rule.interval']}
          onChange={value => set({ interval: Number(value) || 1 })}
        />
      </div>
      <Days repeat={repeat} />
    </>
  )
}

function Days({ repeat: { values, set, errors } }: { repeat: Repeat }) {
  if (values.kind === 'week')
    return (
      <Input.Wrapper label="On" error={errors['rule.weekdays'] ?? errors.rule}>
        <Chip.Group multiple value={values.weekdays} onChange={weekdays => set({ weekdays })}>
          <Group gap="xs">
            {days.map(({ value, label }) => (
              <Chip key={value} value={value} size="sm">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
    )
  if (values.kind === 'day')
    return (
      <NumberInput
        label="Day of the month"
        description="31 is the last day of every month."
        min={1}
        max={31}
        value={values.day}
        onChange={value => set({ day: Number(value) || 1 })}
      />
    )
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Which"
        data={nths}
        value={values.nth}
        onChange={event => set({ nth: event.currentTarget.value })}
      />
      <NativeSelect
        label="Day"
        data={days}
        value={values.weekday}
        onChange={event => set({ weekday: event.currentTarget.value })}
      />
    </div>
  )
}
