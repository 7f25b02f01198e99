import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import { profileErrors } from '../rules.ts'
import classes from './profile.module.css'
import { ProfilePicture } from './profile-picture.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { useRefresh, useUser } from './use-security.ts'

export function Information() {
  const { data: user, error, refetch } = useUser()
  return (
    <Panel title="Profile Information">
      <ProfilePicture />
      {error ? (
        <ErrorPanel error={error} what="your profile" onRetry={() => void refetch()} />
      ) : user ? (
        <InformationForm key={`${user.email} ${user.user_metadata.name}`} user={user} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Panel>
  )
}

const backHere = () => ({ emailRedirectTo: `${location.origin}/profile` })

function InformationForm({ user }: { user: User }) {
  const [outcome, setOutcome] = useState<'saved' | 'failed'>()
  const refresh = useRefresh()
  const queries = useQueryClient()
  const form = useAuthForm<{ name: string; email: string } & Record<string, string>>({
    initial: { name: String(user.user_metadata.name ?? ''), email: user.email ?? '' },
    validate: profileErrors,
    send: async ({ name, email }) => {
      setOutcome(undefined)
      const address = email.trim().toLowerCase()
      const change = { data: { name: name.trim() }, ...(address !== user.email && { email: address }) }
      const { error } = await withSecondFactor(() => auth().updateUser(change, backHere()))
      if (error) {
        setOutcome('failed')
        return error.code === 'email_exists' ? { email: 'This email address is already in use' } : undefined
      }
      setOutcome('saved')
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: api.clients.mine.key() })])
      return undefined
    },
  })
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <Stack gap="md">
        <TextInput label="Name" autoComplete="name" maxLength={200} {...form.field('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          description="To change your address, confirm it in both emails: at the old address and at the new one."
          {...form.field('email')}
        />
        {user.new_email ? <Pending user={user} /> : null}
        <Outcome outcome={outcome} />
        <Button type="submit" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
          Save
        </Button>
      </Stack>
    </form>
  )
}

function Outcome({ outcome }: { outcome: 'saved' | 'failed' | undefined }) {
  return (
    <div aria-live="polite">
      {outcome === 'saved' ? <Alert color="green">Profile updated successfully</Alert> : null}
      {outcome === 'failed' ? <Alert color="red">Failed to update profile</Alert> : null}
    </div>
  )
}

function Pending({ user }: { user: User }) {
  const again = async () => {
    const { error } = await auth().resend({ type: 'email_change', email: user.email!, options: backHere() })
    if (error) toastError(error, 'The emails were not sent')
    else toast('Sent again')
  }
  return (
    <Alert color="blue" title={`Waiting for ${user.new_email}`}>
      <Text size="sm" mb="xs">
        Open the email at {user.email} and the one at {user.new_email}. Until both are confirmed, you sign in as before.
      </Text>
      <Button size="xs" variant="default" onClick={() => void again()}>
        Send the emails again
      </Button>
    </Alert>
  )
}
