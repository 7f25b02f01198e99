import { Button, PasswordInput, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { front } from '#web/guard.ts'
import { auth, useSession } from '#web/session.ts'
import { titled } from '#web/title.ts'
import { lacksSecondFactor, mapAuthError, newPasswordErrors } from '../rules.ts'
import { AuthHeading, AuthPage, Problem } from './auth-page.tsx'
import { SecondStep } from './second-step.tsx'
import { useAuthForm } from './use-auth-form.ts'

export const meta = () => titled('New password')

export default function ResetPasswordScreen() {
  const { status, session } = useSession()
  const [saved, setSaved] = useState(false)
  const refused = useRefusedLink()
  return (
    <AuthPage>
      <Stack gap="lg">
        {saved ? (
          <Saved />
        ) : refused || status === 'signed-out' ? (
          <ExpiredLink othersLink={refused === 'other_account'} />
        ) : status === 'loading' ? (
          <AuthHeading title="Choose a new password">Checking your link…</AuthHeading>
        ) : session && lacksSecondFactor(session.access_token, session.user.factors) ? (
          <SecondStep />
        ) : (
          <NewPasswordForm onSaved={() => setSaved(true)} />
        )}
      </Stack>
    </AuthPage>
  )
}

// Someone still signed in here must not mistake their own session for what the dead link promised.
function useRefusedLink() {
  const [refused, setRefused] = useState('')
  useEffect(() => setRefused(/[#&?]error=([\w-]*)/.exec(location.hash + location.search)?.[1] ?? ''), [])
  return refused
}

function NewPasswordForm({ onSaved }: { onSaved: () => void }) {
  const form = useAuthForm<{ password: string; confirmPassword: string } & Record<string, string>>({
    initial: { password: '', confirmPassword: '' },
    validate: newPasswordErrors,
    send: async ({ password }) => {
      const { error } = await auth().updateUser({ password })
      if (!error) {
        onSaved()
        return undefined
      }
      const { text, code } = mapAuthError(error.name === 'AuthRetryableFetchError' ? 'fetch' : error.message)
      if (code === 'WEAK_PASSWORD') return { password: text }
      return { form: code === 'UNKNOWN_ERROR' ? error.message : text }
    },
  })
  return (
    <>
      <AuthHeading title="Choose a new password">At least 6 characters. A short sentence works well.</AuthHeading>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Problem>{form.problem}</Problem>
          <PasswordInput label="New password" autoComplete="new-password" {...form.field('password')} />
          <PasswordInput label="Confirm password" autoComplete="new-password" {...form.field('confirmPassword')} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Save new password
          </Button>
        </Stack>
      </form>
    </>
  )
}

function Saved() {
  return (
    <div role="status">
      <AuthHeading title="Your new password is saved">From now on, sign in with it.</AuthHeading>
      <Button component={Link} to={front} replace fullWidth size="md" mt="lg">
        Go to your dashboard
      </Button>
    </div>
  )
}

function ExpiredLink({ othersLink }: { othersLink: boolean }) {
  return (
    <>
      {othersLink ? (
        <AuthHeading title="Someone else is signed in here">
          This link belongs to another account. Sign out first, then ask for a new link. No password has changed.
        </AuthHeading>
      ) : (
        <AuthHeading title="This link no longer works">
          It has expired or was already used. Your password has not changed.
        </AuthHeading>
      )}
      <Stack gap="xs">
        <Button component={Link} to="/login?forgot=true" size="md">
          Send me a new link
        </Button>
        <Button component={Link} to="/login" variant="default">
          Back to sign in
        </Button>
      </Stack>
    </>
  )
}
