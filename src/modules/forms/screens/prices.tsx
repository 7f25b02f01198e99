import { Checkbox, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { exponent } from '#kernel/money.ts'
import { paymentKindNames, paymentKinds, type PaymentTerms as Terms } from '../rules/definition.ts'
import type { FieldPanelProps } from './field-panel.tsx'
import classes from './forms.module.css'

interface AmountProps {
  label: string
  currency: string
  value: number | null
  error?: string | undefined
  description?: string
  placeholder?: string
  hidden?: boolean
  onChange: (value: number | null) => void
}

/** Minor units, written as an amount. */
function Amount({ label, currency, value, hidden, onChange, ...rest }: AmountProps) {
  const digits = exponent(currency)
  const unit = 10 ** digits
  return (
    <NumberInput
      {...(hidden ? { 'aria-label': label } : { label })}
      {...rest}
      min={0}
      max={100_000}
      decimalScale={digits}
      fixedDecimalScale
      value={value === null ? '' : value / unit}
      onChange={typed => onChange(typed === '' ? null : Math.round(Number(typed) * unit))}
    />
  )
}

/** What choosing an answer costs; the sum is shown before they pay. */
export function Prices({ field, currency, errors, onChange }: FieldPanelProps) {
  const { options, prices } = field
  const put = (at: number, value: number | null) =>
    onChange({ prices: options.map((_, i) => (i === at ? value || null : (prices?.[i] ?? null))) })
  return (
    <Stack gap="xs">
      <Checkbox
        label="Answers have a price"
        description="People pay online after they send the form."
        checked={prices !== undefined}
        error={errors.prices}
        onChange={event => onChange({ prices: event.currentTarget.checked ? options.map(() => null) : undefined })}
      />
      {prices ? (
        <ul className={classes.places}>
          {options.map((option, i) => (
            <li key={option}>
              <Text span truncate>
                {option}
              </Text>
              <Amount
                hidden
                label={`Price of ${option} (${currency})`}
                placeholder="Free"
                currency={currency}
                value={prices[i] ?? null}
                onChange={value => put(i, value)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}

interface BoundsProps {
  terms: Terms
  currency: string
  onSet: (change: Partial<Terms>) => void
}

/** Of the quantity, or of the amount that they choose. */
const Bounds = ({ terms, currency, onSet }: BoundsProps) => (
  <Group grow>
    {(['least', 'most'] as const).map(name => {
      const label = name === 'least' ? 'At least' : 'At most'
      return terms.kind === 'open' ? (
        <Amount
          key={name}
          label={label}
          currency={currency}
          value={terms[name]}
          onChange={value => onSet({ [name]: value })}
        />
      ) : (
        <NumberInput
          key={name}
          label={label}
          min={0}
          max={9_999}
          allowDecimal={false}
          value={terms[name] ?? ''}
          onChange={value => onSet({ [name]: value === '' ? null : Number(value) })}
        />
      )
    })}
  </Group>
)

/** What a payment field asks for. */
export function PaymentTerms({ field, currency, errors, onChange }: FieldPanelProps) {
  const terms: Terms = field.payment ?? { kind: 'fixed', amount: 0, least: null, most: null }
  const { kind, amount } = terms
  const set = (change: Partial<typeof terms>) => onChange({ payment: { ...terms, ...change } })
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Payment"
        value={kind}
        error={errors.payment}
        data={paymentKinds.map(value => ({ value, label: paymentKindNames[value] }))}
        onChange={event =>
          onChange({
            payment: { ...terms, kind: event.currentTarget.value as typeof kind, least: null, most: null },
            required: false,
          })
        }
      />
      {kind === 'open' ? null : (
        <Amount
          label={`Price (${currency})`}
          currency={currency}
          value={amount}
          onChange={value => set({ amount: value ?? 0 })}
        />
      )}
      {kind === 'fixed' ? null : <Bounds terms={terms} currency={currency} onSet={set} />}
    </Stack>
  )
}
