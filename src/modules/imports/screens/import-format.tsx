import { NativeSelect, Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { dateOrderTexts, productNames } from '../rules/field-groups.ts'
import { delimiterTexts, type EncodingName, encodings } from '../rules/formats.ts'
import classes from './import.module.css'
import type { Change, Detail } from './use-import.ts'

interface ImportFormatProps {
  found: Detail
  onChange: (change: Change) => void
}

/** What the file is and how it is read; each guess can be put right. */
export function ImportFormat({ found, onChange }: ImportFormatProps) {
  const { number } = useFormat()
  const { product, columns, hasHeader } = found
  return (
    <Panel title="The file">
      <Text mb="sm">
        {product && product !== 'other' ? (
          <>
            This looks like an export from <strong>{productNames[product]}</strong>:{' '}
          </>
        ) : null}
        {wordOf(found, number)}, {number(columns.length)} {columns.length === 1 ? 'column' : 'columns'}
        {hasHeader ? '' : ', without a header'}.
      </Text>
      <div className={classes.fields}>
        <Encoding found={found} onChange={onChange} />
        {found.cards ? null : (
          <NativeSelect
            label="Column separator"
            value={found.delimiter ?? ','}
            onChange={event => onChange({ format: { delimiter: event.currentTarget.value as ',' } })}
            data={Object.entries(delimiterTexts).map(([value, label]) => ({ value, label }))}
          />
        )}
        <Dates found={found} onChange={onChange} />
      </div>
    </Panel>
  )
}

function Dates({ found, onChange }: ImportFormatProps) {
  return (
    <>
      {found.dates.map(date => (
        <NativeSelect
          key={date.column}
          label={`Dates in “${date.header}”`}
          description={date.examples
            .slice(0, 2)
            .map(({ written, read }) => `${written} is ${read || 'not a date'}`)
            .join(', ')}
          error={date.certain ? undefined : 'They can be read in two ways. Please check.'}
          value={date.order}
          onChange={event =>
            onChange({
              options: {
                dateOrder: {
                  ...found.options.dateOrder,
                  [date.column]: event.currentTarget.value as typeof date.order,
                },
              },
            })
          }
          data={Object.entries(dateOrderTexts).map(([value, label]) => ({ value, label }))}
        />
      ))}
    </>
  )
}

function wordOf({ cards, rows }: Detail, number: (count: number) => string): string {
  const one = cards ? 'contact card' : 'row'
  return `${number(rows)} ${one}${rows === 1 ? '' : 's'}`
}

function Encoding({ found, onChange }: ImportFormatProps) {
  const current = found.encoding ?? 'utf-8'
  const known = Object.entries(encodings).map(([value, label]) => ({ value, label }))
  const data = current in encodings ? known : [{ value: current, label: current }, ...known]
  return (
    <NativeSelect
      label="File encoding"
      value={current}
      onChange={event => onChange({ format: { encoding: event.currentTarget.value as EncodingName } })}
      data={data}
    />
  )
}
