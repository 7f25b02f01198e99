import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { auth } from '#web/session.ts'
import { forgotErrors } from '../rules.ts'
import { AuthHeading, Problem } from './auth-page.tsx'
import type { ModeProps } from './login.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** Signing in with the address alone: a link and six digits come by mail. */
export function CodeForm({ email, onEmail, onMode }: ModeProps) {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <>
      {sentTo ? (
        <EnterCode email={sentTo} onAgain={() => setSentTo(undefined)} />
      ) : (
        <AskForCode
          email={email}
          onSent={address => {
            onEmail(address)
            setSentTo(address)
          }}
        />
      )}
      <Button variant="default" fullWidth onClick={() => onMode('login')}>
        Back to sign in
      </Button>
    </>
  )
}

const tooMany = (status: number | undefined) =>
  status === 429 ? 'Too many attempts. Please wait a while.' : 'An error occurred. Please try again.'

function AskForCode({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const form = useAuthForm<{ email: string } & Record<string, string>>({
    initial: { email },
    validate: forgotErrors,
    send: async values => {
      const address = values.email.trim()
      const options = { shouldCreateUser: false, emailRedirectTo: location.href.split('#')[0] }
      const { error } = await auth().signInWithOtp({ email: address, options })
      if (error) return { form: tooMany(error.status) }
      onSent(address)
      return undefined
    },
  })
  return (
    <>
      <AuthHeading title="Sign in by email">We will email you a code and a sign-in link.</AuthHeading>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Problem>{form.problem}</Problem>
          <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Send the code
          </Button>
        </Stack>
      </form>
    </>
  )
}

function EnterCode({ email, onAgain }: { email: string; onAgain: () => void }) {
  const form = useAuthForm<{ code: string } & Record<string, string>>({
    initial: { code: '' },
    validate: ({ code }) => (/^\s*\d{6}\s*$/.test(code) ? {} : { code: 'Please enter the six digits' }),
    send: async ({ code }) => {
      const { error } = await auth().verifyOtp({ email, token: code.trim(), type: 'email' })
      if (!error) return undefined
      return error.status === 429 ? { form: tooMany(429) } : { code: 'That code is wrong or has expired' }
    },
  })
  return (
    <>
      <AuthHeading title="Check your email">
        If there is an account for <strong>{email}</strong>, we sent a code there.
      </AuthHeading>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Problem>{form.problem}</Problem>
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            {...form.field('code')}
          />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Sign in
          </Button>
          <Button variant="subtle" onClick={onAgain}>
            Send another code
          </Button>
        </Stack>
      </form>
    </>
  )
}
