import {
  Input,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { MOST_LONG, MOST_TEXT, readAnswer } from '../fields/rules/answer.ts'
import { byGroup, type CustomAnswers, type CustomField } from '../fields/rules/types.ts'
import { useCustomFields } from '../widgets/use-custom-fields.ts'
import classes from './person.module.css'

export type Fact = CustomAnswers[string]

interface FactInputProps {
  field: CustomField
  value: Fact | undefined
  error?: React.ReactNode
  onChange: (value: Fact) => void
}

const unset = (text: string): Fact => (text === '' ? null : text)

/** One fact, by its type; null is nothing. */
export function FactInput({ field, value, error, onChange }: FactInputProps) {
  const { label, help, type, options } = field
  const common = { label, description: help || undefined, error }
  const list = options.map(option => ({ value: option.id, label: option.label }))
  switch (type) {
    case 'number':
      return (
        <NumberInput
          {...common}
          hideControls
          value={(value as number | string | null) ?? ''}
          onChange={typed => onChange(typed === '' ? null : typed)}
        />
      )
    case 'yesno':
      return <YesNo {...common} value={value as boolean | null | undefined} onChange={onChange} />
    case 'choice':
      return (
        <Select
          {...common}
          placeholder="Unknown"
          clearable
          searchable={list.length > 8}
          data={list}
          value={(value as string | null) ?? null}
          onChange={onChange}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...common}
          clearable
          searchable={list.length > 8}
          data={list}
          value={(value as string[] | null) ?? []}
          onChange={chosen => onChange(chosen.length > 0 ? chosen : null)}
        />
      )
    default:
      return <Words {...common} type={type} value={value as string | null | undefined} onChange={onChange} />
  }
}

interface PartProps<T> {
  label: string
  description?: string
  error?: React.ReactNode
  value: T | null | undefined
  onChange: (value: Fact) => void
}

function Words({ type, value, onChange, ...rest }: PartProps<string> & { type: 'text' | 'long' | 'date' }) {
  const common = { ...rest, value: value ?? '' }
  const typed = (event: { currentTarget: { value: string } }) => onChange(unset(event.currentTarget.value))
  if (type === 'long')
    return <Textarea {...common} autosize minRows={2} maxRows={8} maxLength={MOST_LONG} onChange={typed} />
  return <TextInput {...common} type={type} maxLength={type === 'text' ? MOST_TEXT : undefined} onChange={typed} />
}

/** Three states: nobody has asked yet is not a no. */
const YesNo = ({ label, description, error, value, onChange }: PartProps<boolean>) => (
  <Input.Wrapper label={label} description={description} error={error} labelElement="div">
    <SegmentedControl
      aria-label={label}
      className={classes.yesno}
      value={value === true ? 'yes' : value === false ? 'no' : ''}
      data={[
        { value: '', label: 'Unknown' },
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
      onChange={said => onChange(said === '' ? null : said === 'yes')}
    />
  </Input.Wrapper>
)

/** What is wrong with the facts of a form, by their path. */
export function factProblems(fields: readonly CustomField[], custom: CustomAnswers): Record<string, string> {
  const found: Record<string, string> = {}
  for (const field of fields) {
    const read = readAnswer(field, custom[field.id])
    if (read.problem !== undefined) found[`custom.${field.id}`] = read.problem
  }
  return found
}

interface FactFieldsProps {
  custom: CustomAnswers
  /** by `custom.` and the field's id */
  errors: Record<string, React.ReactNode>
  onChange: (fieldId: string, value: Fact) => void
}

/** All facts that the church keeps, under their headings. */
export function FactFields({ custom, errors, onChange }: FactFieldsProps) {
  const { fields } = useCustomFields()
  return byGroup(fields).map(({ group, fields: some }) => (
    <Stack key={group} component="section" gap="md" aria-label={group || 'Your fields'}>
      <Text fw={600} size="sm" className={classes.heading}>
        {group || 'Your fields'}
      </Text>
      {some.map(field => (
        <FactInput
          key={field.id}
          field={field}
          value={custom[field.id]}
          error={errors[`custom.${field.id}`]}
          onChange={value => onChange(field.id, value)}
        />
      ))}
    </Stack>
  ))
}
