import '#web/app.css'
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { messageOf } from '#ui/message.ts'
import { enterAccount } from '#web/account.ts'
import { api, client } from '#web/api.ts'
import { leave } from '#web/leave.ts'
import { queryClient } from '#web/query.ts'
import { useSession } from '#web/session.ts'
import { titled } from '#web/title.ts'
import classes from './invitation.module.css'

export const meta = () => titled('Invitation')

type View = Awaited<ReturnType<typeof client.invitations.view>>

const ended: Record<Exclude<View['state'], 'open'>, string> = {
  used: 'This invitation has already been used.',
  expired: 'This invitation has expired. Ask for a new one.',
  revoked: 'This invitation was canceled.',
}

/** Where an invitation's link leads: who invites, to what, and how to accept. */
export default function InvitationScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationPage />
    </QueryClientProvider>
  )
}

function InvitationPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const invitation = useQuery(api.invitations.view.queryOptions({ input: { token }, retry: false }))
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        {invitation.isPending ? (
          <Skeleton height={160} />
        ) : invitation.error ? (
          (invitation.error as { code?: string }).code ? (
            <Ended text="This invitation was not found, or was replaced by a newer one." />
          ) : (
            <ErrorPanel error={invitation.error} what="the invitation" onRetry={() => void invitation.refetch()} />
          )
        ) : invitation.data.state === 'open' ? (
          <Open token={token} invitation={invitation.data} />
        ) : (
          <Ended text={ended[invitation.data.state]} />
        )}
      </div>
    </main>
  )
}

function Ended({ text }: { text: string }) {
  return (
    <Stack>
      <Title order={1}>Invitation</Title>
      <Text>{text}</Text>
      <Anchor href="/login">Go to sign in</Anchor>
    </Stack>
  )
}

function Open({ token, invitation }: { token: string; invitation: View }) {
  const { status, session } = useSession()
  const here = `/invitation?token=${encodeURIComponent(token)}`
  const { church, invitedBy, email, role, registered } = invitation
  const words = new URLSearchParams({ email, ...(registered ? { next: here } : { signup: 'true', invitation: token }) })
  return (
    <Stack>
      <Title order={1}>Join {church}</Title>
      <Text>
        {invitedBy || 'A colleague'} invites {email} to work with {church} on Lampstand, as {role}.
      </Text>
      {status === 'signed-in' ? (
        session?.user.email === email ? (
          <Accept token={token} church={church} />
        ) : (
          <Stack gap="xs">
            <Text>You are signed in as {session?.user.email}, and the invitation is for another address.</Text>
            <Button variant="default" onClick={() => void leave()}>
              Sign out, then open the link again
            </Button>
          </Stack>
        )
      ) : status === 'signed-out' ? (
        <Button component="a" href={`/login?${words}`}>
          {registered ? 'Sign in to accept' : 'Create your account'}
        </Button>
      ) : (
        <Skeleton height={36} />
      )}
    </Stack>
  )
}

function Accept({ token, church }: { token: string; church: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function accept() {
    setBusy(true)
    setProblem(null)
    try {
      const { clientId } = await client.invitations.accept({ token })
      enterAccount(clientId)
      location.assign('/dashboard')
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <>
      {problem ? (
        <Text c="red" role="alert">
          {messageOf(problem)}
        </Text>
      ) : null}
      <Button loading={busy} onClick={() => void accept()}>
        Join {church}
      </Button>
    </>
  )
}
