import './app.css'
import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { hashKey, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormatProvider } from '#ui/format.tsx'
import type { Route } from './+types/app-layout.ts'
import { enterAccount, rememberedAccount } from './account.ts'
import { api } from './api.ts'
import { Assurance } from './assurance.tsx'
import { front, loginPath, requireSession } from './guard.ts'
import { isLeaving } from './leave.ts'
import { MeProvider, type Mine, useMe } from './me.tsx'
import { queryClient } from './query.ts'
import { startRealtime } from './realtime.ts'
import { useSession } from './session.ts'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'
import { Suspended } from './suspended.tsx'

// In the browser alone: the session is kept there.
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request.url)
  return null
}
clientLoader.hydrate = true as const

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <ShellSkeleton />
}

export default function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <ModalsProvider>
        <Notifications position="bottom-right" />
        <Assurance />
        <SignedIn />
      </ModalsProvider>
    </QueryClientProvider>
  )
}

const isShut = (account: Mine['accounts'][number]) => account.access === 'suspended' && !account.supportUntil

function SignedIn() {
  const { status } = useSession()
  const mine = useQuery(
    api.clients.mine.queryOptions({
      input: {},
      meta: { live: ['members', 'church'] },
      // A suspended account hears no news: that it is open again is asked for.
      refetchInterval: ({ state: { data } }) => (data?.accounts.some(isShut) ? 30_000 : false),
    }),
  )

  useEffect(() => {
    if (status === 'signed-out' && !isLeaving()) location.replace(loginPath(location.href))
  }, [status])

  if (status === 'signed-out' || mine.isPending) return <ShellSkeleton />
  if (mine.error)
    return (
      <main className={classes.alone}>
        <h1 className={classes.aloneTitle}>Lampstand</h1>
        <ErrorPanel error={mine.error} what="your account" onRetry={() => void mine.refetch()} />
      </main>
    )
  return <InAccount mine={mine.data} />
}

interface Entered {
  id: string | undefined
  /** the address at which another account was left; its screens stay away until it is left too */
  left: string | null
}

/**
 * The account one is in. Where it becomes another, by choice or because one is a member no longer, the screens of the
 * former go first, with what they still save; then its answers are forgotten, and the new one begins at its front page.
 */
function useAccount({ accounts }: Mine) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [chosen, setChosen] = useState(rememberedAccount)
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const id = account?.id
  const [entered, setEntered] = useState<Entered>(() => {
    // Requests read the account from here, so it is set before the first screen below asks for anything.
    if (id) enterAccount(id)
    return { id, left: null }
  })
  useEffect(() => {
    if (!id || id === entered.id) return
    enterAccount(id)
    const kept = hashKey(api.clients.mine.queryKey({ input: {} }))
    queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== kept })
    setEntered({ id, left: key })
    navigate(front)
  }, [id, entered.id])
  return { account, enter: setChosen, switching: id !== entered.id || key === entered.left }
}

function InAccount({ mine }: { mine: Mine }) {
  const { account, enter, switching } = useAccount(mine)
  const accountId = account?.id
  const shut = account !== undefined && isShut(account)
  useEffect(
    () => (accountId && !shut && !switching ? startRealtime(accountId, queryClient) : undefined),
    [accountId, shut, switching],
  )

  if (!account)
    return (
      <main className={classes.alone}>
        <h1 className={classes.aloneTitle}>Lampstand</h1>
        <ErrorPanel
          error="You are no longer a member of any account. Ask the person who invited you to invite you again."
          what="your account"
        />
      </main>
    )

  if (switching) return <ShellSkeleton />
  return (
    <MeProvider value={{ user: mine.user, accounts: mine.accounts, account, enter }}>
      <FormatProvider locale={account.locale} timeZone={account.timeZone}>
        {shut ? (
          <Suspended />
        ) : (
          <Shell key={account.id}>
            <FirstRun>
              <Outlet />
            </FirstRun>
          </Shell>
        )}
      </FormatProvider>
    </MeProvider>
  )
}

/** A new account begins with its first-run steps: time zone and country decide what everything else means. */
function FirstRun({ children }: { children: ReactNode }) {
  const { account, may } = useMe()
  const { pathname } = useLocation()
  if (!account.setUp && may('settings.write') && pathname !== '/welcome') return <Navigate to="/welcome" replace />
  return children
}

function ShellSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <div className={classes.skeletonSide} />
      <div className={classes.skeletonTop} />
    </div>
  )
}
