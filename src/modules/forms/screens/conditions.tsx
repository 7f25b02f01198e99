import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { isWords } from '../rules/answers.ts'
import { type Comparison, type Condition, comparisonNames, comparisons } from '../rules/definition.ts'
import type { FieldPanelProps } from './field-panel.tsx'
import classes from './forms.module.css'
import type { LocalField } from './use-form-draft.ts'

/** When a field is shown: always, or where all of these hold. */
export function Conditions({ field, before, errors, onChange }: FieldPanelProps) {
  const askable = before.filter(({ type }) => !isWords(type))
  const { when } = field
  if (askable.length === 0 && when.length === 0) return null
  const set = (at: number, change: Partial<Condition>) =>
    onChange({ when: when.map((one, i) => (i === at ? { ...one, ...change } : one)) })
  const add = () => onChange({ when: [...when, { key: askable.at(-1)!.key, is: 'answered', value: '' }] })
  return (
    <Stack gap="xs" role="group" aria-label="When it is shown">
      {when.length > 0 ? (
        <Text size="sm" fw={550}>
          Shown only if {when.length > 1 ? 'all of these are true' : ''}
        </Text>
      ) : null}
      {when.map((condition, i) => (
        <Row
          key={i}
          condition={condition}
          askable={askable}
          onChange={change => set(i, change)}
          onRemove={() => onChange({ when: when.filter((_, at) => at !== i) })}
        />
      ))}
      {errors.when ? (
        <Text size="sm" c="red" role="alert">
          {errors.when}
        </Text>
      ) : null}
      {when.length < 5 && askable.length > 0 ? (
        <Group>
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={add}>
            {when.length === 0 ? 'Show only if…' : 'And if…'}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

interface RowProps {
  condition: Condition
  askable: LocalField[]
  onChange: (change: Partial<Condition>) => void
  onRemove: () => void
}

function Row({ condition: { key, is, value }, askable, onChange, onRemove }: RowProps) {
  const asked = askable.find(one => one.key === key)
  const answers =
    asked?.type === 'yesno'
      ? [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]
      : asked?.options.map(one => ({ value: one, label: one }))
  const common = { 'aria-label': 'Answer', value }
  return (
    <div className={classes.condition}>
      <NativeSelect
        aria-label="Field"
        value={key}
        data={[
          ...(asked ? [] : [{ value: key, label: 'A deleted field' }]),
          ...askable.map(one => ({ value: one.key, label: one.label })),
        ]}
        onChange={event => onChange({ key: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Comparison"
        value={is}
        data={comparisons.map(one => ({ value: one, label: comparisonNames[one] }))}
        onChange={event => onChange({ is: event.currentTarget.value as Comparison })}
      />
      {is === 'answered' || is === 'empty' ? (
        <span />
      ) : answers?.length ? (
        <NativeSelect
          {...common}
          data={[{ value: '', label: '' }, ...answers]}
          onChange={event => onChange({ value: event.currentTarget.value })}
        />
      ) : (
        <TextInput {...common} onChange={event => onChange({ value: event.currentTarget.value })} />
      )}
      <ActionIcon aria-label="Remove this condition" onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
