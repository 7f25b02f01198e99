import { NumberInput, Text, TextInput } from '@mantine/core'
import type { Kind } from '../segments/rules/condition.ts'
import { type CustomOp, customOpsOf } from '../segments/rules/kinds.ts'
import { Count, type FieldsProps, Pick, Several } from './condition-inputs.tsx'
import { useCustomFields } from './use-custom-fields.ts'

const opNames: Record<CustomOp, string> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  more: 'is more than',
  less: 'is less than',
  before: 'before',
  after: 'after',
  inLast: 'in the last',
  notInLast: 'longer ago than',
  any: 'any of',
  all: 'all of',
  none: 'none of',
  yes: 'is yes',
  no: 'is no',
  filled: 'is known',
  empty: 'is not known',
}
/** Of one answer nobody says "any of". */
const ofOne: Partial<Record<CustomOp, string>> = { any: 'is one of', none: 'is none of' }
const silent: readonly CustomOp[] = ['yes', 'no', 'filled', 'empty']

/** A fact of the church's own. */
export function CustomFields({ condition, onChange }: FieldsProps<Kind<'custom'>>) {
  const { type, op } = condition
  const words = type === 'choice' ? { ...opNames, ...ofOne } : opNames
  const options = Object.fromEntries(customOpsOf[type].map(one => [one, words[one]])) as Record<CustomOp, string>
  return (
    <>
      <Pick label="Comparison" options={options} of={condition} name="op" onChange={onChange} />
      {silent.includes(op) ? null : <Value condition={condition} onChange={onChange} />}
    </>
  )
}

export function CustomName({ fieldId }: { fieldId: string }) {
  const { fields, isPending } = useCustomFields()
  const field = fields.find(({ id }) => id === fieldId)
  return field || isPending ? (
    field?.label
  ) : (
    <Text span inherit c="dimmed">
      A deleted field
    </Text>
  )
}

function Value({ condition, onChange }: FieldsProps<Kind<'custom'>>) {
  const { fields } = useCustomFields()
  const { type, op, text, number, date, days, options = [], fieldId } = condition
  if (type === 'choice' || type === 'choices')
    return (
      <Several
        label="Answers"
        options={(fields.find(({ id }) => id === fieldId)?.options ?? []).map(({ id, label }) => ({
          value: id,
          label,
        }))}
        value={options}
        onChange={chosen => onChange({ ...condition, options: chosen })}
      />
    )
  if (op === 'inLast' || op === 'notInLast')
    return <Count label="Number of days" value={days} onChange={n => onChange({ ...condition, days: n })} />
  if (type === 'number')
    return (
      <NumberInput
        aria-label="Number"
        hideControls
        value={number ?? ''}
        onChange={typed => onChange({ ...condition, number: typed === '' ? undefined : Number(typed) })}
      />
    )
  const day = type === 'date'
  return (
    <TextInput
      type={day ? 'date' : 'text'}
      aria-label={day ? 'Day' : 'Value'}
      maxLength={200}
      value={(day ? date : text) ?? ''}
      onChange={event =>
        onChange({
          ...condition,
          ...(day ? { date: event.currentTarget.value || undefined } : { text: event.currentTarget.value }),
        })
      }
    />
  )
}
