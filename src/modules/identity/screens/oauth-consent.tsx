import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '#ui/message.ts'
import { requireSession } from '#web/guard.ts'
import { auth, signOut } from '#web/session.ts'
import { titled } from '#web/title.ts'
import { oauthScopes, scopesIn } from '../oauth/rules.ts'
import { AuthHeading, AuthPage, Problem } from './auth-page.tsx'

export const meta = () => titled('Allow access')

// In the browser alone: the session is kept there.
export async function clientLoader({ request }: { request: Request }) {
  await requireSession(request.url)
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <AuthPage>
      <Skeleton height={240} />
    </AuthPage>
  )
}

interface Details {
  authorization_id: string
  redirect_uri: string
  client: { name: string; uri: string }
  user: { email: string }
  scope: string
}
type State = { details?: Details; problem?: string }

const START_AGAIN = 'This request has expired or was answered already. Go back to the program and try again.'

/** What is asked for; where it was allowed before, the browser goes straight back to the program. */
function useRequest(id: string | null): State {
  const [state, setState] = useState<State>({})
  useEffect(() => {
    if (!id) return setState({ problem: START_AGAIN })
    let isGone = false
    void auth()
      .oauth.getAuthorizationDetails(id)
      .then(({ data, error }) => {
        if (isGone) return
        if (error) setState({ problem: error.status === 404 ? START_AGAIN : messageOf(error) })
        else if ('redirect_url' in data) location.assign(data.redirect_url)
        else setState({ details: data })
      })
    return () => {
      isGone = true
    }
  }, [id])
  return state
}

/** Someone signs in to a program of others with their Lampstand account: who asks, what for, yes or no. */
export default function OAuthConsent() {
  const [params] = useSearchParams()
  const { details, problem } = useRequest(params.get('authorization_id'))
  if (details) return <Ask {...details} />
  return (
    <AuthPage>
      {problem ? (
        <Stack gap="lg">
          <AuthHeading title="Nothing to allow" />
          <Problem>{problem}</Problem>
        </Stack>
      ) : (
        <Skeleton height={240} />
      )}
    </AuthPage>
  )
}

/** An app's own address has no host: its scheme says whose it is. */
const siteOf = (uri: string) => new URL(uri).host || new URL(uri).protocol.replace(':', '')

function useDecision(id: string) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'approve' | 'deny'>()
  async function decide(action: 'approve' | 'deny') {
    setBusy(action)
    const options = { skipBrowserRedirect: true }
    const { oauth } = auth()
    const { data, error } = await (action === 'approve'
      ? oauth.approveAuthorization(id, options)
      : oauth.denyAuthorization(id, options))
    if (data) return location.assign(data.redirect_url)
    setProblem(error.status === 404 ? START_AGAIN : messageOf(error))
    setBusy(undefined)
  }
  return { problem, busy, decide }
}

function Ask({ authorization_id: id, client, user, scope, redirect_uri }: Details) {
  const { problem, busy, decide } = useDecision(id)
  return (
    <AuthPage>
      <Stack gap="lg">
        <AuthHeading title={`Sign in to ${client.name}`}>You are using the Lampstand account {user.email}.</AuthHeading>
        <Problem>{problem}</Problem>
        <div>
          <Text fw={550} mb={4}>
            {client.name} will be able to:
          </Text>
          <List icon={<IconCheck size={16} stroke={1.75} aria-hidden />} spacing={4}>
            {scopesIn(scope).map(one => (
              <List.Item key={one}>{oauthScopes[one] ?? one}</List.Item>
            ))}
          </List>
          <Text size="sm" c="dimmed" mt="sm">
            It can’t see your church’s people, messages or anything else in Lampstand. You will go to{' '}
            {siteOf(redirect_uri)}. To remove its access later, open Your profile.
          </Text>
        </div>
        <Group>
          <Button loading={busy === 'approve'} disabled={busy === 'deny'} onClick={() => void decide('approve')}>
            Allow
          </Button>
          <Button
            variant="default"
            loading={busy === 'deny'}
            disabled={busy === 'approve'}
            onClick={() => void decide('deny')}
          >
            Deny
          </Button>
        </Group>
        <Button variant="subtle" size="compact-sm" onClick={() => void signOut().then(() => location.reload())}>
          Use a different account
        </Button>
      </Stack>
    </AuthPage>
  )
}
