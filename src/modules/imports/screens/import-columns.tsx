import { Button, NativeSelect, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { CustomField, CustomType } from '#people/fields/rules/types.ts'
import { FieldForm } from '#people/widgets/field-form.tsx'
import { useCustomFields } from '#people/widgets/use-custom-fields.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { fieldGroups, hasRule } from '../rules/field-groups.ts'
import { type Field, fields } from '../rules/fields.ts'
import { type ColumnRule, columnRules, columnRuleTexts } from '../rules/options.ts'
import { isYesNo } from '../rules/values.ts'
import classes from './import.module.css'
import type { Change, Detail } from './use-import.ts'

type Column = Detail['columns'][number]

interface ImportColumnsProps {
  found: Detail
  onChange: (change: Change) => void
}

const NEW = 'new'
const choicesWith = (own: CustomField[]) => [
  { value: 'ignore', label: fields.ignore },
  ...Object.entries(fieldGroups).map(([group, items]) => ({
    group,
    items: items.map(value => ({ value, label: fields[value] })),
  })),
  {
    group: 'Custom fields',
    items: [
      ...own.map(({ id, label }) => ({ value: `custom:${id}`, label })),
      { value: NEW, label: 'Make a new field…' },
    ],
  },
]

/** What a new field for the column would hold, by its values. */
function guessed({ header, samples }: Column): { label: string; type: CustomType } {
  const all = (test: (value: string) => boolean) => samples.length > 0 && samples.every(value => test(value.trim()))
  if (all(isYesNo)) return { label: header, type: 'yesno' }
  if (all(value => /^-?\d+([.,]\d+)?$/.test(value))) return { label: header, type: 'number' }
  return { label: header, type: all(value => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(value)) ? 'date' : 'text' }
}

const isEmpty = ({ samples }: Column) => samples.length === 0

/** What each column becomes, with three of its values. Columns without a value are folded away. */
export function ImportColumns({ found, onChange }: ImportColumnsProps) {
  const { date } = useFormat()
  const [all, setAll] = useState(false)
  const empty = found.columns.filter(isEmpty).length
  const shown = all ? found.columns : found.columns.filter(column => !isEmpty(column))
  return (
    <Panel title="The columns">
      <Text size="sm" c="dimmed" mb="sm">
        {found.mappedAs ? `Mapped as on ${date(found.mappedAs)}. You can change it. ` : ''}Below each name you see
        values from the file. Choose a field for each, or skip it.
      </Text>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">Your column</th>
            <th scope="col">Role</th>
            <th scope="col">For existing people</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(column => (
            <ColumnRow
              key={column.column}
              column={column}
              ruled={found.options.known === 'update'}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
      {empty > 0 ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(!all)}>
          {all ? 'Hide empty columns' : empty === 1 ? 'Show one empty column' : `Show ${empty} empty columns`}
        </Button>
      ) : null}
    </Panel>
  )
}

interface ColumnRowProps {
  column: Column
  /** people who are known are changed at all */
  ruled: boolean
  onChange: (change: Change) => void
}

function ColumnRow({ column, ruled, onChange }: ColumnRowProps) {
  const { header, field, rule, samples, unknown } = column
  const set = (change: { field?: Field; custom?: string | null; rule?: ColumnRule }) =>
    onChange({ mapping: [{ column: column.column, ...change }] })
  return (
    <tr data-ignored={field === 'ignore' || undefined}>
      <th scope="row">
        <Text span fw={600} className={classes.header}>
          {header}
        </Text>
        {unknown ? (
          <Text span size="xs" c="dimmed" fs="italic" className={classes.unknown}>
            not recognized
          </Text>
        ) : null}
        <Text span size="xs" c="dimmed" className={classes.samples}>
          {samples.length > 0 ? samples.join(' · ') : 'no values'}
        </Text>
      </th>
      <td>
        <FieldSelect column={column} onPick={set} />
      </td>
      <td>
        {ruled && hasRule(field) ? (
          <NativeSelect
            aria-label={`What “${header}” does for existing people`}
            value={rule}
            onChange={event => set({ rule: event.currentTarget.value as ColumnRule })}
            data={columnRules.map(value => ({ value, label: columnRuleTexts[value] }))}
          />
        ) : (
          <VisuallyHidden>No choice</VisuallyHidden>
        )}
      </td>
    </tr>
  )
}

interface FieldSelectProps {
  column: Column
  onPick: (change: { field: Field; custom: string | null }) => void
}

/** What the column is; a fact that the church doesn't keep yet is made on the way. */
function FieldSelect({ column, onPick }: FieldSelectProps) {
  const { header, field, custom } = column
  const { fields: own } = useCustomFields()
  const [making, setMaking] = useState(false)
  const pick = (value: string) => {
    if (value === NEW) setMaking(true)
    else if (value.startsWith('custom:')) onPick({ field: 'custom', custom: value.slice('custom:'.length) })
    else onPick({ field: value as Field, custom: null })
  }
  const known = field !== 'custom' || own.some(({ id }) => id === custom)
  return (
    <>
      <NativeSelect
        aria-label={`Import “${header}” as`}
        value={!known ? 'ignore' : field === 'custom' ? `custom:${custom}` : field}
        onChange={event => pick(event.currentTarget.value)}
        data={choicesWith(own)}
      />
      {making ? (
        <FieldForm
          field={null}
          begin={guessed(column)}
          onClose={() => setMaking(false)}
          onSaved={({ id }) => onPick({ field: 'custom', custom: id })}
        />
      ) : null}
    </>
  )
}
