import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { formatMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'
import { totalsOf } from '../invoices/rules/amounts.ts'
import { emptyLine, type InvoiceFormType, lineInput, taxKey } from './use-invoice-form.ts'

interface LinesProps {
  form: InvoiceFormType
  rates: readonly { name: string; rate: number }[]
}

/** What is charged for, with the sum as it will be. */
export function InvoiceLines({ form, rates }: LinesProps) {
  const { locale } = useFormat()
  const { lines, currency } = form.values
  const totals = totalsOf(
    lines.map(line => {
      const input = lineInput(line, currency)
      return { ...input, quantity: Number.isFinite(input.quantity) ? input.quantity : 0 }
    }),
  )
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  return (
    <Stack gap="sm" role="group" aria-label="Lines">
      {lines.map((_, at) => (
        <Line key={at} form={form} rates={rates} at={at} />
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => form.insertListItem('lines', { ...emptyLine })}
        >
          Add a line
        </Button>
        <Text fw={600}>
          {totals.tax > 0 ? `${money(totals.tax)} tax, ` : ''}
          {money(totals.total)} in all
        </Text>
      </Group>
      {form.errors.lines ? <Text c="red">{form.errors.lines}</Text> : null}
    </Stack>
  )
}

function Line({ form, rates, at }: LinesProps & { at: number }) {
  const line = form.values.lines[at]!
  const known = rates.map(({ name, rate }) => ({ value: taxKey(name, rate), label: `${name} ${rate}%` }))
  const options =
    line.tax && !known.some(({ value }) => value === line.tax)
      ? [...known, { value: line.tax, label: line.tax.replace('|', ' ') }]
      : known
  return (
    <Stack gap={4}>
      <TextInput
        aria-label={`Description of line ${at + 1}`}
        placeholder="Description"
        {...form.getInputProps(`lines.${at}.description`)}
      />
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label={`Quantity of line ${at + 1}`}
          placeholder="Quantity"
          inputMode="decimal"
          {...form.getInputProps(`lines.${at}.quantity`)}
        />
        <TextInput
          aria-label={`Price of line ${at + 1}`}
          placeholder="Price"
          inputMode="decimal"
          {...form.getInputProps(`lines.${at}.price`)}
        />
        {options.length > 0 ? (
          <NativeSelect
            aria-label={`Tax of line ${at + 1}`}
            data={[{ value: '', label: 'No tax' }, ...options]}
            {...form.getInputProps(`lines.${at}.tax`)}
          />
        ) : null}
        {form.values.lines.length > 1 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove line ${at + 1}`}
            onClick={() => form.removeListItem('lines', at)}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        ) : null}
      </Group>
    </Stack>
  )
}
