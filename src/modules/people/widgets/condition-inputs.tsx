import { MultiSelect, NativeSelect, NumberInput } from '@mantine/core'
import type { Condition } from '../segments/rules/condition.ts'
import classes from './segment.module.css'

export interface FieldsProps<T extends Condition> {
  condition: T
  onChange: (condition: T) => void
}

interface PickProps<T, K extends keyof T> {
  label: string
  options: Record<T[K] & string, string>
  of: T
  name: K
  onChange: (changed: T) => void
}

/** One of a few, by a select that every phone knows. */
export function Pick<T extends object, K extends keyof T>({ label, options, of, name, onChange }: PickProps<T, K>) {
  return (
    <NativeSelect
      aria-label={label}
      value={of[name] as string}
      data={Object.entries<string>(options).map(([value, text]) => ({ value, label: text }))}
      onChange={event => onChange({ ...of, [name]: event.currentTarget.value })}
    />
  )
}

interface YesNoProps<T, K extends keyof T> {
  label: string
  yes: string
  no: string
  of: T
  name: K
  onChange: (changed: T) => void
}
export const YesNo = <T extends object, K extends keyof T>({
  label,
  yes,
  no,
  of,
  name,
  onChange,
}: YesNoProps<T, K>) => (
  <NativeSelect
    aria-label={label}
    className={classes.number}
    value={of[name] ? 'yes' : 'no'}
    data={[
      { value: 'yes', label: yes },
      { value: 'no', label: no },
    ]}
    onChange={event => onChange({ ...of, [name]: event.currentTarget.value === 'yes' })}
  />
)

interface CountProps {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  prefix?: string
  suffix?: string
  placeholder?: string
}
export const Count = ({ label, value, onChange, prefix, suffix = ' days', placeholder }: CountProps) => (
  <NumberInput
    aria-label={label}
    allowDecimal={false}
    allowNegative={false}
    hideControls
    prefix={prefix}
    suffix={suffix}
    placeholder={placeholder}
    value={value ?? ''}
    onChange={typed => onChange(typed === '' ? undefined : Number(typed))}
  />
)

interface SeveralProps {
  label: string
  options: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
}
export const Several = ({ label, options, value, onChange }: SeveralProps) => (
  <MultiSelect
    aria-label={label}
    placeholder={value.length === 0 ? label : undefined}
    searchable
    data={options}
    value={value}
    onChange={onChange}
  />
)
