import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useCustomFields } from '#people/widgets/use-custom-fields.ts'
import { isFixed, isWords } from '../rules/answers.ts'
import { CUSTOM, type Field, type FieldType, targetNames, targetsOf, typeNames } from '../rules/definition.ts'
import { factOf, filling } from '../rules/facts.ts'
import { withOptions } from '../rules/translating.ts'
import { Conditions } from './conditions.tsx'
import classes from './forms.module.css'
import { Places } from './places.tsx'
import { PaymentTerms, Prices } from './prices.tsx'
import type { LocalField } from './use-form-draft.ts'

export interface FieldPanelProps {
  field: LocalField
  /** The fields above it, about which conditions can ask. */
  before: LocalField[]
  /** Someone has answered: key and type stay. */
  kept: boolean
  errors: Record<string, string>
  /** Of prices. */
  currency: string
  onChange: (change: Partial<Field>) => void
}

const noDefault: FieldType[] = ['section', 'page', 'consent', 'family', 'address', 'file', 'payment']
const noHelp: FieldType[] = ['hidden']

/** Everything about one field. */
export function FieldPanel(props: FieldPanelProps) {
  const { field, errors, onChange } = props
  const { type } = field
  const isText = isWords(type)
  const label = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Once the menu that added it has given the focus back.
    const later = setTimeout(() => label.current?.focus({ preventScroll: true }), 50)
    return () => clearTimeout(later)
  }, [])
  return (
    <Stack gap="sm" className={classes.fieldPanel}>
      <Textarea
        ref={label}
        label={type === 'consent' ? 'Wording' : isText ? 'Heading' : 'Label'}
        description={type === 'consent' ? 'Saved with every consent, in the wording shown at that time.' : undefined}
        required
        autosize
        minRows={1}
        maxRows={6}
        value={field.label}
        error={errors.label}
        onChange={event => onChange({ label: event.currentTarget.value })}
      />
      {noHelp.includes(type) ? null : (
        <TextInput
          label={isText ? 'Text below' : 'Help'}
          value={field.help}
          error={errors.help}
          onChange={event => onChange({ help: event.currentTarget.value })}
        />
      )}
      {type === 'choice' || type === 'choices' ? <Answers {...props} /> : null}
      {type === 'payment' ? <PaymentTerms {...props} /> : null}
      {type === 'consent' ? <Kind {...props} /> : null}
      <Meaning {...props} />
      {isText || type === 'consent' || type === 'hidden' || isFixed(field) ? null : (
        <Checkbox
          label="Required"
          checked={field.required}
          error={errors.required}
          onChange={event => onChange({ required: event.currentTarget.checked })}
        />
      )}
      <Conditions {...props} />
    </Stack>
  )
}

const Answers = (props: FieldPanelProps) => (
  <>
    <Options {...props} />
    <Places {...props} />
    <Prices {...props} />
  </>
)

const Options = ({ field, errors, onChange }: FieldPanelProps) => (
  <Textarea
    key={field.map}
    label="Answers"
    description="One per line."
    required
    autosize
    minRows={2}
    maxRows={12}
    defaultValue={field.options.join('\n')}
    error={errors.options}
    onChange={event =>
      onChange(
        withOptions(
          field,
          event.currentTarget.value
            .split('\n')
            .map(line => line.trim())
            .filter(Boolean),
        ),
      )
    }
  />
)

const Kind = ({ field, onChange }: FieldPanelProps) => (
  <NativeSelect
    label="Consent to"
    value={field.consent}
    data={[
      { value: 'email', label: 'News by email' },
      { value: 'sms', label: 'Texts to their phone' },
    ]}
    onChange={event => onChange({ consent: event.currentTarget.value as Field['consent'] })}
  />
)

/** What of a person it fills: what everyone has, or one of the church's own fields. */
function Target({ field, kept, errors, onChange }: Omit<FieldPanelProps, 'before' | 'currency'>) {
  const { fields } = useCustomFields()
  const targets = targetsOf[field.type]
  const own = filling(field.type, fields)
  const gone = factOf(field) && !own.some(({ id }) => id === factOf(field))
  if (targets.length + own.length < 2 && !gone) return null
  const pick = (map: Field['map']) => {
    const list = own.find(({ id }) => map === `${CUSTOM}${id}`)?.options ?? []
    const fits = list.length === 0 || field.options.some(option => list.some(({ label }) => label === option))
    const options = list.map(({ label }) => label)
    onChange({ map, ...(!fits && !kept && withOptions(field, options)) })
  }
  return (
    <NativeSelect
      label="Fills in"
      value={field.map}
      error={errors.map}
      data={[
        ...targets.map(value => ({ value, label: targetNames[value] })),
        ...(gone ? [{ value: field.map, label: 'A field that was deleted or is private' }] : []),
        ...(own.length > 0
          ? [{ group: 'Custom fields', items: own.map(({ id, label }) => ({ value: `${CUSTOM}${id}`, label })) }]
          : []),
      ]}
      onChange={event => pick(event.currentTarget.value as Field['map'])}
    />
  )
}

/** What it fills in a person, what it begins with, what it is called among the answers. */
function Meaning({ field, kept, errors, onChange }: FieldPanelProps) {
  const { type } = field
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Target field={field} kept={kept} errors={errors} onChange={onChange} />
      {noDefault.includes(type) ? null : (
        <TextInput
          label={type === 'hidden' ? 'Value' : 'Default value'}
          description={type === 'hidden' ? `Or from the address: ?${field.key}=…` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={field.default}
          error={errors.default}
          onChange={event => onChange({ default: event.currentTarget.value })}
        />
      )}
      {isWords(type) ? null : (
        <TextInput
          label="Key"
          description={
            kept ? `${typeNames[type]}. This field has answers, so the key can’t be changed.` : typeNames[type]
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={field.key}
          disabled={kept}
          error={errors.key}
          spellCheck={false}
          onChange={event => onChange({ key: event.currentTarget.value.toLowerCase().replace(/[^a-z0-9_]/g, '_') })}
        />
      )}
    </SimpleGrid>
  )
}
