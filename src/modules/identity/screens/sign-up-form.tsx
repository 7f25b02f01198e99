import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { auth } from '#web/session.ts'
import { type SignUp, signUpErrors, signUpRefusal } from '../rules.ts'
import classes from './auth-page.module.css'
import { AuthHeading, Problem } from './auth-page.tsx'
import type { ModeProps } from './login.tsx'
import { useAuthForm } from './use-auth-form.ts'

export interface SignUpFormProps extends ModeProps {
  /** the account waits for its address to be confirmed */
  onSent: (email: string) => void
}

/** The plan that was chosen before, or the invitation that led here, go along with the sign-up. */
function useBrought() {
  const [params] = useSearchParams()
  const brought = { priceId: params.get('priceId'), invitation: params.get('invitation') }
  return Object.fromEntries(Object.entries(brought).filter(([, value]) => value))
}

export function SignUpForm({ email, onEmail, onMode, onSent }: SignUpFormProps) {
  const brought = useBrought()
  const form = useAuthForm<SignUp & Record<string, string>>({
    initial: { name: '', email, password: '', confirmPassword: '' },
    validate: signUpErrors,
    send: async values => {
      const address = values.email.trim()
      const { data, error } = await auth().signUp({
        email: address,
        password: values.password,
        options: { data: { name: values.name.trim(), ...brought }, emailRedirectTo: location.href.split('#')[0] },
      })
      if (error) return signUpRefusal(error.name === 'AuthRetryableFetchError' ? 'fetch' : error.message)
      if (!data.session) onSent(address)
      return undefined
    },
  })
  return (
    <>
      <AuthHeading title="Create account">14-day free trial. No credit card required. Cancel anytime.</AuthHeading>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Problem>{form.problem}</Problem>
          <TextInput label="Name" autoComplete="name" {...form.field('name')} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <PasswordInput label="Password" autoComplete="new-password" {...form.field('password')} />
          <PasswordInput label="Confirm password" autoComplete="new-password" {...form.field('confirmPassword')} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Create account
          </Button>
        </Stack>
      </form>
      <HaveAccount
        onSignIn={() => {
          onEmail(form.values.email)
          onMode('login')
        }}
      />
    </>
  )
}

function HaveAccount({ onSignIn }: { onSignIn: () => void }) {
  return (
    <div className={classes.links}>
      <Text size="sm" c="dimmed">
        Already have an account?{' '}
        <Anchor component="button" type="button" size="sm" onClick={onSignIn}>
          Sign in
        </Anchor>
      </Text>
    </div>
  )
}
