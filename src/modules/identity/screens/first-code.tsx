import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

export interface FirstCodeProps {
  label: string
  busy: boolean
  onCode: (code: string) => void
  onCancel: () => void
}

/** The code that proves that a new factor works. */
export function FirstCode({ label, busy, onCode, onCancel }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && code.trim()) onCode(code.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={!code.trim()}>
          Turn on
        </Button>
      </Group>
    </form>
  )
}
