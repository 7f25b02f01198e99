import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useCustomFields } from '#people/widgets/use-custom-fields.ts'
import classes from './composer.module.css'
import { Tools } from './formatting-tools.tsx'
import { useBlockHome } from './use-block-home.ts'

interface WordsFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  rows: number
  /** no bold, lists or links, only merge tags */
  plain?: boolean
}

/** Several lines with merge tags, and formatting where it is kept. */
export function WordsField({ label, value, onChange, rows, plain }: WordsFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { fields } = useCustomFields()
  const own = useBlockHome() === 'house' ? [] : fields.filter(field => !field.isPrivate)
  return (
    <Textarea
      ref={area}
      label={label}
      autosize
      minRows={rows}
      maxRows={24}
      maxLength={20_000}
      inputContainer={input => (
        <div className={classes.words}>
          <Tools area={area} onChange={onChange} plain={plain} own={own} />
          {input}
        </div>
      )}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
