import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { dateExample, shownDate, toStoredDate } from '../rules/typed-dates.ts'

interface PartialDateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** 1980-04-03, --04-03, or what was typed and is no date. */
  value?: string
  onChange?: (stored: string) => void
}

/** A date whose year may be left out, typed as people write it. */
export function PartialDateInput({ value = '', onChange, onBlur, ...rest }: PartialDateInputProps) {
  const { locale } = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      placeholder={dateExample(locale)}
      maxLength={40}
      value={typed ?? shownDate(value, locale)}
      onChange={event => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange?.(toStoredDate(text, locale, new Date().toISOString().slice(0, 10)))
      }}
      onBlur={event => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
