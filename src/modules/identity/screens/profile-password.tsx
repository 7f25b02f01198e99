import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import { mapAuthError, newPasswordErrors } from '../rules.ts'
import { Problem } from './auth-page.tsx'
import classes from './profile.module.css'
import { useAuthForm } from './use-auth-form.ts'
import { useRefresh } from './use-security.ts'

export function Password() {
  // A new key empties the form once it was saved.
  const [round, setRound] = useState(0)
  return (
    <Panel title="Password">
      <PasswordForm key={round} onSaved={() => setRound(round + 1)} />
    </Panel>
  )
}

type Values = { password: string; confirmPassword: string; nonce: string } & Record<string, string>

function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const [asked, setAsked] = useState(false)
  const refresh = useRefresh()
  const form = useAuthForm<Values>({
    initial: { password: '', confirmPassword: '', nonce: '' },
    validate: values => ({
      ...newPasswordErrors(values),
      ...(asked && !values.nonce.trim() && { nonce: 'Please enter the code from the email' }),
    }),
    send: async ({ password, nonce }) => {
      const change = { password, ...(asked && { nonce: nonce.trim() }) }
      const { error } = await withSecondFactor(() => auth().updateUser(change))
      if (error?.code === 'reauthentication_needed') {
        const sent = await auth().reauthenticate()
        setAsked(!sent.error)
        return sent.error ? { form: sent.error.message } : undefined
      }
      if (error) return refusalOf(error)
      toast('Your new password is saved. Other devices have been signed out.')
      await refresh()
      onSaved()
      return undefined
    },
  })
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <Stack gap="md">
        <Problem>{form.problem}</Problem>
        <PasswordInput label="New password" autoComplete="new-password" {...form.field('password')} />
        <PasswordInput label="Confirm password" autoComplete="new-password" {...form.field('confirmPassword')} />
        {asked ? (
          <TextInput
            label="Code"
            description="You have been signed in for a while, so we emailed you a code."
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('nonce')}
          />
        ) : null}
        <Button type="submit" variant="default" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
          Change password
        </Button>
      </Stack>
    </form>
  )
}

function refusalOf({ name, code, message }: { name: string; code?: string; message: string }) {
  if (code === 'reauthentication_not_valid') return { nonce: 'That code is wrong or has expired' }
  if (code === 'same_password') return { password: 'That is already your password' }
  const mapped = mapAuthError(name === 'AuthRetryableFetchError' ? 'fetch' : message)
  if (mapped.code === 'WEAK_PASSWORD') return { password: mapped.text }
  return { form: mapped.code === 'UNKNOWN_ERROR' ? message : mapped.text }
}
