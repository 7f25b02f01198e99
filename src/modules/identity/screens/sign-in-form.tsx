import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { auth } from '#web/session.ts'
import { type Credentials, mapAuthError, signInErrors } from '../rules.ts'
import classes from './auth-page.module.css'
import { AuthHeading, Problem } from './auth-page.tsx'
import { ExploreDemo } from './explore-demo.tsx'
import type { ModeProps, Ways } from './login.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { type Refusal, useAuthForm } from './use-auth-form.ts'

async function signIn({ email, password }: Credentials): Promise<Refusal<Credentials> | undefined> {
  const { error } = await auth().signInWithPassword({ email: email.trim(), password })
  if (!error) return
  // How long to wait is in the server's own words.
  if (error.status === 429) return { form: error.message }
  const { text, code } = mapAuthError(error.name === 'AuthRetryableFetchError' ? 'fetch' : error.message)
  return code === 'INVALID_CREDENTIALS' ? { email: text, password: text } : { form: text }
}

export function SignInForm({ email, onEmail, onMode, ways }: ModeProps & { ways: Ways }) {
  const form = useAuthForm<Credentials & Record<string, string>>({
    initial: { email, password: '' },
    validate: signInErrors,
    send: signIn,
  })
  const leave = (mode: Parameters<ModeProps['onMode']>[0]) => {
    onEmail(form.values.email)
    onMode(mode)
  }
  return (
    <>
      <AuthHeading title="Sign in">Welcome back.</AuthHeading>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Problem>{form.problem}</Problem>
          <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <PasswordInput label="Password" autoComplete="current-password" {...form.field('password')} />
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => leave('forgot-password')}>
            Forgot password?
          </Anchor>
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Sign in
          </Button>
        </Stack>
      </form>
      <Stack gap="xs">
        {ways.passkeys ? <PasskeyButton /> : null}
        <Button variant="default" fullWidth onClick={() => leave('code')}>
          Email me a code instead
        </Button>
      </Stack>
      {ways.demo ? <ExploreDemo /> : null}
      <div className={classes.links}>
        <Anchor component="button" type="button" size="sm" onClick={() => leave('signup')}>
          Create account
        </Anchor>
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={() => leave('debug')}>
          Connection diagnostics
        </Anchor>
      </div>
    </>
  )
}
