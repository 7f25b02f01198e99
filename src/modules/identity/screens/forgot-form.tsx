import { Button, Stack, TextInput } from '@mantine/core'
import { auth } from '#web/session.ts'
import { forgotErrors } from '../rules.ts'
import { AuthHeading, Problem } from './auth-page.tsx'
import type { ModeProps } from './login.tsx'
import { useAuthForm } from './use-auth-form.ts'

export interface ForgotFormProps extends ModeProps {
  onSent: (email: string) => void
}

export function ForgotForm({ email, onEmail, onMode, onSent }: ForgotFormProps) {
  const form = useAuthForm<{ email: string } & Record<string, string>>({
    initial: { email },
    validate: forgotErrors,
    send: async values => {
      const address = values.email.trim()
      const redirectTo = `${location.origin}/reset-password`
      const { error } = await auth().resetPasswordForEmail(address, { redirectTo })
      if (error) return { form: 'An error occurred. Please try again.' }
      onSent(address)
      return undefined
    },
  })
  return (
    <>
      <AuthHeading title="Forgot password">We will send you a link to choose a new one.</AuthHeading>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Problem>{form.problem}</Problem>
          <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Send reset link
          </Button>
          <Button
            variant="default"
            fullWidth
            onClick={() => {
              onEmail(form.values.email)
              onMode('login')
            }}
          >
            Cancel
          </Button>
        </Stack>
      </form>
    </>
  )
}
