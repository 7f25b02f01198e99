import { Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useSearchParams } from 'react-router'
import { wantedPath } from '#web/guard.ts'
import { useAwake } from '#web/late.ts'
import { serverApi } from '#web/server-api.ts'
import { useSession } from '#web/session.ts'
import { titled } from '#web/title.ts'
import { lacksSecondFactor, passkeysWork } from '../rules.ts'
import { AuthPage, Problem } from './auth-page.tsx'
import { CheckEmail } from './check-email.tsx'
import { CodeForm } from './code-form.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const meta = () => titled('Sign in', 'Sign in to Lampstand, or create an account for your church.')

// Nothing moves here before someone types, so nothing is loaded for it.
export const handle = { late: true }

/** What this server offers beside a password, so that no button comes late. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Ways> {
  const passkeys = passkeysWork(new URL(request.url).hostname)
  try {
    return { passkeys, demo: (await serverApi(context).status.list({})).demo }
  } catch {
    return { passkeys, demo: false }
  }
}

/** Ways in beside a password. */
export interface Ways {
  passkeys: boolean
  demo: boolean
}

export type LoginMode = 'login' | 'signup' | 'forgot-password' | 'code' | 'debug'

export interface ModeProps {
  /** address that was typed in another mode, kept */
  email: string
  onEmail: (email: string) => void
  onMode: (mode: LoginMode) => void
}

/** What a mail was sent for, and to whom. */
type Sent = { what: 'reset' | 'confirmation'; email: string } | null

export default function LoginScreen() {
  useAwake()
  const ways = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const [mode, setMode] = useMode()
  const [email, setEmail] = useState(params.get('email') ?? '')
  const [sent, setSent] = useState<Sent>(null)
  const linkProblem = useLinkProblem()
  const halfway = useGoOnWhenSignedIn(params.get('next'), params.has('priceId'))

  const change = (next: LoginMode) => {
    setSent(null)
    setMode(next)
  }
  const shared: ModeProps = { email, onEmail: setEmail, onMode: change }

  return (
    <AuthPage>
      <Stack gap="lg">
        {mode === 'login' ? <Problem>{linkProblem}</Problem> : null}
        {halfway ? (
          <SecondStep />
        ) : sent ? (
          <CheckEmail {...sent} onBack={() => change('login')} />
        ) : mode === 'signup' ? (
          <SignUpForm {...shared} onSent={address => setSent({ what: 'confirmation', email: address })} />
        ) : mode === 'forgot-password' ? (
          <ForgotForm {...shared} onSent={address => setSent({ what: 'reset', email: address })} />
        ) : mode === 'code' ? (
          <CodeForm {...shared} />
        ) : mode === 'debug' ? (
          <Diagnostics onBack={() => change('login')} />
        ) : (
          <SignInForm {...shared} ways={ways} />
        )}
      </Stack>
    </AuthPage>
  )
}

function useMode() {
  const [params] = useSearchParams()
  const { state } = useLocation() as { state: { signup?: boolean } | null }
  const signup = params.get('signup') === 'true' || state?.signup === true
  return useState<LoginMode>(signup ? 'signup' : params.get('forgot') === 'true' ? 'forgot-password' : 'login')
}

/**
 * However the session came about (a password, a confirmation link, another tab), the way leads on;
 * not before the second factor, where there is one. True while that is missing.
 */
function useGoOnWhenSignedIn(next: string | null, chosePlan: boolean) {
  const { status, session } = useSession()
  const [first, setFirst] = useState<string | null>(null)
  if (first === null && status !== 'loading') setFirst(status)
  // Anyone who was signed in already and comes from the prices wants to pay, not to try.
  const wanted = chosePlan && first === 'signed-in' ? '/profile?choose=1#subscription' : next
  const navigate = useNavigate()
  const gone = useRef(false)
  const halfway = session !== null && lacksSecondFactor(session.access_token, session.user.factors)
  useEffect(() => {
    if (status !== 'signed-in' || halfway || gone.current) return
    gone.current = true
    navigate(wantedPath(wanted, location.origin), { replace: true })
  }, [status, halfway, wanted, navigate])
  return halfway
}

/** A link from a mail that no longer works says so in the address. */
function useLinkProblem() {
  const { hash } = useLocation()
  return hash.includes('error=')
    ? 'That link has expired or was already used. Sign in, or ask for a new one.'
    : undefined
}
