import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Problem } from './auth-page.tsx'
import { FirstCode } from './first-code.tsx'
import { type EnrollProps, useEnroll } from './use-enroll.ts'

export function EnrollPhone(props: EnrollProps) {
  const { factor, problem, busy, begin, finish } = useEnroll(props)
  const [phone, setPhone] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const good = /^\+[1-9][\d\s().-]{6,}$/.test(phone.trim())
    setError(good ? undefined : 'Please enter the number with its country code, like +1 512 555 0142')
    if (good && !busy) void begin('phone', phone.trim())
  }
  return (
    <Modal opened onClose={props.onClose} title="Get codes by text">
      <Stack gap="md">
        <Problem>{problem}</Problem>
        {factor ? (
          <FirstCode
            label={`Code that we sent to ${phone.trim()}`}
            busy={busy}
            onCode={code => void finish(code)}
            onCancel={props.onClose}
          />
        ) : (
          <form onSubmit={submit} noValidate>
            <TextInput
              label="Mobile number"
              description="With its country code"
              type="tel"
              autoComplete="tel"
              placeholder="+1 512 555 0142"
              data-autofocus
              value={phone}
              error={error}
              onChange={event => setPhone(event.currentTarget.value)}
            />
            <Group justify="flex-end" mt="md" gap="sm">
              <Button variant="default" onClick={props.onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                Send a code
              </Button>
            </Group>
          </form>
        )}
      </Stack>
    </Modal>
  )
}
