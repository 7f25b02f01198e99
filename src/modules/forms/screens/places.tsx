import { Checkbox, NumberInput, Stack, Text } from '@mantine/core'
import type { FieldPanelProps } from './field-panel.tsx'
import classes from './forms.module.css'

/** How many may choose an answer; once they have, it is shown as full. */
export function Places({ field, errors, onChange }: FieldPanelProps) {
  const { options, places } = field
  const put = (at: number, value: string | number) =>
    onChange({ places: options.map((_, i) => (i === at ? Number(value) || null : (places?.[i] ?? null))) })
  return (
    <Stack gap="xs">
      <Checkbox
        label="Limit how many may choose an answer"
        description="When all places are taken, the answer is shown as full."
        checked={places !== undefined}
        error={errors.places}
        onChange={event => onChange({ places: event.currentTarget.checked ? options.map(() => null) : undefined })}
      />
      {places ? (
        <ul className={classes.places}>
          {options.map((option, i) => (
            <li key={option}>
              <Text span truncate>
                {option}
              </Text>
              <NumberInput
                aria-label={`Places for ${option}`}
                placeholder="No limit"
                min={1}
                max={100_000}
                allowDecimal={false}
                value={places[i] ?? ''}
                onChange={value => put(i, value)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}
